#include "certus/kernels/onednn_runtime.h"

#include <dnnl.h>
#include <omp.h>

#include "certus/base/error.h"

namespace certus {
namespace {

/// The first call that asks oneDNN fixes the instruction set that it uses from then on.
dnnl_cpu_isa_t effective_isa() {
  keep_onednn_from_amx();
  const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
  constexpr unsigned kAmx = 0x300;  // what AMX adds to dnnl_cpu_isa_t
  if ((static_cast<unsigned>(isa) & kAmx) != 0) {
    fail(ErrorKind::kEngine, "oneDNN was used before certus could keep it from AMX, where version ",
         onednn_version(), " crashes; set ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16");
  }
  return isa;
}

}  // namespace

void keep_onednn_from_amx() {
#if defined(__x86_64__)
  // A limit of AVX-512 would also disable VNNI on processors that have it only for AVX2; these have no AMX.
  if (__builtin_cpu_supports("avx512f")) dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_bf16);
#endif
}

OneOnednnThread::OneOnednnThread() : before_(omp_get_max_threads()) {
  omp_set_num_threads(1);
}

OneOnednnThread::~OneOnednnThread() {
  omp_set_num_threads(before_);
}

std::string_view onednn_instruction_set() {
  // The values are sets of bits and not ordered: AVX2 with VNNI has a larger number than AVX-512.
  const auto has = [isa = effective_isa()](dnnl_cpu_isa_t wanted) { return (isa & wanted) == wanted; };
  if (has(dnnl_cpu_isa_avx512_core)) return "avx512";
  if (has(dnnl_cpu_isa_avx2)) return "avx2";
  return "portable";
}

bool onednn_has_vnni() {
  constexpr unsigned kAvx512Vnni = 0x40, kAvx2Vnni = 0x400;  // what these add to dnnl_cpu_isa_t
  return (static_cast<unsigned>(effective_isa()) & (kAvx512Vnni | kAvx2Vnni)) != 0;
}

std::string onednn_version() {
  const dnnl_version_t* const version = dnnl_version();
  return join_text(version->major, '.', version->minor, '.', version->patch);
}

}  // namespace certus
