#pragma once

#include "certus/base/parameter.h"
#include "certus/data/known_datasets.h"

namespace certus {

class Parameters;

/// Which data set: data, data_dir, split, resize and no_verify. The split that is set is the usual one.
void describe(Parameters& p, OpenOptions& options);

/// Where known data sets are, and whether they have to be the published ones.
Parameter& describe_data_dir(Parameters& p, std::filesystem::path& folder);
Parameter& describe_no_verify(Parameters& p, Verify& verify);

}  // namespace certus
