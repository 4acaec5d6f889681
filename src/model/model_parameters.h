#pragma once

#include "certus/model/model_file.h"

namespace certus {

class Parameters;

/// What a file of a model does not say: arch and normalize.
void describe(Parameters& p, ModelOptions& options);

}  // namespace certus
