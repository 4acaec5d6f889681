#pragma once

#include <string>

#include "certus/logs/load_log.h"

namespace certus {

/// "n = 100,000, alpha = 0.001, sigma = 0.5"
std::string budget_text(const Budget& budget);

/// What is known of a log's budget and where from: "sigma 0.5 (path), n 100000 (inferred from radii), alpha
/// unknown".
std::string budget_sentence(const LoadedLog& loaded);

/// The sentence that goes with every ACR.
std::string acr_caveat();

}  // namespace certus
