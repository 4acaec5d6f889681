#pragma once

#include <string>
#include <string_view>

namespace certus {

/// Keeps oneDNN from using AMX: version 2.6 uses it on processors that have it, and crashes. Must be called
/// before the first primitive is made, by whatever code makes it.
void keep_onednn_from_amx();

/// While an object of this class lives, oneDNN computes only with the calling thread, because the
/// workers already run in parallel. It is also needed where primitives are made: they are made for a
/// number of threads.
class OneOnednnThread {
 public:
  OneOnednnThread();
  ~OneOnednnThread();
  OneOnednnThread(const OneOnednnThread&) = delete;
  OneOnednnThread& operator=(const OneOnednnThread&) = delete;

 private:
  int before_;
};

/// "avx512", "avx2" or "portable": the instruction set that oneDNN uses on this processor. Another one rounds
/// float32 differently, so the instruction set is part of the identity of the function that voted.
std::string_view onednn_instruction_set();

/// Whether oneDNN's products of bytes are exact: without VNNI, sums of pairs of them saturate at 16 bits.
bool onednn_has_vnni();

/// "2.6.3"
std::string onednn_version();

}  // namespace certus
