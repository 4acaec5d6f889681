#include "certus/report/method_names.h"

#include <algorithm>
#include <regex>
#include <set>
#include <string_view>

#include "certus/record/load_log.h"

namespace certus {
namespace {

constexpr std::string_view kBoundaries = "/_-.=";

/// What all texts begin with, up to the last slash in it.
std::size_t shared_folders(const std::set<std::string>& texts) {
  // In sorted order the first and the last differ soonest.
  const std::string& first = *texts.begin();
  const std::string& last = *texts.rbegin();
  const auto differ = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  const std::size_t slash = std::string_view(first.begin(), differ).rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

/// What all texts end with, from a boundary between words on; at most `limit` characters.
std::size_t shared_ending(const std::set<std::string>& texts, std::size_t limit) {
  const std::string& first = *texts.begin();
  std::size_t length = std::min(limit, first.size());
  for (const std::string& text : texts) {
    const auto differ = std::mismatch(first.rbegin(), first.rend(), text.rbegin(), text.rend()).first;
    length = std::min(length, static_cast<std::size_t>(differ - first.rbegin()));
  }
  const std::size_t boundary = first.find_first_of(kBoundaries, first.size() - length);
  return boundary == std::string::npos ? 0 : first.size() - boundary;
}

/// The name of the only method there is.
std::string name_alone(const std::string& path) {
  static const std::regex sigma("[-_.=]*(noise|sigma)[-_=]?\\*");
  const std::size_t slash = path.rfind('/');
  const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t point = file.rfind('.');
  const std::string stem = point == std::string::npos || point == 0 ? file : file.substr(0, point);
  const std::string said = std::regex_replace(stem, sigma, "");
  if (!said.empty()) return said;
  if (slash == std::string::npos || slash == 0) return stem;
  const std::string folder = path.substr(0, slash);
  const std::string name = folder.substr(folder.rfind('/') + 1);
  return name.empty() || name == "." || name == ".." ? stem : name;
}

}  // namespace

std::vector<std::string> method_names(const std::vector<std::string>& paths) {
  std::set<std::string> methods;
  for (const std::string& path : paths) methods.insert(path_without_sigma(path));
  std::vector<std::string> names;
  if (methods.size() == 1) {
    names.assign(paths.size(), name_alone(*methods.begin()));
    return names;
  }
  const std::size_t begin = shared_folders(methods);
  const std::size_t shortest = std::min_element(methods.begin(), methods.end(), [](auto& a, auto& b) {
                                 return a.size() < b.size();
                               })->size();
  // One character at least is left of every name.
  const std::size_t end = shared_ending(methods, shortest - begin - (shortest > begin ? 1 : 0));
  for (const std::string& path : paths) {
    const std::string method = path_without_sigma(path);
    names.push_back(method.substr(begin, method.size() - begin - end));
  }
  return names;
}

}  // namespace certus
