#include "certus/cli/printed_curves.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus::cli {

bool are_printed_curves(const std::vector<std::string>& paths, const std::string& command) {
  const auto curves = std::count_if(paths.begin(), paths.end(), is_printed_curve);
  if (curves != 0 && curves != std::ssize(paths)) {
    fail(ErrorKind::kConfig, command, ": ", curves, " of ", paths.size(),
         curves == 1 ? " files is a printed curve" : " files are printed curves",
         ", the others are not; give curves and logs to separate commands");
  }
  return curves > 0;
}

Budget expect_target_budget(const LoadedCurve& loaded, const BudgetOptions& given,
                            const BudgetChange& change) {
  if (const auto budget = target_budget(loaded, given, change)) return *budget;
  fail(ErrorKind::kConfig, loaded.curve.path,
       ": P(p_A >= p) holds for every budget, and certified accuracy needs one; give ",
       loaded.sigma ? "" : "--sigma, ", "the votes (--n or --to-n) and alpha (--alpha or --to-alpha)");
}

}  // namespace certus::cli
