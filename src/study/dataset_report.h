#pragma once

#include <filesystem>

#include "certus/data/fetch.h"
#include "certus/data/known_datasets.h"
#include "certus/report/document.h"

namespace certus {

/// What was found of a data set.
struct DatasetReport {
  Document document;
  bool is_right = false;  ///< all files are there, and none is wrong
};

/// Checks every file of the data set. Pictures of ImageNet are counted: their folders have no published
/// checksums.
DatasetReport check_dataset(const KnownDataset& known, const std::filesystem::path& data_dir);

/// What the data set is, the same checks, and the images per class of what is there.
Document describe_dataset(const KnownDataset& known, const std::filesystem::path& data_dir);

Document fetch_document(const KnownDataset& known, const FetchResult& result);

}  // namespace certus
