// The ImageNet logs published with the paper, and what the paper says of them. Reads the shared folder, never
// copies from it.
#include <cmath>

#include "certus/base/number_text.h"
#include "certus/logs/audit.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/shared_images.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;

std::string log_path(const std::string& method, double sigma) {
  const std::string name = sigma == 0.25 ? "noise_0.25" : sigma == 0.5 ? "noise_0.5.tsv" : "noise_1.0.tsv";
  return test::shared_file("logs/imagenet/" + method + "/" + name).string();
}

LoadedLog published(const std::string& method, double sigma) {
  return load_log(log_path(method, sigma), {.as_printed = true});
}

json table() {
  return test::read_json(test::shared_file("golden/table2_imagenet.json"));
}

json claimed(const std::string& id) {
  const json claims = test::read_json(test::shared_file("golden/claims.json")).at("claims");
  for (const json& claim : claims) {
    if (claim["id"] == id) return claim;
  }
  ADD_FAILURE() << "no claim " << id;
  return {};
}

TEST(ImageNetLogs, GiveTheTableToSixDigits) {
  CERTUS_NEEDS_SHARED("golden/table2_imagenet.json");
  const json golden = table();
  const std::vector<double> radii = golden["radii"];
  ASSERT_EQ(golden["rows"].size(), 14u);
  for (const json& row : golden["rows"]) {
    const LoadedLog loaded = published(row["method"], row["sigma"]);
    EXPECT_EQ(loaded.sigma.source, Source::kPath) << row["log"];
    EXPECT_EQ(*loaded.sigma.value, row["sigma"].get<double>());
    EXPECT_EQ(loaded.budget().n, row["N_inferred"].get<std::int64_t>()) << row["log"];
    EXPECT_EQ(loaded.budget().alpha, row["alpha_inferred"].get<double>()) << row["log"];
    const auto images = static_cast<double>(loaded.log.rows());
    EXPECT_EQ(images, row["n"].get<double>());
    EXPECT_NEAR(average_certified_radius(loaded.log), row["acr"].get<double>(), 5.1e-7) << row["log"];
    EXPECT_EQ(abstentions(loaded.log), row["n_abstain"].get<std::int64_t>());
    const auto curve = certified_accuracy(loaded.log, radii, 0.95);
    for (std::size_t i = 0; i < radii.size(); ++i) {
      EXPECT_EQ(std::llround(curve[i].value * images), row["cert_count"][i].get<std::int64_t>())
          << row["log"] << ' ' << radii[i];
    }
  }
}

TEST(ImageNetLogs, DifferFromThePrintInFourCells) {
  CERTUS_NEEDS_SHARED("golden/table2_imagenet.json");
  const json golden = table();
  const std::vector<double> radii = golden["radii"];
  std::vector<std::string> differing;
  for (const json& row : golden["rows"]) {
    const std::string name =
        row["method"].get<std::string>() + " " + round_trip_text(row["sigma"].get<double>());
    const LoadedLog loaded = published(row["method"], row["sigma"]);
    // Half a unit of the last printed digit, and a little for its binary value.
    if (std::fabs(average_certified_radius(loaded.log) - row["acr_paper"].get<double>()) > 5.000001e-4)
      differing.push_back(name + " ACR");
    const auto curve = certified_accuracy(loaded.log, radii, 0.95);
    for (std::size_t i = 0; i < radii.size(); ++i) {
      if (std::fabs(100.0 * curve[i].value - row["cert_acc_percent_paper"][i].get<double>()) > 0.05000001)
        differing.push_back(name + " r = " + round_trip_text(radii[i]));
    }
  }
  EXPECT_THAT(differing, ::testing::UnorderedElementsAre("gaussian 0.25 ACR", "smoothadv 0.5 ACR",
                                                         "ours 1 ACR", "ours 0.5 r = 0"));
}

TEST(ImageNetLogs, MixBudgetsAndImages) {
  CERTUS_NEEDS_SHARED("logs/imagenet");
  for (const double sigma : {0.25, 0.5, 1.0}) {
    const AuditResult audit = audit_logs({log_path("gaussian", sigma)}, {}).front();
    EXPECT_EQ(audit.alpha_consistent, std::vector<double>{0.01}) << sigma;  // nothing else fits
    const auto alphas = audit_logs({log_path("ours", sigma)}, {}).front().alpha_consistent;
    EXPECT_THAT(alphas, ::testing::Contains(0.001)) << sigma;
    EXPECT_THAT(alphas, ::testing::Not(::testing::Contains(0.01))) << sigma;
    const LoadedLog ours = published("ours", sigma);
    const LoadedLog smoothadv = published("smoothadv", sigma);
    EXPECT_EQ(ours.log.rows(), 500u);
    EXPECT_EQ(smoothadv.log.rows(), 427u);
    EXPECT_EQ(shared_images(ours.log, smoothadv.log), 427);
    EXPECT_EQ(differing_labels(ours.log, smoothadv.log), 427) << "the images behind these indices are others";
    const LoadedLog gaussian = published("gaussian", sigma);
    EXPECT_EQ(gaussian.log.rows(), sigma == 0.25 ? 427u : 500u);
    EXPECT_EQ(differing_labels(ours.log, gaussian.log), 0);
  }
}

