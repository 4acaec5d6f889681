#pragma once

#include <string_view>

namespace certus {

/// Describes the build, for the header of every output that somebody may have to explain later.
struct BuildInfo {
  std::string_view version;   ///< of the project, "0.1.0"
  std::string_view commit;    ///< short hash, "-dirty" if there are changes; empty outside a git checkout
  std::string_view compiler;  ///< name and version
};

BuildInfo build_info();

}  // namespace certus
