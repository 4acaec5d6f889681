#pragma once

#include <string>

namespace certus {

/// Every setting of training with its kind, default and meaning, as Markdown: docs/settings.md.
std::string settings_page();

}  // namespace certus
