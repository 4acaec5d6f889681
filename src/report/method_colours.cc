#include "certus/report/method_colours.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace certus {
namespace {

/// The place of a method of the field.
std::optional<int> fixed_place(const std::string& name) {
  static const std::map<std::string_view, int> kPlaces = {
      {"gaussian", 0}, {"easyfocus", 1}, {"ours", 1},  {"smoothadv", 2}, {"consistency", 3},
      {"macer", 4},    {"smoothmix", 5}, {"catrs", 6}, {"stability", 7}};
  std::string plain;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z')
      plain += static_cast<char>(c - 'A' + 'a');
    else if (c != '-' && c != '_' && c != ' ')
      plain += c;
  }
  const auto found = kPlaces.find(plain);
  return found == kPlaces.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::vector<int> method_colours(std::span<const std::string> names) {
  const std::set<std::string> distinct(names.begin(), names.end());
  std::map<std::string, int> places;
  std::set<int> taken;
  for (const std::string& name : distinct) {
    // "ours" beside "easy-focus": the second is another method.
    if (const auto place = fixed_place(name); place && taken.insert(*place).second) places[name] = *place;
  }
  int next = 0;
  for (const std::string& name : distinct) {
    if (places.contains(name)) continue;
    while (taken.contains(next)) ++next;
    taken.insert(next);
    places[name] = next;
  }
  std::vector<int> out;
  for (const std::string& name : names) out.push_back(places[name]);
  return out;
}

}  // namespace certus
