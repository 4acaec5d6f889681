#include "certus/metrics/labels.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/parameters.h"

namespace certus {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) list += (list.empty() ? "" : ", ") + *name;
  }
  return list;
}

}  // namespace

struct Labels::Applied {
  std::vector<std::string> names;
  std::vector<bool> is_given;  ///< by a label
};

void Labels::describe(Parameters& p) {
  name_ = p.add("label", given_,
                "call the log TEXT that is shown as NAME or has the path NAME; may be given several times")
              .shown_as("NAME=TEXT")
              .name;
}

void Labels::describe_methods(Parameters& p) {
  name_ =
      p.add("label", given_,
            "call the logs TEXT that are shown as NAME or have the path NAME; logs with one TEXT are seeds "
            "of one method; may be given several times")
          .shown_as("NAME=TEXT")
          .name;
}

/// Gives the text of a label to every log whose key (its name, or its path) stands before the '='. A name may
/// have an equals sign in it, a text seldom begins with one: every key that fits counts.
bool Labels::apply(const std::string& label, const std::vector<std::string>& keys, Applied& labels) const {
  bool used = false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!label.starts_with(keys[i] + "=")) continue;
    labels.names[i] = label.substr(keys[i].size() + 1);
    labels.is_given[i] = true;
    used = true;
    if (labels.names[i].empty())
      fail(ErrorKind::kConfig, name_, " is '", label, "', expected a text behind '='");
  }
  return used;
}

Labels::Applied Labels::applied(const std::vector<std::string>& known,
                                const std::vector<std::string>& paths) const {
  Applied labels{.names = known, .is_given = std::vector<bool>(known.size(), false)};
  std::vector<std::string> of_logs;
  // Those of single logs come last: they count more, whatever the order.
  for (const std::string& label : given_) {
    const auto names_log = [&](const std::string& path) { return label.starts_with(path + "="); };
    if (std::any_of(paths.begin(), paths.end(), names_log)) {
      of_logs.push_back(label);
    } else if (!apply(label, known, labels)) {
      fail(ErrorKind::kConfig, name_, " is '", label, "', expected NAME=TEXT with one of ", list_of(known),
           paths.empty() ? "" : ", or with the path of a log");
    }
  }
  for (const std::string& label : of_logs) apply(label, paths, labels);
  return labels;
}

std::vector<std::string> Labels::of_each(const std::vector<std::string>& names,
                                         const std::vector<std::string>& paths) const {
  if (empty()) return names;
  const Applied labels = applied(names, paths);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (labels.names[k] != labels.names[i] || names[k] == names[i]) continue;
      fail(ErrorKind::kConfig, name_, ": ", names[k], " and ", names[i], " would both be called '",
           labels.names[i], "'; give them different texts");
    }
  }
  return labels.names;
}

std::vector<std::string> Labels::of_methods(const std::vector<std::string>& names,
                                            const std::vector<std::string>& paths) const {
  if (empty()) return names;
  const Applied labels = applied(names, paths);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (labels.names[k] != labels.names[i] || names[k] == names[i]) continue;
      if (!labels.is_given[i] || labels.is_given[k]) continue;
      fail(ErrorKind::kConfig, name_, ": ", names[i], " and ", names[k], " would both be called '",
           labels.names[i],
           "'; give them different texts, or this one to both if they are seeds of one method");
    }
  }
  return labels.names;
}

std::vector<std::string> Labels::of_methods_beside(const std::vector<std::string>& methods,
                                                   const std::vector<std::string>& paths,
                                                   std::size_t beside) const {
  auto names = of_methods(methods, paths);
  for (std::size_t i = paths.size() - beside; i < paths.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (names[k] != names[i] || methods[k] == methods[i]) continue;
      fail(ErrorKind::kConfig, name_, ": ", paths[k], " and ", paths[i], " would both be called '", names[i],
           "', but ", paths[i],
           " is a printed curve, which is not a seed of a method; give them different texts");
    }
  }
  return names;
}

}  // namespace certus
