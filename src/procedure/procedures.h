#pragma once

#include <functional>
#include <span>

#include "certus/procedure/procedure.h"

namespace certus {

/// Every procedure there is. A new one is a file beside the others and a line in procedures.cc.
std::span<const ProcedureKind* const> procedure_kinds();

/// The kind of this name; null where there is none.
const ProcedureKind* find_procedure_kind(std::string_view name);

/// The kind whose columns a record has that comes without a manifest: the first with these columns.
/// @param has_column  whether the file has a column of this name
const ProcedureKind& kind_of_columns(const std::function<bool(std::string_view name)>& has_column);

/// The procedure that a manifest describes. Fails, naming file and field, on a manifest that does not
/// describe one that certus knows.
std::shared_ptr<const Procedure> procedure_of(const RunManifest& manifest, const std::string& file);

}  // namespace certus
