// How well the conversions do on populations whose truth is known: error and interval coverage.
// Usage: certus_conversion_study [repeats [part of a name [guaranteed]]] (default 40, all; prints a Markdown
// table). With "guaranteed" it is about the guaranteed method, else about the other three.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "certus/metrics/budget_conversion.h"
#include "certus/stats/beta.h"
#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"
#include "certus/stats/normal.h"

namespace {

using namespace certus;

Probability smoothed(double u) {
  if (u < 0.40) return normal_probability(-0.8 + 0.8 * normal_quantile(u / 0.40));
  if (u < 0.75) return normal_probability(1.0 + 0.8 * normal_quantile((u - 0.40) / 0.35));
  return normal_probability(3.5 + normal_quantile((u - 0.75) / 0.25));
}

struct KnownPopulation {
  const char* name;
  Probability (*quantile)(double u);
};

const KnownPopulation kPopulations[] = {
    {"Beta(8, 2)", [](double u) { return beta_quantile(u, 8.0, 2.0); }},
    {"Beta(2, 1)", [](double u) { return beta_quantile(u, 2.0, 1.0); }},
    {"Beta(0.5, 0.3)", [](double u) { return beta_quantile(u, 0.5, 0.3); }},
    {"Beta(30, 3)", [](double u) { return beta_quantile(u, 30.0, 3.0); }},
    {"constant 0.9", [](double) { return Probability::from_p(0.9); }},
    {"0.6 or 0.95, half each", [](double u) { return Probability::from_p(u < 0.5 ? 0.6 : 0.95); }},
    {"like CIFAR-10", smoothed},
    {"like CIFAR-10, 20 % at 1",
     [](double u) {
       return u < 0.8 ? smoothed(u / 0.8) : Probability{1.0, 0.0};
     }},
    {"two far clusters",
     [](double u) {
       if (u < 0.5) return normal_probability(0.5 * normal_quantile(u / 0.5));
       return u < 0.75 ? normal_probability(2.4 + 0.15 * normal_quantile((u - 0.5) / 0.25))
                       : normal_probability(3.4 + 0.15 * normal_quantile((u - 0.75) / 0.25));
     }},
    // The estimator's constants were set while looking at populations like those above; not at these.
    {"held out: Beta(5, 0.5)", [](double u) { return beta_quantile(u, 5.0, 0.5); }},
    {"held out: logistic in Phi^-1",
     [](double u) { return normal_probability(0.8 + 0.7 * std::log(u / (1.0 - u))); }},
    {"held out: gamma tail in Phi^-1",
     [](double u) { return normal_probability(-1.0 - 1.3 * std::log1p(-u)); }},
};
const std::vector<double> kRadii = {0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0};

/// By method.
struct Score {
  std::array<double, kConversionMethods.size()> rmse{};
  std::array<double, kConversionMethods.size()> coverage{};
  std::array<double, kConversionMethods.size()> width{};
};

Score study(const std::vector<Probability>& quantiles, std::int64_t n, std::int64_t to_n, std::size_t images,
            int repeats, std::span<const ConversionMethod> methods) {
  const Budget source{.n = n, .alpha = 0.001, .sigma = 1.0};
  const Budget target{.n = to_n, .alpha = 0.001, .sigma = 1.0};
  std::vector<double> truth(kRadii.size());
  for (std::size_t r = 0; r < kRadii.size(); ++r) {
    const auto k = k_min(kRadii[r], target);
    for (const Probability& p : quantiles)
      truth[r] += k ? binomial_upper_tail(*k, target.n, p) / static_cast<double>(quantiles.size()) : 0.0;
  }
  Score score;
  const double cases = repeats * static_cast<double>(kRadii.size());
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto seed = static_cast<std::uint64_t>(repeat);
    CertificationLog log;
    for (std::uint64_t i = 0; i < images; ++i) {
      const Probability p = quantiles[static_cast<std::size_t>(keyed_uniform(seed, 10, i) *
                                                               static_cast<double>(quantiles.size()))];
      log.idx.push_back(static_cast<std::int64_t>(i));
      log.label_votes.push_back(binomial_quantile(keyed_uniform(seed, 11, i), n, p));
    }
    const PaDistribution p_a(log, n);
    for (const ConversionMethod method : methods) {
      const auto m = static_cast<std::size_t>(method);
      const Conversion c = convert_budget(p_a, source, target, kRadii, method, 0.95);
      for (std::size_t r = 0; r < kRadii.size(); ++r) {
        const Estimate& e = c.accuracy[r];
        score.rmse[m] += std::pow(e.value - truth[r], 2) / cases;
        score.coverage[m] += truth[r] >= e.lower - 1e-6 && truth[r] <= e.upper + 1e-6 ? 1.0 / cases : 0.0;
        score.width[m] += (e.upper - e.lower) / cases;
      }
    }
  }
  for (double& x : score.rmse) x = std::sqrt(x);
  return score;
}

struct Case {
  const char* population;
  std::int64_t n, to_n;
  std::size_t images;
};

void print_methods(const Case& of, const std::vector<Probability>& quantiles, int repeats) {
  const Score s = study(quantiles, of.n, of.to_n, of.images, repeats, std::span(kConversionMethods).first(3));
  std::printf(
      "| %s | %lld | %lld | %zu | %.2f / %.2f / **%.2f** | %.0f / %.0f / **%.0f** | %.2f / %.2f / %.2f |\n",
      of.population, static_cast<long long>(of.n), static_cast<long long>(of.to_n), of.images,
      100 * s.rmse[0], 100 * s.rmse[1], 100 * s.rmse[2], 100 * s.coverage[0], 100 * s.coverage[1],
      100 * s.coverage[2], 100 * s.width[0], 100 * s.width[1], 100 * s.width[2]);
}

void print_guaranteed(const Case& of, const std::vector<Probability>& quantiles, int repeats) {
  const Score s = study(quantiles, of.n, of.to_n, of.images, repeats, std::span(kConversionMethods).last(1));
  std::printf("| %s | %lld | %lld | %zu | %.1f | %.2f |\n", of.population, static_cast<long long>(of.n),
              static_cast<long long>(of.to_n), of.images, 100 * s.coverage[3], 100 * s.width[3]);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 40;
  const bool guaranteed = argc > 3;
  std::printf(guaranteed
                  ? "| population | n | to N | images | coverage of 95 %% intervals, %% | width, points |\n"
                    "| :-- | --: | --: | --: | --: | --: |\n"
                  : "| population | n | to N | images | RMSE, points | coverage of 95 %% intervals, %% | "
                    "width, points |\n| :-- | --: | --: | --: | --: | --: | --: |\n");
  for (const KnownPopulation& population : kPopulations) {
    if (argc > 2 && std::string_view(population.name).find(argv[2]) == std::string_view::npos) continue;
    std::vector<Probability> quantiles;
    for (int i = 0; i < 20'000; ++i) quantiles.push_back(population.quantile((i + 0.5) / 20'000));
    for (const auto& [n, to_n] :
         {std::pair<std::int64_t, std::int64_t>{100, 100'000}, {1000, 100'000}, {1000, 100}}) {
      for (const std::size_t images : {std::size_t{10'000}, std::size_t{500}}) {
        (guaranteed ? print_guaranteed : print_methods)({population.name, n, to_n, images}, quantiles,
                                                        repeats);
        std::fflush(stdout);
      }
    }
  }
}
