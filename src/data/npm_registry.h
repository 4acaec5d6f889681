#pragma once

#include <string>

namespace certus {

/// The package registry that npm is configured to use on this machine, without a slash at the end. Fails when
/// npm is missing, does not answer within half a minute or does not name an http(s) address.
std::string npm_registry();

}  // namespace certus
