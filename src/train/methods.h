#pragma once

#include <memory>
#include <string>
#include <vector>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

/// A method in the table: its name, the settings of its own section, and how it is made of them.
struct MethodEntry {
  std::string name;
  std::string summary;            ///< one line with its reference
  std::vector<Setting> settings;  ///< "macer.lambda", ...; empty when it has none
  std::unique_ptr<Method> (*make)(const Config& config);
};

/// All methods, in the order they were published.
const std::vector<MethodEntry>& methods();

/// The one of that name; fails listing the names.
const MethodEntry& find_method(const std::string& name);

}  // namespace certus
