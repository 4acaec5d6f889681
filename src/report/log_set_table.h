#pragma once

#include <span>

#include "certus/metrics/load_logs.h"
#include "certus/metrics/log_set.h"
#include "certus/report/method_table.h"

namespace certus {

/// The method_table of a set of logs, with the warnings and notes that go with it. JSON has "warnings",
/// "unreadable" and "near_constant", too.
/// @param unread  logs that were left out
Document log_set_table(const LogSet& set, std::span<const UnreadLog> unread, MethodTableParams params);

}  // namespace certus
