#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/log_groups.h"

namespace certus {

/// The value of a training setting for each log (run_setting), as plain text; equal numbers have equal texts.
/// Fails, naming the log, where nothing tells it.
std::vector<std::string> sweep_values(std::span<const LoadedLog> logs, const std::string& key);

/// Whether a value of a setting stands before another: numbers by size, before texts, texts by alphabet.
bool stands_before(const std::string& a, const std::string& b);

/// The groups of a sweep with those of each method and sigma by rising value; methods in the order of the
/// groups given.
std::vector<LogGroup> in_sweep_order(std::vector<LogGroup> groups);

/// What differs between the runs of a sweep besides the setting it varies and the seed, one sentence for each
/// method and sigma: the curve over the setting is then not an effect of this setting alone.
std::vector<std::string> sweep_notes(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                                     const std::string& key);

}  // namespace certus
