#pragma once

#include "certus/cli/arguments.h"

namespace certus::cli {

/// bench --agreement: what another engine or precision changes, on the same noise.
std::vector<Option> agreement_options();
int run_agreement(const Arguments& arguments);

}  // namespace certus::cli
