#pragma once

#include <string_view>

namespace certus {

/// The explorer page with {{data}} where its data go, as web/ makes it at build time; empty where the build
/// left it out (CERTUS_EXPLORER).
std::string_view explorer_frame();

}  // namespace certus
