#pragma once

#include <filesystem>
#include <vector>

#include "certus/procedure/procedure.h"

namespace certus {

/// Every row of a record with all that it holds, to continue from there. Fails as load_log does, and where
/// the file does not have the columns that RecordWriter writes for a record of this kind.
std::vector<CertificationRecord> read_records(const std::filesystem::path& path, const ProcedureKind& kind);

}  // namespace certus
