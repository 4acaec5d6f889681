#include "certus/report/curve_document.h"

#include "certus/base/error.h"
#include "certus/report/budget_text.h"
#include "certus/report/curve_tables.h"
#include "certus/report/json_values.h"

namespace certus {

Document curve_document(const LoadedCurve& loaded, const CurveEvaluation& found, const std::string& name) {
  Document document;
  json_in(document) = {{"curve", loaded.curve.path},
                       {"source", json_of(loaded.source)},
                       {"target", json_of(found.target)},
                       {"was_percent", loaded.curve.was_percent}};
  if (found.target) {
    json_in(document)["certified_accuracy"] = json_of(found.accuracy, "radius");
    document.add(
        curve_table(join_text("Certified accuracy % at ", budget_text(*found.target), ", from ", name),
                    {"radius", "accuracy", "at least", "at most"}, found.accuracy));
  }
  json_in(document)["p_a"] = json_of(found.p_a, "p");
  document.add(curve_table(join_text("P(p_A >= p) % that ", found.target ? "the curve" : name, " implies"),
                           {"p", "share", "at least", "at most"}, found.p_a));
  document.add(join_text(loaded.source
                             ? join_text("The curve was read as certified with ", budget_text(*loaded.source))
                             : "The curve was read as P(p_A >= p)",
                         loaded.curve.was_percent ? ", in percent." : ", as shares."));
  document.add(
      "Bounds are what the printed points and digits leave open; values between printed points are "
      "interpolated. A curve does not say how many images it was made from, so there are no intervals over "
      "them.");
  return document;
}

}  // namespace certus
