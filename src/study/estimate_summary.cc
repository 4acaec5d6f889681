#include "certus/study/estimate_summary.h"

#include <algorithm>
#include <numeric>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/recipe/estimate_table.h"
#include "certus/report/json_values.h"

namespace certus {

Document estimate_summary(const std::filesystem::path& path) {
  const EstimateTable table = read_estimates(path);
  const auto images = static_cast<double>(table.correct.size());
  const auto samples = static_cast<double>(table.manifest.samples);
  const auto total =
      static_cast<double>(std::accumulate(table.correct.begin(), table.correct.end(), std::int64_t{0}));
  Document document;
  json_in(document) = {{"table", path.string()},
                       {"kind", estimate_name(table.manifest.kind)},
                       {"images", table.correct.size()},
                       {"samples", table.manifest.samples},
                       {"mean_p_correct", total / images / samples},
                       {"share_at_least", Json::array()}};
  Table shares{.title = join_text("Share of ", grouped_text(std::ssize(table.correct)),
                                  " images with p_correct >= p, from ", grouped_text(table.manifest.samples),
                                  " draws each, sigma ", table.manifest.sigma),
               .header = {"p"},
               .rows = {{text_cell("images %")}}};
  for (int tenth = 1; tenth <= 9; ++tenth) {
    // In whole numbers: 0.7 times a count has no exact double.
    const auto kept = std::count_if(table.correct.begin(), table.correct.end(), [&](std::int64_t correct) {
      return 10 * correct >= tenth * table.manifest.samples;
    });
    const double share = static_cast<double>(kept) / images;
    shares.header.push_back(fixed_text(tenth / 10.0, 1));
    shares.rows.front().push_back(percent_cell(share, 1));
    json_in(document)["share_at_least"].push_back({{"p", tenth / 10.0}, {"share", share}});
  }
  document.add(std::move(shares));
  document.add(join_text("Mean p_correct ", fixed_text(total / images / samples, 4), ". Table: ", path, '.'));
  return document;
}

}  // namespace certus
