// Two tables of docs/results/anytime.md. "randomized LOG ...": what a uniform number at every look, which
// spends what counts leave of alpha, would change at one radius. "two-class RECORD ...": what deciding from
// two classes changes, on records of certus, whose shares of votes are taken as the truth.
// Usage: certus_anytime_radii_study randomized|two-class N FILE ...
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "certus/base/split_text.h"
#include "certus/logs/load_log.h"
#include "certus/stats/decision_table.h"
#include "certus/stats/one_sided_mixture.h"
#include "certus/stats/spending_boundary.h"
#include "certus/stats/two_class_table.h"
#include "certus/stats/vote_walk.h"

namespace {

using namespace certus;

constexpr double kAlpha = 0.001;

/// The masses of votes as draws are made, of which parts can be taken.
struct Paths {
  Probability p;
  std::int64_t draws = 0, first = 0;
  std::vector<double> masses{1.0};

  void draw_to(std::int64_t n) {
    VoteWalk walk(p);
    walk.draw(n - draws);
    draws = n;
    std::vector<double> sums(masses.empty() ? 0 : masses.size() + walk.masses().size() - 1);
    for (std::size_t i = 0; i < masses.size(); ++i) {
      for (std::size_t j = 0; j < walk.masses().size(); ++j) sums[i + j] += masses[i] * walk.masses()[j];
    }
    first += walk.first();
    masses = std::move(sums);
  }
  double take_from(std::int64_t k) {
    double taken = 0.0;
    for (; !masses.empty() && first + std::ssize(masses) > k; masses.pop_back()) taken += masses.back();
    return taken;
  }
  /// Of the largest number of votes that is left.
  double take_share_of_last(double share) {
    if (masses.empty()) return 0.0;
    const double taken = share * masses.back();
    masses.back() -= taken;
    return taken;
  }
  void drop_up_to(std::int64_t k) {
    const auto dropped = std::clamp<std::int64_t>(k + 1 - first, 0, std::ssize(masses));
    masses.erase(masses.begin(), masses.begin() + dropped);
    first += dropped;
  }
  double left() const {
    double sum = 0.0;
    for (const double mass : masses) sum += mass;
    return sum;
  }
};

/// Counts that certify, and with which probability one vote less does.
struct Boundary {
  std::vector<std::int64_t> least;
  std::vector<double> share;
  double spent = 0.0;
};

Boundary boundary_of(const DecisionTable& table, bool randomized) {
  const DecisionParams& params = table.params();
  const Probability p0 = radius_threshold(table.radii()[0], params.budget.sigma);
  const double first = std::ceil(std::log(params.first_share * kAlpha) / std::log1p(-p0.q));
  const std::vector<double> spent =
      log_spending(table.looks(), first, static_cast<double>(params.budget.n), kAlpha, params.first_share);
  Boundary boundary;
  Paths paths{.p = p0};
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    paths.draw_to(table.looks()[j]);
    const double left = spent[j] - boundary.spent;
    double tail = 0.0;
    std::size_t kept = paths.masses.size();
    while (kept > 0 && tail + paths.masses[kept - 1] <= left) tail += paths.masses[--kept];
    boundary.least.push_back(paths.first + static_cast<std::int64_t>(kept));
    boundary.share.push_back(randomized && kept > 0 ? (left - tail) / paths.masses[kept - 1] : 0.0);
    boundary.spent += paths.take_from(boundary.least.back());
    boundary.spent += paths.take_share_of_last(boundary.share.back());
  }
  return boundary;
}

struct Outcome {
  double certified = 0.0, draws = 0.0;
};

