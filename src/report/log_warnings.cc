#include "certus/report/log_warnings.h"

#include "certus/base/error.h"
#include "certus/logs/near_constant.h"
#include "certus/report/log_names.h"

namespace certus {

void warn_of_unread(Document& document, std::span<const UnreadLog> unread) {
  if (unread.empty()) return;
  std::vector<std::string> paths;
  for (const UnreadLog& log : unread) paths.push_back(log.path);
  std::string list;
  for (const std::string& name : short_names(paths)) list += (list.empty() ? "" : ", ") + name;
  document.add(join_text("WARNING: ", unread.size(),
                         unread.size() == 1 ? " log cannot be read and is left out: "
                                            : " logs cannot be read and are left out: ",
                         list));
}

std::vector<std::string> warn_of_near_constant(Document& document, std::span<const LoadedLog> logs,
                                               const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto found = near_constant(logs[i].log);
    if (!found) continue;
    paths.push_back(logs[i].log.path);
    document.add(join_text("WARNING: ", names[i], ": ", near_constant_text(*found)));
  }
  return paths;
}

void add_warnings(Document& document, std::span<const std::string> warnings,
                  const std::vector<std::string>& paths, const std::vector<std::string>& names) {
  for (const std::string& warning : warnings)
    document.add("WARNING: " + with_short_names(warning, paths, names));
}

}  // namespace certus
