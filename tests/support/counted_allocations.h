#pragma once

#include <cstddef>

namespace certus::test {

/// How many bytes this thread has asked operator new for so far. Programs that link this count every call,
/// those of libraries too.
std::size_t allocated_bytes();

}  // namespace certus::test
