#pragma once

#include <filesystem>
#include <vector>

#include "certus/record/certification_record.h"

namespace certus {

/// Every row of an anytime record with all that it holds, to go on from there. Fails as load_log does, and
/// where the file is not an anytime record as RecordWriter writes it.
std::vector<CertificationRecord> read_anytime_records(const std::filesystem::path& path);

}  // namespace certus
