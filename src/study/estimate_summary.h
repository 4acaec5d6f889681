#pragma once

#include <filesystem>

#include "certus/report/document.h"

namespace certus {

/// How much of the data set a threshold on p_correct would keep, from the finished table at that path.
Document estimate_summary(const std::filesystem::path& path);

}  // namespace certus
