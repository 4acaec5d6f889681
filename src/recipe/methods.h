#pragma once

#include <string>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// A method of training as its users see it. What it computes is in train/<name>.cc.
struct MethodEntry {
  std::string name;
  std::string summary;                   ///< one line with its reference
  std::vector<Parameter> settings = {};  ///< of its own: "macer.lambda", ...
};

/// All methods, in the order they were published.
const std::vector<MethodEntry>& methods();

/// The method of that name; fails with a list of the names.
const MethodEntry& find_method(const std::string& name);

}  // namespace certus
