#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/command_line/command_line.h"
#include "certus/logs/load_log.h"

namespace certus::cli {

/// --data, of commands that show names of classes.
Parameter& add_class_data(Parameters& p, std::optional<std::string>& field);

/// Names of a log's classes, by label: those of --data, or of the known data set that its manifest or else
/// its path names. Empty: numbers only. Fails where a label has no name in --data.
std::vector<std::string> class_names_of(const std::optional<std::string>& data, const LoadedLog& loaded);

}  // namespace certus::cli
