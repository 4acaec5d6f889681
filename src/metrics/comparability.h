#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/record/load_log.h"

namespace certus {

/// Whether the numbers of logs may stand side by side.
enum class Mixed { kRefuse, kAllow };

/// Why logs are not comparable with the first of them, a sentence each: another budget, other labels for the
/// same images, other images. Fails with the first of these sentences, unless `mixed` allows them; none means
/// comparable.
std::vector<std::string> check_comparable(std::span<const LoadedLog> logs, Mixed mixed);

}  // namespace certus
