#include "certus/report/simulation_document.h"

#include "certus/report/json_values.h"

namespace certus {

Document simulation_document(const std::filesystem::path& path, const SimulatedLog& log,
                             const SimulationCounts& counts) {
  Document document;
  json_in(document) = {{"log", path.string()},
                       {"images", log.params.images},
                       {"correct", counts.correct},
                       {"abstentions", counts.abstained}};
  document.add(Table{.title = "Wrote " + path.string(),
                     .header = {"population", "images", "certified right", "abstained"},
                     .rows = {{text_cell(log.population_name), count_cell(log.params.images),
                               count_cell(counts.correct), count_cell(counts.abstained)}}});
  return document;
}

}  // namespace certus
