#pragma once

#include <string>

#include "certus/report/document.h"

namespace certus::cli {

/// Prints what `certus evaluate RECORD` prints, and returns its exit status.
int print_evaluation(const std::string& record, Format format);

}  // namespace certus::cli
