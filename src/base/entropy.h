#pragma once

#include <cstdint>

namespace certus {

/// 64 bits that nobody can predict, from the operating system. Fails when the system cannot provide them.
std::uint64_t system_entropy();

}  // namespace certus
