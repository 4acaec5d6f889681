#pragma once

#include <string>

namespace certus {

/// The package registry that npm on this machine is set to, without a slash at the end. Fails when npm is
/// missing, does not answer within half a minute or names no http(s) address.
std::string npm_registry();

}  // namespace certus
