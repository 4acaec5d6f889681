#pragma once

#include <span>

#include "certus/metrics/load_logs.h"

namespace certus::cli {

/// Prints why logs could not be read, one line per log, after all other output. Returns the exit status: 1 if
/// there are any.
int tell_unread(std::span<const UnreadLog> unread);

}  // namespace certus::cli
