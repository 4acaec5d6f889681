#pragma once

#include <span>

#include "certus/metrics/group_comparison.h"
#include "certus/report/document.h"

namespace certus {

/// Adds what pairs of seeds say of pairs of methods: a table, a sentence of what is compared, and
/// "group_comparisons" to the JSON value. Nothing where every group is one log.
void add_group_comparisons(Document& document, std::span<const LoadedLog> logs,
                           std::span<const LogGroup> groups, std::span<const PairComparison> pairs);

}  // namespace certus
