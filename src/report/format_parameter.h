#pragma once

#include "certus/base/parameter.h"
#include "certus/report/table.h"

namespace certus {

class Parameters;

/// How a document is printed.
Parameter& describe_format(Parameters& p, Format& format);

}  // namespace certus
