#include "certus/metrics/deconvolution.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "certus/base/error.h"
#include "certus/metrics/cholesky.h"
#include "certus/stats/beta.h"
#include "certus/stats/binomial.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::size_t kNodes = 200;    // cells of the grid in z
constexpr std::size_t kSegments = 24;  // of the spline
constexpr std::size_t kSplines = kSegments + 3;
constexpr double kSmallest = 1e-300;
constexpr double kTailCounts = 7.5;  // standard deviations after which a count is as good as impossible

/// Values of the four cubic B-splines that are not 0 at a node, the first being number `first`.
struct SplineRow {
  std::size_t first;
  double value[4];
};

SplineRow spline_row(std::size_t node) {
  const double x = (static_cast<double>(node) + 0.5) * kSegments / kNodes;
  const std::size_t i = std::min(static_cast<std::size_t>(x), kSegments - 1);
  const double t = x - static_cast<double>(i);
  const double u = 1.0 - t;
  return {i,
          {u * u * u / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
           (-3.0 * t * t * t + 3.0 * t * t + 3.0 * t + 1.0) / 6.0, t * t * t / 6.0}};
}

const std::vector<SplineRow>& spline_rows() {
  static const std::vector<SplineRow> rows = [] {
    std::vector<SplineRow> all;
    for (std::size_t node = 0; node < kNodes; ++node) all.push_back(spline_row(node));
    return all;
  }();
  return rows;
}

/// D^T D of third differences.
const std::vector<double>& roughness() {
  static const std::vector<double> matrix = [] {
    std::vector<double> m(kSplines * kSplines);
    constexpr double kRow[4] = {-1, 3, -3, 1};
    for (std::size_t r = 0; r + 3 < kSplines; ++r) {
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) m[(r + i) * kSplines + r + j] += kRow[i] * kRow[j];
      }
    }
    return m;
  }();
  return matrix;
}

/// Keeps in place what the likelihood does not determine. The ridge is almost nothing on splines and
/// small on atoms.
double ridge(std::size_t parameter) {
  return parameter < kSplines ? 1e-6 : 0.01;
}

