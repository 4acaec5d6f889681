#include "certus/procedure/procedures.h"

#include <algorithm>
#include <array>

#include "certus/base/error.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/predict.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"

namespace certus {

std::span<const ProcedureKind* const> procedure_kinds() {
  static const std::array kinds{&top_class_kind(),         &two_class_kind(), &predict_kind(),
                                &at_radii_kind(),          &to_width_kind(),  &randomized_kind(),
                                &at_radii_two_class_kind()};
  return kinds;
}

const ProcedureKind* find_procedure_kind(std::string_view name) {
  const auto kinds = procedure_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const ProcedureKind* kind) { return kind->name == name; });
  return found == kinds.end() ? nullptr : *found;
}

const ProcedureKind& kind_of_columns(const std::function<bool(std::string_view name)>& has_column) {
  if (!has_column("radius")) return predict_kind();
  if (!has_column("counts")) return top_class_kind();  // a foreign log
  for (const ProcedureKind* kind : procedure_kinds()) {
    const auto& extension = kind->columns.extension;
    if (!extension.empty() && std::all_of(extension.begin(), extension.end(),
                                          [&](const auto& column) { return has_column(column.name); }))
      return *kind;
  }
  return top_class_kind();
}

std::shared_ptr<const Procedure> procedure_of(const RunManifest& manifest, const std::string& file) {
  const ProcedureKind* const kind = find_procedure_kind(manifest.procedure);
  if (kind == nullptr) {
    std::string names;
    for (const ProcedureKind* known : procedure_kinds())
      names += join_text(names.empty() ? "\"" : ", \"", known->name, '"');
    fail(ErrorKind::kData, file, ": field 'procedure' is \"", manifest.procedure, "\", expected one of ",
         names, manifest.certus.empty() ? "" : "; the record was made by certus " + manifest.certus);
  }
  return kind->of_manifest(manifest, file);
}

}  // namespace certus
