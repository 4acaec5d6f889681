#include "certus/metrics/method_names.h"

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include "certus/base/split_text.h"
#include "certus/logs/log_path.h"

namespace certus {
namespace {

using Parts = std::vector<std::string>;

/// Folders and file of a method's path, all of them.
Parts all_parts(const std::string& path) {
  Parts parts;
  for (const std::string_view part : split_text(path, '/')) parts.emplace_back(part);
  return parts;
}

/// Without sigma and without the ending of the file; parts that say no more are left out.
Parts telling_parts(const std::string& path) {
  static const std::regex sigma("[-_.=]*((noise|sigma)[-_=]?)?\\*");
  static const std::regex ending("(.)\\.[A-Za-z]\\w*$");
  Parts parts = all_parts(path);
  parts.back() = std::regex_replace(parts.back(), ending, "$1");
  // What is left of "seed1.tsv" without the seed.
  if (parts.size() > 1 && parts.back().starts_with('.')) parts.pop_back();
  // Every cell of an experiment gives its record this name.
  if (parts.size() > 1 && parts.back() == "record") parts.pop_back();
  for (std::string& part : parts) part = std::regex_replace(part, sigma, "");
  std::erase_if(parts, [](const std::string& part) { return part.empty() || part == "." || part == ".."; });
  return parts;
}

/// Whether a folder is called KEY=VALUE after a setting.
bool is_setting(const std::string& part) {
  static const std::regex setting("[A-Za-z][A-Za-z0-9_.]*=.*");
  return std::regex_match(part, setting);
}

/// The parts from `first` on; where `first` is a setting, from the folder that it is in.
std::string name_from(const Parts& parts, std::size_t first) {
  while (first > 0 && is_setting(parts[first])) --first;
  std::string name = parts[first];
  for (std::size_t i = first + 1; i < parts.size(); ++i) name += '/' + parts[i];
  return name;
}

bool ends_with(const Parts& parts, const Parts& of, std::size_t count) {
  return count <= parts.size() && std::equal(of.end() - static_cast<std::ptrdiff_t>(count), of.end(),
                                             parts.end() - static_cast<std::ptrdiff_t>(count));
}

/// Takes off the last part while all have the same and none would be empty.
void drop_shared_end(std::vector<Parts>& methods) {
  const auto has_end = [&](const Parts& parts) {
    return parts.size() > 1 && !parts[parts.size() - 2].empty() && parts.back() == methods.front().back();
  };
  while (std::all_of(methods.begin(), methods.end(), has_end)) {
    for (Parts& parts : methods) parts.pop_back();
  }
}

/// The length of the ending that all texts share, from a boundary between words on. At least one character of
/// each text is left.
std::size_t shared_ending(const std::vector<std::string>& texts) {
  constexpr std::string_view kBoundaries = "/_-.";
  const std::string& first = texts.front();
  std::size_t length = first.size();
  for (const std::string& text : texts) {
    const auto differ = std::mismatch(first.rbegin(), first.rend(), text.rbegin(), text.rend()).first;
    length = std::min(
        {length, static_cast<std::size_t>(differ - first.rbegin()), text.empty() ? 0 : text.size() - 1});
  }
  const std::size_t boundary = first.find_first_of(kBoundaries, first.size() - length);
  return boundary == std::string::npos ? 0 : first.size() - boundary;
}

/// Names of several methods, whose parts differ: the fewest last parts that no other method ends with.
std::vector<std::string> names_apart(std::vector<Parts> methods) {
  drop_shared_end(methods);
  std::vector<std::string> names;
  for (const Parts& parts : methods) {
    std::size_t count = 1;
    const auto others = [&] {
      return std::count_if(methods.begin(), methods.end(),
                           [&](const Parts& other) { return ends_with(other, parts, count); });
    };
    while (count < parts.size() && others() > 1) ++count;
    names.push_back(name_from(parts, parts.size() - count));
  }
  const bool has_settings = std::any_of(methods.begin(), methods.end(), [](const Parts& parts) {
    return std::any_of(parts.begin(), parts.end(), is_setting);
  });
  if (has_settings) return names;
  const std::size_t ending = shared_ending(names);
  for (std::string& name : names) name.resize(name.size() - ending);
  return names;
}

}  // namespace

std::vector<std::string> method_names(const std::vector<std::string>& paths) {
  std::set<std::string> methods;
  for (const std::string& path : paths) methods.insert(method_path(path));
  std::vector<Parts> telling;
  std::vector<Parts> all;
  for (const std::string& method : methods) {
    telling.push_back(telling_parts(method));
    all.push_back(all_parts(method));
  }
  const bool tell_apart = std::set<Parts>(telling.begin(), telling.end()).size() == methods.size() &&
                          std::none_of(telling.begin(), telling.end(), std::mem_fn(&Parts::empty));
  std::vector<std::string> names;
  if (methods.size() > 1) {
    names = names_apart(tell_apart ? telling : all);
  } else if (tell_apart) {
    names = {name_from(telling.front(), telling.front().size() - 1)};
  } else {
    const std::string& file = all.front().back();
    names = {file.substr(0, file.find_last_of('.') == 0 ? std::string::npos : file.find_last_of('.'))};
  }
  std::map<std::string, std::string> name_of;
  for (auto [method, name] = std::pair(methods.begin(), names.begin()); method != methods.end();
       ++method, ++name)
    name_of[*method] = *name;
  std::vector<std::string> out;
  for (const std::string& path : paths) out.push_back(name_of[method_path(path)]);
  return out;
}

}  // namespace certus
