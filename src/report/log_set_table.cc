#include "certus/report/log_set_table.h"

#include "certus/metrics/grid.h"
#include "certus/report/budget_text.h"
#include "certus/report/json_values.h"
#include "certus/report/log_names.h"
#include "certus/report/log_warnings.h"

namespace certus {

Document log_set_table(const LogSet& set, std::span<const UnreadLog> unread, MethodTableParams params) {
  const auto paths = paths_of(set.logs);
  const auto names = short_names(paths);
  const auto warnings = set.warnings();
  params.by = set.by;
  if (params.radii.empty()) params.radii = usual_radii(largest_radius_at(set.logs, params.change));
  Document document = method_table(set.logs, set.groups, params);
  json_in(document)["warnings"] = warnings;
  json_in(document)["unreadable"] = json_of(unread);
  json_in(document)["near_constant"] = warn_of_near_constant(document, set.logs, names);
  warn_of_unread(document, unread);
  add_warnings(document, warnings, paths, names);
  for (const std::string& note : set.notes) document.add(note);
  if (!params.p.empty())
    document.add("p_A \u2265 p: share of images (%) whose label has at least that share of the votes.");
  document.add(acr_caveat());
  LogNotes notes(set.logs.size());
  for (std::size_t i = 0; i < set.logs.size(); ++i) {
    for (const std::string& note : set.logs[i].notes) notes.add(names[i], note);
  }
  for (std::string& line : notes.lines()) document.add(std::move(line));
  return document;
}

}  // namespace certus
