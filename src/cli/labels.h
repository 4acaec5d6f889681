#pragma once

#include <string>
#include <vector>

#include "certus/cli/command_line.h"

namespace certus::cli {

/// The values of --label NAME=TEXT: names that people choose.
using Labels = std::vector<std::string>;
Parameter& add_label(Parameters& p, Labels& field);

/// The same for commands that show every log by itself: no two may have one name.
Parameter& add_log_label(Parameters& p, Labels& field);

/// Names with the texts given for them. Fails on a label for nobody, on an empty one and on one that another
/// name has.
std::vector<std::string> labelled(const Labels& given, const std::vector<std::string>& names);

/// The same for methods of logs, of which a label may name a single one by its path, too. The same text for
/// several of them makes them one method, whose logs are its seeds; it has to be given for all of them.
/// @param names  of the methods, one for each log
std::vector<std::string> labelled_logs(const Labels& given, const std::vector<std::string>& names,
                                       const std::vector<std::string>& paths);

/// The same for logs that stand each by itself, by name or by path: fails when two would be called alike.
std::vector<std::string> labelled_each(const Labels& given, const std::vector<std::string>& names,
                                       const std::vector<std::string>& paths);

}  // namespace certus::cli
