#pragma once

#include "certus/metrics/log_conversion.h"
#include "certus/report/document.h"

namespace certus {

/// A log at another budget: a row per radius with three columns per method, and ACR as sentences.
Document conversion_document(const LoadedLog& loaded, const LogConversion& found);

}  // namespace certus