/// (lambda P + R) a.
std::vector<double> penalty_gradient(const std::vector<double>& a, double lambda) {
  std::vector<double> out(a.size());
  const auto& p = roughness();
  for (std::size_t i = 0; i < kSplines; ++i) {
    double sum = 0.0;
    for (std::size_t j = i < 3 ? 0 : i - 3; j < std::min(kSplines, i + 4); ++j)
      sum += p[i * kSplines + j] * a[j];
    out[i] = lambda * sum;
  }
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += ridge(i) * a[i];
  return out;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double clamped_share(double share) {
  return std::clamp(share, 1e-15, 1.0 - 1e-15);
}
double logit(double share) {
  return std::log(clamped_share(share) / (1.0 - clamped_share(share)));
}
double from_logit(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

/// Counts merged into cells of even width in asin(sqrt(k/n)), where binomial scatter is even: at most about
/// 220, whatever n. Returns the first count of each; the last cell is n alone.
std::vector<std::int64_t> cell_starts(std::int64_t n) {
  const auto total = static_cast<double>(n);
  const double width = std::max(0.25 / std::sqrt(total), std::numbers::pi / 2.0 / 200.0);
  std::vector<std::int64_t> starts{0};
  for (std::int64_t k = 0; k < n; k = starts.back()) {
    const double angle =
        std::min(std::asin(std::sqrt(static_cast<double>(k) / total)) + width, std::numbers::pi / 2.0);
    const auto next = static_cast<std::int64_t>(total * std::sin(angle) * std::sin(angle));
    starts.push_back(std::min(n, std::max(k + 1, next)));
  }
  return starts;
}

}  // namespace

/// An extra term of the objective, strength * logit(share), that drags the share up or down.
struct PaDeconvolution::Pull {
  double strength = 0.0;
  const std::vector<double>* chance = nullptr;
};

std::size_t PaDeconvolution::columns() const {
  return kNodes + (atom_at_zero_ ? 1 : 0) + (atom_at_one_ ? 1 : 0);
}
std::size_t PaDeconvolution::parameters() const {
  return kSplines + columns() - kNodes;
}

void PaDeconvolution::lay_grid(const PaDistribution& p_a, std::int64_t censored_below) {
  const bool censored = p_a.unknown_images() > 0;
  const bool counted = !p_a.groups().empty();
  const std::int64_t least = counted ? p_a.groups().front().votes : censored_below;
  const std::int64_t most = counted ? p_a.groups().back().votes : censored_below;
  const std::int64_t lowest = censored ? std::min(least, censored_below) : least;
  constexpr double kTail = 1e-4;
  const auto n = static_cast<double>(n_);
  // As far as the most extreme counts can reach.
  z_low_ = lowest == 0 ? -5.0
                       : std::clamp(normal_quantile(beta_quantile(kTail, static_cast<double>(lowest),
                                                                  n - static_cast<double>(lowest) + 1.0)),
                                    -5.0, 4.5);
  const double z_high = most == n_
                            ? 5.0
                            : std::clamp(-normal_quantile(beta_quantile(kTail, n - static_cast<double>(most),
                                                                        static_cast<double>(most) + 1.0)),
                                         -4.5, 5.0);
  z_step_ = (z_high - z_low_) / kNodes;
  atom_at_zero_ = least == 0 || censored;
  atom_at_one_ = counted && most == n_;
}

void PaDeconvolution::fill_likelihood(const PaDistribution& p_a, std::int64_t censored_below) {
  const auto starts = cell_starts(n_);
  const auto end_of = [&](std::size_t cell) { return cell + 1 < starts.size() ? starts[cell + 1] : n_ + 1; };
  std::vector<double> images(starts.size());
  for (const auto& group : p_a.groups()) {
    const auto cell = static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), group.votes) -
                                               starts.begin()) -
                      1;
    images[cell] += static_cast<double>(group.images);
  }
  std::vector<std::size_t> used;
  for (std::size_t cell = 0; cell < starts.size(); ++cell) {
    if (images[cell] > 0.0) {
      used.push_back(cell);
      cell_images_.push_back(images[cell]);
    }
  }
  const bool censored = p_a.unknown_images() > 0;
  if (censored) cell_images_.push_back(static_cast<double>(p_a.unknown_images()));
  images_ = static_cast<double>(p_a.images());

  likelihood_.assign(cell_images_.size() * columns(), 0.0);
  const int points = n_ <= 2000 ? 5 : 25;  // narrow likelihoods need a finer average over the node
  const double share = 1.0 / points;
  for (std::size_t node = 0; node < kNodes; ++node) {
    for (int s = 0; s < points; ++s) {
      const double z = z_low_ + z_step_ * (static_cast<double>(node) + (s + 0.5) * share);
      const Probability p = normal_probability(z);
      const double mean = static_cast<double>(n_) * p.p;
      const double reach = kTailCounts * std::sqrt(mean * p.q) + 30.0;
      for (std::size_t i = 0; i < used.size(); ++i) {
        const std::int64_t first = starts[used[i]];
        const std::int64_t end = end_of(used[i]);
        if (static_cast<double>(end) < mean - reach || static_cast<double>(first) > mean + reach) continue;
        // From the side where the tails are small, so that their difference keeps its digits.
        const double mass = static_cast<double>(first) > mean
                                ? binomial_upper_tail(first, n_, p) - binomial_upper_tail(end, n_, p)
                                : binomial_lower_tail(end - 1, n_, p) - binomial_lower_tail(first - 1, n_, p);
        likelihood_[i * columns() + node] += std::max(0.0, mass) * share;
      }
      if (censored)
        likelihood_[used.size() * columns() + node] += binomial_lower_tail(censored_below - 1, n_, p) * share;
    }
  }
  if (atom_at_zero_) {
    if (!used.empty() && used.front() == 0) likelihood_[kNodes] = 1.0;
    if (censored) likelihood_[used.size() * columns() + kNodes] = 1.0;
  }
  if (atom_at_one_) likelihood_[(used.size() - 1) * columns() + columns() - 1] = 1.0;
}

std::vector<double> PaDeconvolution::weights_of(const std::vector<double>& coefficients) const {
  std::vector<double> weights(columns());
  const auto& rows = spline_rows();
  for (std::size_t j = 0; j < kNodes; ++j) {
    for (std::size_t i = 0; i < 4; ++i) weights[j] += rows[j].value[i] * coefficients[rows[j].first + i];
  }
  for (std::size_t j = kNodes; j < columns(); ++j) weights[j] = coefficients[kSplines + j - kNodes];
  const double top = *std::max_element(weights.begin(), weights.end());
  double sum = 0.0;
  for (double& w : weights) sum += w = std::exp(w - top);
  for (double& w : weights) w /= sum;
  return weights;
}

