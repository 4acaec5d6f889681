#pragma once

#include <string>

#include "certus/metrics/log_comparison.h"
#include "certus/report/document.h"

namespace certus {

struct ComparisonDocumentOptions {
  std::size_t most_pairs = 10;  ///< with more pairs there is no row per pair
  /// Says how a reader then gets these rows. It is the start of a sentence that continues "the 21
  /// pairs with ...".
  std::string listing = "Asking for more pairs lists";
};

/// Which model is better: what the comparison came to in a few lines, a matrix per sigma, a row per pair, and
/// the best certified accuracy over sigma where a method has several. The keys of the JSON value are stable.
Document comparison_document(const LogComparison& found, const ComparisonDocumentOptions& options = {});

}  // namespace certus