/// The share of the best baseline's lead over Gaussian training that the paper's method has, in percent.
double recovery(double ours, double best, double gaussian) {
  return 100.0 * (ours - gaussian) / (best - gaussian);
}

TEST(ImageNetLogs, GiveTheRecoveryThatIsPrinted) {
  CERTUS_NEEDS_SHARED("golden/claims.json");
  for (const auto& [sigma, best] : {std::pair{0.25, "smoothadv"}, {0.5, "smoothmix"}, {1.0, "catrs"}}) {
    const json claim = claimed("recovery_" + std::string(sigma == 1.0 ? "1.0" : round_trip_text(sigma)));
    const auto acr = [&, at = sigma](const char* method) {
      return average_certified_radius(published(method, at).log);
    };
    EXPECT_NEAR(recovery(acr("ours"), acr(best), acr("gaussian")), claim["value"]["from_logs"].get<double>(),
                1e-3)
        << sigma;
  }
}

TEST(ImageNetLogs, GiveAnotherRecoveryOnEqualTerms) {
  CERTUS_NEEDS_SHARED("golden/claims.json");
  const BudgetChange usual{.n = {}, .alpha = 0.001};
  // sigma 0.5 and 1: the same 500 images, Gaussian brought to alpha = 0.001.
  for (const auto& [sigma, best] : {std::pair{0.5, "smoothmix"}, {1.0, "catrs"}}) {
    std::vector<LoadedLog> logs{published("ours", sigma), published(best, sigma),
                                published("gaussian", sigma)};
    EXPECT_EQ(comparability_warnings(logs, usual), std::vector<std::string>{});
    const json claim = claimed(sigma == 1.0 ? "recovery_1.0" : "recovery_0.5");
    EXPECT_NEAR(recovery(*acr_at(logs[0], usual), *acr_at(logs[1], usual), *acr_at(logs[2], usual)),
                claim["value"]["from_logs_gaussian_recertified_at_alpha_0_001"].get<double>(), 0.05)
        << sigma;
  }
  // sigma 0.25: Gaussian and the paper's method on their 427 shared images; SmoothAdv stays on its own.
  std::vector<LoadedLog> logs{published("ours", 0.25), published("gaussian", 0.25)};
  keep_shared_images(logs);
  EXPECT_EQ(logs[0].log.rows(), 427u);
  EXPECT_EQ(comparability_warnings(logs, usual), std::vector<std::string>{});
  const double ours = *acr_at(logs[0], usual);
  EXPECT_NEAR(ours, 0.529071, 5.1e-7);  // 0.529291 of all 500
  const double shared = recovery(ours, *acr_at(published("smoothadv", 0.25), usual), *acr_at(logs[1], usual));
  EXPECT_NEAR(shared, 94.74, 0.05);
}

TEST(ImageNetLogs, HaveNoImageInCommonWithSmoothAdv) {
  CERTUS_NEEDS_SHARED("logs/imagenet");
  std::vector<LoadedLog> logs{published("ours", 0.5), published("smoothadv", 0.5)};
  EXPECT_THAT(test::error_of([&] { keep_shared_images(logs); }),
              ::testing::HasSubstr("has no image, by index and label, in common with"));
}

TEST(ImageNetLogs, AreOneMethodWithAndWithoutAnEnding) {
  CERTUS_NEEDS_SHARED("logs/imagenet");
  const std::vector<std::string> paths{log_path("gaussian", 0.25), log_path("gaussian", 1.0),
                                       log_path("ours", 0.25), log_path("ours", 0.5)};
  EXPECT_EQ(method_names(paths), (std::vector<std::string>{"gaussian", "gaussian", "ours", "ours"}));
  std::vector<LoadedLog> logs;
  for (const std::string& path : paths) logs.push_back(load_log(path, {.as_printed = true}));
  const auto best = best_over_sigma(logs, std::vector<double>{0.0, 1.0});
  ASSERT_EQ(best.size(), 2u);
  EXPECT_EQ(best[1].sigmas, (std::vector<double>{0.25, 0.5}));
}

TEST(ImageNetLogs, OfAllMethodsButOneHaveMoreImagesBelowOneHalfThanGaussian) {
  CERTUS_NEEDS_SHARED("golden/claims.json");
  const json claim = claimed("imagenet_more_below_half")["value"];
  for (const auto& [sigma, counts] : claim["correct_counts"].items()) {
    for (const auto& [method, count] : counts.items()) {
      const LoadedLog loaded = published(method, *parse_double(sigma));
      const double correct = clean_accuracy(loaded.log, 0.95).value * static_cast<double>(loaded.log.rows());
      EXPECT_EQ(std::llround(correct), count.get<std::int64_t>()) << method << ' ' << sigma;
    }
  }
  EXPECT_EQ(claim["correct_counts"]["1.0"]["catrs"], claim["correct_counts"]["1.0"]["gaussian"]);
}

}  // namespace
}  // namespace certus