double PaDeconvolution::penalised_log_likelihood(const std::vector<double>& coefficients,
                                                 const std::vector<double>& weights, double lambda) const {
  double value = -0.5 * dot(coefficients, penalty_gradient(coefficients, lambda));
  for (std::size_t c = 0; c < cell_images_.size(); ++c) {
    const double* row = &likelihood_[c * columns()];
    double f = 0.0;
    for (std::size_t j = 0; j < columns(); ++j) f += row[j] * weights[j];
    value += cell_images_[c] * std::log(std::max(f, kSmallest));
  }
  return value;
}

/// Where the images lie, given both the fit and their own votes, averaged over the images. The fit is pulled
/// towards smoothness, and the average takes back the part of this that the votes contradict. In measurements
/// it errs less than the fit itself.
std::vector<double> PaDeconvolution::posterior_weights(const std::vector<double>& prior) const {
  std::vector<double> posterior(columns());
  for (std::size_t c = 0; c < cell_images_.size(); ++c) {
    const double* row = &likelihood_[c * columns()];
    double f = 0.0;
    for (std::size_t j = 0; j < columns(); ++j) f += row[j] * prior[j];
    if (f <= kSmallest) continue;
    const double scale = cell_images_[c] / images_ / f;
    for (std::size_t j = 0; j < columns(); ++j) posterior[j] += scale * row[j] * prior[j];
  }
  return posterior;
}

/// Gradient of the objective, and minus its curvature as Gauss and Newton take it: the lower half, row by
/// row.
struct PaDeconvolution::NewtonSystem {
  std::vector<double> gradient;
  std::vector<double> curvature;
};

PaDeconvolution::NewtonSystem PaDeconvolution::newton_system(double lambda,
                                                             const std::vector<double>& coefficients,
                                                             const std::vector<double>& g,
                                                             const Pull& pull) const {
  const std::size_t size = parameters();
  const auto& rows = spline_rows();
  // sum_j w_j Q_j for weights w over the columns: from columns to parameters.
  const auto gather = [&](auto weight_of) {
    std::vector<double> out(size);
    for (std::size_t j = 0; j < kNodes; ++j) {
      const double w = weight_of(j);
      for (std::size_t i = 0; i < 4; ++i) out[rows[j].first + i] += rows[j].value[i] * w;
    }
    for (std::size_t j = kNodes; j < columns(); ++j) out[kSplines + j - kNodes] = weight_of(j);
    return out;
  };
  const std::vector<double> mean = gather([&](std::size_t j) { return g[j]; });
  std::vector<double> gradient = penalty_gradient(coefficients, lambda);
  for (double& x : gradient) x = -x;
  std::vector<double> curvature(size * size);
  for (std::size_t i = 0; i < kSplines; ++i) {
    for (std::size_t j = 0; j < kSplines; ++j)
      curvature[i * size + j] = lambda * roughness()[i * kSplines + j];
  }
  for (std::size_t i = 0; i < size; ++i) curvature[i * size + i] += ridge(i) + 1e-8;
  for (std::size_t c = 0; c < cell_images_.size(); ++c) {
    const double* row = &likelihood_[c * columns()];
    double f = 0.0;
    for (std::size_t j = 0; j < columns(); ++j) f += row[j] * g[j];
    f = std::max(f, kSmallest);
    std::vector<double> score = gather([&](std::size_t j) { return row[j] * g[j] / f; });
    for (std::size_t i = 0; i < size; ++i) score[i] -= mean[i];
    for (std::size_t i = 0; i < size; ++i) {
      gradient[i] += cell_images_[c] * score[i];
      const double scaled = cell_images_[c] * score[i];
      for (std::size_t j = 0; j <= i; ++j) curvature[i * size + j] += scaled * score[j];
    }
  }
  if (pull.chance != nullptr) {
    const double share = clamped_share(dot(g, *pull.chance));
    const auto direction = gather([&](std::size_t j) { return g[j] * ((*pull.chance)[j] - share); });
    for (std::size_t i = 0; i < size; ++i)
      gradient[i] += pull.strength / (share * (1.0 - share)) * direction[i];
  }
  return {.gradient = std::move(gradient), .curvature = std::move(curvature)};
}

