#pragma once

#include <string>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// Settings that a run would never look at: those of other methods, of pieces that are off, of the schedule
/// that was not chosen. All functions take configurations of train_settings().

/// Why training with `config` does not look at the setting, as a message says it after "because": "discard.on
/// is false, not true". Empty when it does look.
std::string why_unread(const Config& config, const std::string& key);

/// The keys of all settings that training with `config` does not look at, in the order of the schema.
std::vector<std::string> unread_settings(const Config& config);

/// The configuration that texts and overrides (as --set has them) make. A setting that is given without
/// effect is an error that names it, the place and the reason.
///
/// A text may switch off what an earlier one set up, as a preset that includes another does. So a setting is
/// without effect when neither the texts up to its own nor those up to any later one make a run that reads
/// it; overrides count as the last text.
Config training_config(const std::vector<ConfigText>& texts, const std::vector<std::string>& overrides);

/// The configuration as a run keeps it: TOML with every setting that it looks at and no other, so that
/// training_config accepts it and makes the same run from it.
std::string run_config_text(const Config& config);

}  // namespace certus