Outcome outcome(const DecisionTable& table, const Boundary& boundary, double p) {
  Outcome sum;
  Paths paths{.p = Probability::from_p(p)};
  for (std::size_t j = 0; j < table.looks().size() && !paths.masses.empty(); ++j) {
    const std::int64_t n = table.looks()[j];
    sum.draws += static_cast<double>(n - paths.draws) * paths.left();
    paths.draw_to(n);
    sum.certified += paths.take_from(boundary.least[j]);
    if (!paths.masses.empty() && paths.first + std::ssize(paths.masses) == boundary.least[j])
      sum.certified += paths.take_share_of_last(boundary.share[j]);
    paths.drop_up_to(std::min(table.give_up_at(j, 0), boundary.least[j] - 2));
  }
  return sum;
}

/// With the mixture: at the last look e_n alpha may exceed a uniform number instead of 1.
Outcome mixture_outcome(const DecisionTable& table, double p, bool randomized) {
  const DecisionParams& params = table.params();
  const OneSidedMixture mixture(radius_threshold(table.radii()[0], params.budget.sigma), kAlpha);
  Outcome sum;
  Paths paths{.p = Probability::from_p(p)};
  for (std::size_t j = 0; j < table.looks().size() && !paths.masses.empty(); ++j) {
    paths.draw_to(table.looks()[j]);
    sum.certified += paths.take_from(table.certify_at(j, 0));
    if (j + 1 < table.looks().size()) paths.drop_up_to(table.give_up_at(j, 0));
  }
  for (std::size_t i = 0; randomized && i < paths.masses.size(); ++i) {
    const double log_e = mixture.log_e(paths.first + static_cast<std::int64_t>(i), paths.draws);
    sum.certified += paths.masses[i] * std::min(1.0, kAlpha * std::exp(log_e));
  }
  return sum;
}

void print_randomized(std::int64_t n, const std::vector<std::string>& files) {
  std::printf(
      "| log | radius | spent by counts, of alpha | certified %% | randomised | draws | randomised | "
      "mixture, "
      "certified %% | randomised |\n| :-- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const std::string& file : files) {
    const LoadedLog loaded = load_log(file);
    const Budget source = loaded.budget();
    for (const double r : {0.25, 0.5, 1.0}) {
      const Budget budget{.n = n, .alpha = kAlpha, .sigma = source.sigma};
      const auto most = largest_radius(budget);
      if (!most || *most < r) continue;
      const DecisionTable table({.budget = budget, .radii = {r}});
      const Boundary counts = boundary_of(table, false), randomized = boundary_of(table, true);
      const DecisionTable mixture({.budget = budget, .radii = {r}, .boundary = DecisionBoundary::kMixture});
      std::map<double, std::array<Outcome, 4>> known;  // by p, rounded
      std::array<Outcome, 4> sums;
      for (std::size_t row = 0; row < loaded.log.rows(); ++row) {
        const double certified = loaded.log.is_abstained(row) ? 0.0 : loaded.log.radius[row];
        const auto votes = static_cast<double>(k_min(certified, source).value_or(source.n));
        const double p = std::round(1000.0 * votes / static_cast<double>(source.n)) / 1000;
        const auto [place, is_new] = known.try_emplace(std::clamp(p, 0.001, 0.9999));
        const double q = place->first;
        if (is_new) {
          place->second = {outcome(table, counts, q), outcome(table, randomized, q),
                           mixture_outcome(mixture, q, false), mixture_outcome(mixture, q, true)};
        }
        for (std::size_t i = 0; i < sums.size(); ++i) {
          sums[i].certified += place->second[i].certified;
          sums[i].draws += place->second[i].draws;
        }
      }
      const auto m = static_cast<double>(loaded.log.rows());
      std::printf("| %s | %g | %.5f | %.3f | %.3f | %.1f | %.1f | %.3f | %.3f |\n", file.c_str(), r,
                  counts.spent / kAlpha, 100 * sums[0].certified / m, 100 * sums[1].certified / m,
                  sums[0].draws / m, sums[1].draws / m, 100 * sums[2].certified / m,
                  100 * sums[3].certified / m);
    }
  }
}