/// Maximises the penalised log-likelihood plus the pull by Gauss-Newton steps with step halving.
PaDeconvolution::Fit PaDeconvolution::solve(double lambda, std::vector<double> a, const Pull& pull,
                                            double tolerance, int most_steps) const {
  const std::size_t size = parameters();
  const auto objective = [&](const std::vector<double>& at, const std::vector<double>& g) {
    const double pulled = pull.chance != nullptr ? pull.strength * logit(dot(g, *pull.chance)) : 0.0;
    return penalised_log_likelihood(at, g, lambda) + pulled;
  };

  std::vector<double> g = weights_of(a);
  double value = objective(a, g);
  for (int step_number = 0;; ++step_number) {
    const auto [gradient, curvature] = newton_system(lambda, a, g, pull);
    const Cholesky factor(curvature, size);
    const std::vector<double> step = factor.solve(gradient);
    const double decrement = dot(gradient, step);
    bool moved = false;
    if (decrement >= tolerance && step_number < most_steps) {
      double largest = 0.0;
      for (const double s : step) largest = std::max(largest, std::abs(s));
      double length = std::min(1.0, 20.0 / largest);
      for (int halving = 0; halving <= 25 && !moved; ++halving, length /= 2.0) {
        std::vector<double> next = a;
        for (std::size_t i = 0; i < size; ++i) next[i] += length * step[i];
        std::vector<double> next_weights = weights_of(next);
        const double next_value = objective(next, next_weights);
        if (next_value >= value + 1e-4 * length * decrement) {
          a = std::move(next);
          g = std::move(next_weights);
          value = next_value;
          moved = true;
        }
      }
    }
    if (!moved) {
      Fit fit{.lambda = lambda,
              .coefficients = a,
              .weights = g,
              .log_likelihood = penalised_log_likelihood(a, g, lambda),
              .log_evidence = 0.0};
      constexpr double kHalfRank = (kSplines - 3) / 2.0;
      fit.log_evidence = fit.log_likelihood + kHalfRank * std::log(lambda) - factor.half_log_determinant();
      return fit;
    }
  }
}

std::vector<double> PaDeconvolution::certified_chance(std::int64_t k, std::int64_t n) const {
  constexpr int kPoints = 25;
  std::vector<double> chance(columns());
  for (std::size_t node = 0; node < kNodes; ++node) {
    for (int s = 0; s < kPoints; ++s) {
      const Probability p =
          normal_probability(z_low_ + z_step_ * (static_cast<double>(node) + (s + 0.5) / kPoints));
      chance[node] += saturating_upper_tail(k, n, p) / kPoints;
    }
  }
  if (atom_at_one_) chance.back() = 1.0;
  return chance;
}

/// Shares whose penalised likelihood, maximised over everything else, falls by at most `drop`.
PaDeconvolution::Range PaDeconvolution::profile(const Fit& fit, const std::vector<double>& chance,
                                                double drop) const {
  const double share = dot(fit.weights, chance);
  if (share < 1e-9 || share > 1.0 - 1e-9) return {share, share};
  const double centre = logit(share);
  const auto endpoint = [&](double sign) {
    struct At {
      double s;  // 0 at the maximum, 1 where the likelihood has fallen by `drop`
      double logit_share;
    };
    At inside{0.0, centre};
    std::optional<At> outside;
    std::optional<double> x_low;
    double x_high = 0.0;
    std::vector<double> start = fit.coefficients;
    double x = std::log(std::sqrt(2.0 * drop));  // of the pull's strength; scaled to the curvature below
    {
      // A pull of 1 moves the logit by its variance: the delta-method start.
      const Fit nudged =
          solve(fit.lambda, fit.coefficients, {.strength = sign * 1e-2, .chance = &chance}, 1e-9, 40);
      const double moved = std::abs(logit(dot(nudged.weights, chance)) - centre);
      x -= 0.5 * std::log(std::max(moved / 1e-2, 1e-12));
    }
    for (int attempt = 0; attempt < 10; ++attempt) {
      const Fit pulled =
          solve(fit.lambda, start, {.strength = sign * std::exp(x), .chance = &chance}, 1e-3, 40);
      const At here{std::sqrt(std::max(fit.log_likelihood - pulled.log_likelihood, 0.0) / drop),
                    logit(dot(pulled.weights, chance))};
      if (std::abs(here.s - 1.0) < 0.05) return centre + (here.logit_share - centre) / here.s;
      if (here.s <= 1.0) {
        inside = here;
        x_low = x;
        start = pulled.coefficients;
      } else {
        outside = here;
        x_high = x;
      }
      if (!outside) {
        x += std::min(std::log(1.1 / std::max(here.s, 0.3)), 1.1);
      } else if (!x_low) {
        x -= std::min(std::log(here.s / 0.9), 1.1);
      } else if (x_high - *x_low < 0.02) {
        break;
      } else {
        x = (*x_low + x_high) / 2.0;
      }
    }
    if (!outside) return inside.logit_share;
    const double t = (1.0 - inside.s) / (outside->s - inside.s);
    return inside.logit_share + t * (outside->logit_share - inside.logit_share);
  };
  return {from_logit(endpoint(-1.0)), from_logit(endpoint(1.0))};
}

