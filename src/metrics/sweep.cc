#include "certus/metrics/sweep.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/logs/run_settings.h"

namespace certus {

std::vector<std::string> sweep_values(std::span<const LoadedLog> logs, const std::string& key) {
  std::vector<std::string> values;
  for (const LoadedLog& loaded : logs) {
    const auto value = run_setting(loaded.log.path, key);
    if (!value) {
      fail(ErrorKind::kData, loaded.log.path, ": its ", key,
           " is unknown, expected it in config.toml beside the log or a folder called ", key,
           "=VALUE in its path");
    }
    const auto number = parse_double(*value);
    values.push_back(number ? round_trip_text(*number) : *value);
  }
  return values;
}

bool stands_before(const std::string& a, const std::string& b) {
  const auto x = parse_double(a);
  const auto y = parse_double(b);
  if (x && y) return *x < *y;
  return x || y ? x.has_value() : a < b;
}

std::vector<LogGroup> in_sweep_order(std::vector<LogGroup> groups) {
  std::vector<std::string> methods;
  for (const LogGroup& group : groups) {
    if (std::find(methods.begin(), methods.end(), group.method) == methods.end())
      methods.push_back(group.method);
  }
  const auto place = [&](const LogGroup& group) {
    return std::find(methods.begin(), methods.end(), group.method);
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const LogGroup& a, const LogGroup& b) {
    if (a.method != b.method) return place(a) < place(b);
    return a.sigma != b.sigma ? a.sigma < b.sigma : stands_before(a.value, b.value);
  });
  return groups;
}

std::vector<std::string> sweep_notes(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                                     const std::string& key) {
  std::vector<std::string> notes;
  for (std::size_t first = 0; first < groups.size(); ++first) {
    const auto is_same = [&](const LogGroup& group) {
      return group.method == groups[first].method && group.sigma == groups[first].sigma;
    };
    if (std::any_of(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(first), is_same)) continue;
    const auto settings = run_settings(logs[groups[first].members.front()].log.path);
    std::set<std::string> keys;
    for (const LogGroup& group : groups) {
      if (!is_same(group)) continue;
      const auto own = run_settings(logs[group.members.front()].log.path);
      for (const auto& [name, value] : own) {
        const auto found = settings.find(name);
        if (name != key && name != "run.seed" && found != settings.end() && found->second != value)
          keys.insert(name);
      }
    }
    if (keys.empty()) continue;
    std::string list;
    for (const std::string& name : keys) list += (list.empty() ? "" : ", ") + name;
    notes.push_back(join_text(groups[first].method, " at sigma ", groups[first].sigma,
                              ": its runs differ in ", list, ", too, not in ", key, " alone"));
  }
  return notes;
}

}  // namespace certus
