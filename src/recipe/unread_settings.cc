#include "certus/recipe/unread_settings.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/methods.h"
#include "certus/recipe/train_settings.h"

namespace certus {
namespace {

std::string shown(const std::string& value) {
  return value.empty() ? "empty" : value;
}

/// The methods that have the setting among their own: "consistency"; empty for settings of the loop.
std::vector<std::string> owners_of(const std::string& key) {
  std::vector<std::string> owners;
  for (const MethodEntry& entry : methods()) {
    if (std::ranges::find(entry.settings, key, &Parameter::name) != entry.settings.end())
      owners.push_back(entry.name);
  }
  return owners;
}

std::string why_unread(const Config& config, const Parameter& setting) {
  const std::string method = config.read<LoopSettings>().method;
  const std::vector<std::string> owners = owners_of(setting.name);
  if (!owners.empty() && std::ranges::find(owners, method) == owners.end()) {
    std::string names;
    for (const std::string& owner : owners) names += (names.empty() ? "" : ", ") + owner;
    return join_text("train.method is ", method, ", and only ", names, " reads it");
  }
  for (const ParameterCondition& condition : setting.read_if) {
    const std::string value = config.plain_text(condition.name);
    if (value != condition.value)
      return join_text(condition.name, " is ", shown(value), ", not ", shown(condition.value));
  }
  if (setting.name == "easy_focus.start_epoch" && !reads_common_start(config)) {
    return "each of discard, reweight and sphere_attack is off or has a start_epoch of its own";
  }
  if (setting.name == "test.skip" && config.read<TestSettings>().every == 0) {
    return "test.every is 0: the test images are never looked at";
  }
  return "";
}

}  // namespace

std::string why_unread(const Config& config, const std::string& key) {
  const auto found = std::ranges::find(config.schema(), key, &Parameter::name);
  CERTUS_CHECK(found != config.schema().end());
  return why_unread(config, *found);
}

std::vector<std::string> unread_settings(const Config& config) {
  std::vector<std::string> unread;
  for (const Parameter& setting : config.schema()) {
    if (!why_unread(config, setting).empty()) unread.push_back(setting.name);
  }
  return unread;
}

Config training_config(const std::vector<ConfigText>& texts, const std::vector<std::string>& overrides) {
  Config config(train_settings(), texts, overrides);
  static_cast<void>(find_method(config.read<LoopSettings>().method));
  std::vector<std::string> unread = unread_settings(config);
  // Settings that early texts leave open have the values that they get in the end.
  std::vector<ConfigText> so_far{{.name = "all", .content = config.to_toml()}};
  so_far.insert(so_far.end(), texts.begin(), texts.end());
  for (std::size_t text = texts.size() + 1; text-- > 0;) {
    if (text < texts.size()) {
      const std::vector<std::string> unread_here = unread_settings(Config(train_settings(), so_far, {}));
      std::erase_if(unread, [&](const std::string& key) {
        return std::ranges::find(unread_here, key) == unread_here.end();
      });
    }
    for (const Config::Given& given : config.given()) {
      if (given.text != text || std::ranges::find(unread, given.key) == unread.end()) continue;
      fail(ErrorKind::kConfig, given.where, ": ", given.key, " would have no effect, because ",
           why_unread(config, given.key), "; leave it out");
    }
    if (text < texts.size()) so_far.pop_back();
  }
  return config;
}

std::string run_config_text(const Config& config) {
  return config.to_toml(unread_settings(config));
}

}  // namespace certus