PaDeconvolution::Share PaDeconvolution::certified_share(std::int64_t k, std::int64_t n,
                                                        double confidence) const {
  CERTUS_CHECK(k >= 1 && k <= n);
  const std::vector<double> chance = certified_chance(k, n);
  Share share{.value = std::clamp(dot(posterior_, chance), 0.0, 1.0)};  // sums round
  const double tail = (1.0 - confidence) / 2.0;
  const double z = normal_upper_quantile(tail);
  const double drop = z * z / 2.0;
  Range range = profile(best_, chance, drop);
  const auto widen = [&](Range other) {
    range = {std::min(range.lower, other.lower), std::max(range.upper, other.upper)};
  };

  // The same number of images with known p_A would leave this much open.
  const double successes = images_ * share.value;
  const double failures = images_ - successes;
  widen({successes < 1e-6 ? 0.0 : beta_quantile(tail, successes, failures + 1.0).p,
         failures < 1e-6 ? 1.0 : beta_quantile(1.0 - tail, successes + 1.0, failures).p});

  // Where fewer than ten of the n votes are expected to fall on the rarer side, smoothness decides more than
  // the data do.
  const double needed = static_cast<double>(k) / static_cast<double>(n);
  const double rare_votes = static_cast<double>(n_) * std::min(needed, 1.0 - needed);
  if (rare_votes < 10.0) widen(profile(rough_, chance, drop));
  share.extrapolated = rare_votes < 3.0;

  // The population is so lumpy that hardly any smoothness was found: a lump may lie on either side
  // of the threshold.
  if (best_.lambda <= 0.05) {
    const double threshold = normal_quantile(Probability{needed, 1.0 - needed});
    const double half = 0.5 * z_step_ * static_cast<double>(kNodes) / static_cast<double>(kSegments);
    for (std::size_t node = 0; node < kNodes; ++node) {
      if (std::abs(z_low_ + z_step_ * (static_cast<double>(node) + 0.5) - threshold) > half) continue;
      range.lower -= best_.weights[node] * chance[node];
      range.upper += best_.weights[node] * (1.0 - chance[node]);
    }
  }
  share.lower = std::clamp(range.lower, 0.0, share.value);
  share.upper = std::clamp(range.upper, share.value, 1.0);
  return share;
}

double PaDeconvolution::share_at_least(double p) const {
  const double z = normal_quantile(p);
  double sum = atom_at_one_ ? posterior_.back() : 0.0;
  for (std::size_t node = 0; node < kNodes; ++node) {
    const double above = (z_low_ + z_step_ * (static_cast<double>(node) + 1.0) - z) / z_step_;
    sum += posterior_[node] * std::clamp(above, 0.0, 1.0);
  }
  return p <= 0.0 ? 1.0 : sum;
}

PaDeconvolution deconvolve(const PaDistribution& p_a, const Budget& source) {
  PaDeconvolution model;
  model.n_ = p_a.n();
  const std::int64_t censored_below = k_min(0.0, source).value_or(source.n);
  model.lay_grid(p_a, censored_below);
  model.fill_likelihood(p_a, censored_below);

  // From smooth to rough, each fit starting from the one before.
  std::vector<PaDeconvolution::Fit> path;
  std::vector<double> start(model.parameters());
  for (int i = 10; i >= -6; --i) {
    path.push_back(model.solve(std::pow(10.0, i / 2.0), start, {}, 1e-4, 60));
    start = path.back().coefficients;
  }
  const auto best = std::max_element(path.begin(), path.end(),
                                     [](auto& a, auto& b) { return a.log_evidence < b.log_evidence; });
  model.best_ = *best;
  const double rough = std::max(1e-3, std::min(best->lambda / 100.0, 0.01));
  model.rough_ = *std::min_element(path.begin(), path.end(), [&](auto& a, auto& b) {
    return std::abs(std::log(a.lambda / rough)) < std::abs(std::log(b.lambda / rough));
  });
  model.posterior_ = model.posterior_weights(model.best_.weights);
  return model;
}

}  // namespace certus
