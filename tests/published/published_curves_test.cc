// The curves of P(p_A >= p) published with the paper. Reads the shared folder, never copies from it.
#include "certus/logs/load_log.h"
#include "certus/logs/log_path.h"
#include "certus/logs/printed_curve.h"
#include "certus/metrics/curve_inversion.h"
#include "certus/metrics/p_a_distribution.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using nlohmann::json;

TEST(PublishedCurves, GiveTheConversionToAHundredVotes) {
  CERTUS_NEEDS_SHARED("ecdf/ours_1.0.csv");
  const json expected = test::read_json(test::shared_file("golden/ecdf2certified_n100.json"))["methods"];
  ASSERT_EQ(expected.size(), 7u);
  for (const auto& [method, rows] : expected.items()) {
    const std::string path = test::shared_file("ecdf/" + method + "_1.0.csv").string();
    const PrintedCurve curve = read_printed_curve(path);
    EXPECT_EQ(curve.points.size(), 501u);
    const Budget target{.n = 100, .alpha = 0.01, .sigma = *sigma_in_path(path)};
    EXPECT_EQ(target.sigma, 1.0);
    std::vector<double> radii;
    for (const json& row : rows) radii.push_back(row["r"]);
    const auto converted = CurveInversion(curve).convert(target, radii);
    for (std::size_t i = 0; i < radii.size(); ++i)
      EXPECT_EQ(converted[i].value, rows[i]["lookup_csv"].get<double>()) << method << ' ' << radii[i];
  }
}

TEST(PublishedCurves, BoundWhatTheirLogsHaveBetweenTheirPoints) {
  CERTUS_NEEDS_SHARED("ecdf/ours_0.5.csv");
  const LoadedLog loaded =
      load_log(test::shared_file("logs/cifar10/ours/noise_0.5.tsv").string(), {.as_printed = true});
  const PaDistribution p_a(loaded.log, loaded.budget().n);
  const CurveInversion inversion(read_printed_curve(test::shared_file("ecdf/ours_0.5.csv").string()));
  for (const double p : {0.5005, 0.81234, 0.99877, 0.9995, 0.99999}) {
    const Estimate estimate = inversion.share_at_least(p);
    EXPECT_LE(estimate.lower, p_a.share_at_least(p)) << p;
    EXPECT_GE(estimate.upper, p_a.share_at_least(p)) << p;
  }
}

}  // namespace
}  // namespace certus
