#include "certus/report/conversion_document.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/report/budget_text.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

bool has_value(const Conversion& conversion) {
  return conversion.method != ConversionMethod::kGuaranteed;
}

Json method_json(const MethodConversion& method) {
  Json json{{"method", method_text(method.conversion.method)},
            {"acr", json_of(method.acr)},
            {"acr_range", method.acr_range
                              ? Json{{"least", method.acr_range->least}, {"most", method.acr_range->most}}
                              : Json(nullptr)},
            {"certified_accuracy", json_of(method.conversion.accuracy, "radius")}};
  for (std::size_t i = 0; i < method.conversion.accuracy.size(); ++i) {
    Json& at = json["certified_accuracy"][i];
    at["extrapolated"] = static_cast<bool>(method.conversion.extrapolated[i]);
    if (!has_value(method.conversion)) at["value"] = nullptr;
  }
  return json;
}

void add_columns(Table& table, const Conversion& conversion) {
  const std::string name = method_text(conversion.method);
  if (has_value(conversion)) table.header.push_back(name);
  table.header.insert(table.header.end(), {name + " lower", name + " upper"});
  for (std::size_t i = 0; i < conversion.accuracy.size(); ++i) {
    const Estimate& e = conversion.accuracy[i];
    Cell value = percent_cell(e.value, 2);
    if (conversion.extrapolated[i]) value.text += "*";
    if (has_value(conversion)) table.rows[i].push_back(std::move(value));
    table.rows[i].insert(table.rows[i].end(), {percent_cell(e.lower, 2), percent_cell(e.upper, 2)});
  }
}

/// What the interval of the guaranteed method says, where it was computed.
std::string guarantee_sentence(const LogConversion& found) {
  return join_text(
      "guaranteed: for every distribution of p_A and at each radius by itself, the interval contains the "
      "mean over all images like these with probability at least ",
      found.confidence,
      ", and with the same probability what certifying these very images at the target gives in "
      "expectation.");
}

bool is_extrapolated(const MethodConversion& method) {
  const std::vector<bool>& at = method.conversion.extrapolated;
  return std::find(at.begin(), at.end(), true) != at.end();
}

/// Empty where nothing is open.
std::string range_text(const std::optional<AcrRange>& range) {
  if (!range) return "";
  return join_text(", from ", fixed_text(range->least, 4), " to ", fixed_text(range->most, 4));
}

}  // namespace

Document conversion_document(const LoadedLog& loaded, const LogConversion& found) {
  const std::string& path = loaded.log.path;
  Document document;
  json_in(document) = {{"log", path},
                       {"rows", loaded.log.rows()},
                       {"source", json_of(found.source)},
                       {"target", json_of(found.target)},
                       {"confidence", found.confidence},
                       {"methods", Json::array()}};
  Table table{.title = join_text("Certified accuracy % at ", budget_text(found.target)),
              .header = {"radius"},
              .rows = {}};
  for (const double radius : found.radii) table.rows.push_back({exact_cell(radius)});
  for (const MethodConversion& method : found.methods) {
    json_in(document)["methods"].push_back(method_json(method));
    add_columns(table, method.conversion);
  }
  document.add(std::move(table));
  document.add(join_text(path, ": ", budget_sentence(loaded), "; ", loaded.log.rows(),
                         " images. No inference was run."));
  for (const std::string& note : loaded.notes) document.add(note);
  if (loaded.has_rounded_radii() && !loaded.as_printed) {
    document.add(
        "Its radii are rounded, and each is read as the middle one of the votes that print to it. So values "
        "at the log's own budget can differ from those of an evaluation, which counts only what votes "
        "prove. The range of ACR is that of all votes that print to the radii.");
  }
  for (const MethodConversion& method : found.methods) {
    if (!method.acr) continue;
    document.add(join_text("ACR at the target, ", method_text(method.conversion.method), ": ",
                           fixed_text(*method.acr, 4), range_text(method.acr_range), " (not for ranking)."));
  }
  if (std::ranges::any_of(found.methods,
                          [](const MethodConversion& each) { return !has_value(each.conversion); }))
    document.add(guarantee_sentence(found));
  if (std::any_of(found.methods.begin(), found.methods.end(), is_extrapolated)) {
    document.add(
        join_text("* extrapolated: ", grouped_text(found.source.n),
                  " votes are too few to measure the p_A that this radius needs; trust the interval, not the "
                  "value."));
  }
  return document;
}

}  // namespace certus