/// Votes of an image by class, of all classes; the label's first.
std::vector<std::vector<double>> shares_of(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::vector<double>> images;
  while (std::getline(in, line)) {
    const auto fields = split_text(line, '\t');
    std::vector<double> shares{0.0};
    for (const auto& entry : split_text(fields.at(8), ';')) {
      const auto parts = split_text(entry, ':');
      const double votes = std::stod(std::string(parts.at(1)));
      if (parts[0] == fields[1]) {
        shares[0] = votes;
      } else {
        shares.push_back(votes);
      }
    }
    double sum = 0.0;
    for (const double share : shares) sum += share;
    for (double& share : shares) share /= sum;
    images.push_back(shares);
  }
  return images;
}

/// How often the label is certified at the radius, and the draws until it is decided. The label was chosen.
template <typename Certified, typename GoesOn>
Outcome simulate(const std::vector<std::int64_t>& looks, const std::vector<double>& shares,
                 std::mt19937_64& words, const Certified& certified, const GoesOn& goes_on) {
  std::vector<std::int64_t> counts(shares.size());
  std::int64_t n = 0;
  for (std::size_t j = 0; j < looks.size(); ++j) {
    std::int64_t left = looks[j] - n;
    double rest = 1.0;
    n = looks[j];
    for (std::size_t c = 0; c < shares.size() && left > 0; ++c) {
      const double share = rest > 0.0 ? std::min(1.0, shares[c] / rest) : 1.0;
      const std::int64_t votes = std::binomial_distribution<std::int64_t>(left, share)(words);
      counts[c] += votes;
      left -= votes;
      rest -= shares[c];
    }
    const std::int64_t runner_up =
        counts.size() < 2 ? 0 : *std::max_element(counts.begin() + 1, counts.end());
    if (certified(j, counts[0], runner_up)) return {1.0, static_cast<double>(n)};
    if (!goes_on(j, counts[0], runner_up)) break;
  }
  return {0.0, static_cast<double>(n)};
}

void print_two_class(std::int64_t n, const std::vector<std::string>& files) {
  constexpr int kRuns = 20;
  std::printf(
      "| record | radius | certified %% from the top class | from two classes | draws, top class | two "
      "classes |\n"
      "| :-- | --: | --: | --: | --: | --: |\n");
  for (const std::string& file : files) {
    const double sigma = load_log(file).budget().sigma;
    const auto images = shares_of(file);
    for (const double r : {0.1, 0.25, 0.5, 0.75, 1.0, 1.25}) {
      const Budget budget{.n = n, .alpha = kAlpha, .sigma = sigma};
      const DecisionTable top({.budget = budget, .radii = {r}});
      const TwoClassTable two({.budget = budget, .radii = {r}});
      Outcome of_top, of_two;
      std::mt19937_64 words(1);
      for (const auto& shares : images) {
        for (int run = 0; run < kRuns; ++run) {
          const Outcome a = simulate(
              top.looks(), shares, words,
              [&](std::size_t j, std::int64_t k, std::int64_t) { return top.certified(j, k) > 0; },
              [&](std::size_t j, std::int64_t k, std::int64_t) { return top.goes_on(j, k, 0); });
          const Outcome b = simulate(
              two.looks(), shares, words,
              [&](std::size_t j, std::int64_t k, std::int64_t l) { return two.certified(j, k, l) > 0; },
              [&](std::size_t j, std::int64_t k, std::int64_t l) { return two.goes_on(j, k, l, 0); });
          of_top.certified += a.certified, of_top.draws += a.draws;
          of_two.certified += b.certified, of_two.draws += b.draws;
        }
      }
      const double m = static_cast<double>(images.size()) * kRuns;
      std::printf("| %s | %g | %.2f | %.2f | %.0f | %.0f |\n", file.c_str(), r, 100 * of_top.certified / m,
                  100 * of_two.certified / m, of_top.draws / m, of_two.draws / m);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 3) return 1;
  const std::int64_t n = std::stoll(words[1]);
  const std::vector<std::string> files(words.begin() + 2, words.end());
  if (words[0] == "randomized") print_randomized(n, files);
  if (words[0] == "two-class") print_two_class(n, files);
}
