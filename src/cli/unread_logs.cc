#include "certus/cli/unread_logs.h"

#include <cstdio>

#include "certus/cli/log_names.h"

namespace certus::cli {

void UnreadLogs::add(const std::string& path, const Error& error) {
  logs_.push_back({path, error});
}

void UnreadLogs::check_left(std::size_t left, std::size_t least) const {
  if (logs_.empty() || left >= least) return;
  const std::size_t more = logs_.size() - 1;
  if (more == 0) throw logs_.front().error;
  fail(logs_.front().error.kind(), std::string_view(logs_.front().error.what()), " (and ", more,
       more == 1 ? " more log that cannot be read)" : " more logs that cannot be read)");
}

void UnreadLogs::warn(Document& document) const {
  if (logs_.empty()) return;
  std::vector<std::string> paths;
  for (const Unread& log : logs_) paths.push_back(log.path);
  std::string list;
  for (const std::string& name : short_names(paths)) list += (list.empty() ? "" : ", ") + name;
  document.add(join_text(
      "WARNING: ", logs_.size(),
      logs_.size() == 1 ? " log cannot be read and is left out: " : " logs cannot be read and are left out: ",
      list));
}

Json UnreadLogs::json() const {
  Json out = Json::array();
  for (const Unread& log : logs_)
    out.push_back({{"log", log.path}, {"error", std::string(log.error.what())}});
  return out;
}

int UnreadLogs::tell() const {
  std::fflush(stdout);  // what could be read comes first
  for (const Unread& log : logs_) std::fprintf(stderr, "certus: left out: %s\n", log.error.what());
  return logs_.empty() ? 0 : 1;
}

}  // namespace certus::cli
