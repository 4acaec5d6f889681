#pragma once

#include <string>
#include <string_view>

namespace certus {

/// Keeps oneDNN from AMX, which its version 2.6 takes on processors that have it and dies of. Before the
/// first primitive, whoever makes it.
void keep_onednn_from_amx();

/// While it lives, oneDNN computes with the calling thread alone, for workers are the parallelism. Also where
/// primitives are made: they are made for a number of threads.
class OneOnednnThread {
 public:
  OneOnednnThread();
  ~OneOnednnThread();
  OneOnednnThread(const OneOnednnThread&) = delete;
  OneOnednnThread& operator=(const OneOnednnThread&) = delete;

 private:
  int before_;
};

/// "avx512", "avx2" or "portable": what oneDNN makes of this processor. Another one rounds float32
/// differently, so it is part of which function voted.
std::string_view onednn_instruction_set();

/// Whether its products of bytes are exact: without VNNI pairs of them saturate at 16 bits.
bool onednn_has_vnni();

/// "2.6.3"
std::string onednn_version();

}  // namespace certus
