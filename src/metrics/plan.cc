#include "certus/metrics/plan.h"

#include "certus/stats/clopper_pearson.h"
#include "certus/stats/dataset_statement.h"
#include "certus/stats/winner_test.h"

namespace certus {

Plan make_plan(const PlanParams& params) {
  Plan plan;
  plan.largest_radius = largest_radius(params.budget);
  plan.least_n_to_certify = *least_samples_for_radius(0.0, params.budget);
  plan.least_n_to_predict = least_samples_to_predict(params.budget.alpha);
  plan.most_false_certificates = most_false_certificates(params.images, params.budget.alpha, params.rho);
  plan.cohen_false_share = cohen_false_share(params.images, params.budget.alpha, params.rho);
  plan.forward_passes = static_cast<double>(params.images) * static_cast<double>(params.n0 + params.budget.n);
  if (params.images_per_second) plan.seconds = plan.forward_passes / *params.images_per_second;
  for (const double radius : params.radii) {
    Plan::Target target{.radius = radius};
    target.least_n = least_samples_for_radius(radius, params.budget);
    target.least_votes = k_min(radius, params.budget);
    // The median of Bin(n, p) reaches k where the Clopper-Pearson bound at level 1/2 is p.
    if (target.least_votes)
      target.p_for_half = clopper_pearson_lower(*target.least_votes, params.budget.n, 0.5).p;
    plan.targets.push_back(target);
  }
  return plan;
}

}  // namespace certus
