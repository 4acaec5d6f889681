#include "certus/procedure/procedure.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/noise/gaussian.h"

namespace certus {

std::unique_ptr<ImageProcedure> Procedure::go_on(const ImageContext&, const CertificationRecord&) const {
  CERTUS_CHECK(false);  // check_top_up has refused it
  return nullptr;
}

void Procedure::check_top_up(const Procedure&, const std::string& record) const {
  fail(ErrorKind::kConfig, record,
       ": was certified with a fixed n, which has spent all of alpha; draws can only be added to records "
       "that were decided at radii or to a width");
}

double Procedure::least_claim() const {
  return -std::log(budget_.alpha) / static_cast<double>(budget_.n);
}

void check_can_certify(std::int64_t n0, const Budget& budget, double alpha) {
  check_budget(budget);
  if (n0 < 1 || n0 > 1'000'000'000) {
    fail(ErrorKind::kConfig, "n0 is ", n0, ", expected a number of votes in [1, 1000000000]");
  }
  Budget spent = budget;
  spent.alpha = alpha;
  const auto least = least_samples_for_radius(0.0, spent);
  CERTUS_CHECK(least.has_value());
  if (budget.n < *least) {
    fail(ErrorKind::kConfig, "n is ", budget.n, ": every image would abstain; at alpha = ", budget.alpha,
         " at least ", *least, " votes are needed");
  }
}

void check_noise_suffices(const Procedure& procedure, std::size_t pixels) {
  const Budget& budget = procedure.budget();
  const double missing = std::ceil(static_cast<double>(pixels) / 2.0) * kMissingTailOfPair;
  const double most = procedure.least_claim() * static_cast<double>(budget.n) / missing;
  if (static_cast<double>(budget.n) > most) {
    fail(ErrorKind::kConfig, "n is ", budget.n, ": for images of ", pixels,
         " numbers the tails of the noise carry at most ", std::floor(most), " votes; n must be below that");
  }
}

}  // namespace certus
