#include "certus/metrics/log_groups.h"

#include <algorithm>
#include <map>
#include <set>

#include "certus/base/error.h"
#include "certus/logs/run_settings.h"

namespace certus {
namespace {

/// A key for which two runs have different values, or which one of them lacks; empty when there is none
/// except the seed.
std::string differing_key(const std::map<std::string, std::string>& a,
                          const std::map<std::string, std::string>& b) {
  const auto differs = [](const auto& from, const auto& other) -> std::string {
    for (const auto& [key, value] : from) {
      if (key == "run.seed") continue;
      const auto found = other.find(key);
      if (found == other.end() || found->second != value) return key;
    }
    return "";
  };
  const std::string key = differs(a, b);
  return key.empty() ? differs(b, a) : key;
}

}  // namespace

std::vector<LogGroup> log_groups(std::span<const LoadedLog> logs, std::span<const std::string> names,
                                 std::span<const std::string> values) {
  CERTUS_CHECK(logs.size() == names.size() && (values.empty() || values.size() == logs.size()));
  std::vector<LogGroup> groups;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double sigma = *logs[i].sigma.value;
    const std::string value = values.empty() ? "" : values[i];
    auto group = std::find_if(groups.begin(), groups.end(), [&](const LogGroup& each) {
      return each.method == names[i] && each.sigma == sigma && each.value == value;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(),
                            {.method = names[i], .sigma = sigma, .members = {}, .seeds = {}, .value = value});
    group->members.push_back(i);
    group->seeds.push_back(run_seed(logs[i].log.path).value_or(""));
  }
  return groups;
}

std::string members_text(const LogGroup& group) {
  if (group.members.size() == 1) return "";
  const std::set<std::string> seeds(group.seeds.begin(), group.seeds.end());
  const bool known = seeds.size() == group.members.size() && !seeds.contains("");
  return join_text(group.members.size(), known ? " seeds" : " logs");
}

std::vector<std::string> group_warnings(std::span<const LoadedLog> logs, std::span<const LogGroup> groups) {
  std::vector<std::string> warnings;
  for (const LogGroup& group : groups) {
    if (group.members.size() == 1) continue;
    const std::string& first = logs[group.members[0]].log.path;
    const auto settings = run_settings(first);
    for (std::size_t i = 1; i < group.members.size(); ++i) {
      const std::string& path = logs[group.members[i]].log.path;
      const auto same = std::find(group.seeds.begin(), group.seeds.begin() + static_cast<std::ptrdiff_t>(i),
                                  group.seeds[i]);
      if (const auto place = static_cast<std::size_t>(same - group.seeds.begin());
          place < i && !group.seeds[i].empty()) {
        warnings.push_back(join_text(path, " has the seed ", group.seeds[i], " of ",
                                     logs[group.members[place]].log.path, ", and both are called '",
                                     group.method, "' at sigma ", group.sigma));
      }
      const auto own = run_settings(path);
      if (settings.empty() || own.empty()) continue;
      if (const std::string key = differing_key(settings, own); !key.empty()) {
        const auto text = [&](const auto& of) { return of.contains(key) ? of.at(key) : "nothing"; };
        warnings.push_back(join_text(path, " was trained with ", key, " = ", text(own), ", but ", first,
                                     " with ", text(settings), ", and both are called '", group.method,
                                     "' at sigma ", group.sigma));
      }
    }
  }
  return warnings;
}

}  // namespace certus
