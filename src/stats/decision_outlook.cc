#include "certus/stats/decision_outlook.h"

#include <cmath>
#include <numbers>

#include "certus/base/error.h"
#include "certus/stats/vote_walk.h"

namespace certus {

DecisionOutlook decision_outlook(const DecisionTable& table, Probability p) {
  const std::size_t radii = table.radii().size();
  DecisionOutlook outlook{.certified = std::vector<double>(radii, 0.0), .mean_draws = 0.0};
  // The votes alone do not tell what earlier looks certified, so walks[c] follows the paths with
  // c certified radii.
  std::vector<VoteWalk> walks(radii + 1, VoteWalk(p));
  for (std::size_t c = 1; c <= radii; ++c) walks[c].take_from(0);
  std::int64_t drawn = 0;
  for (std::size_t j = 0; j < table.looks().size(); ++j) {
    const std::int64_t draws = table.looks()[j] - drawn;
    drawn += draws;
    double followed = 0;
    for (VoteWalk& walk : walks) {
      followed += walk.probability();
      walk.draw(draws);
    }
    if (followed < 1e-12) break;
    outlook.mean_draws += followed * static_cast<double>(draws);
    for (std::size_t now = radii; now > 0; --now) {
      for (std::size_t before = 0; before < now; ++before) {
        const double moved = walks[before].move_from(table.certify_at(j, now - 1), walks[now]);
        for (std::size_t i = before; i < now; ++i) outlook.certified[i] += moved;
      }
    }
    walks[radii].take_from(0);
    for (std::size_t c = 0; c < radii; ++c) walks[c].take_up_to(table.give_up_at(j, c));
  }
  return outlook;
}

namespace {

Probability at_angle(double angle) {
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  return {sine * sine, cosine * cosine};
}

/// The angle asin(sqrt(p)) at which a rising chance reaches a level.
double angle_of_level(const RisingChance& chance, double level) {
  double low = 0.0;
  double high = std::numbers::pi / 2.0;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (low + high) / 2.0;
    (chance.of(at_angle(middle)) < level ? low : high) = middle;
  }
  return high;
}

}  // namespace

RisingChance decision_chance(const DecisionTable& table) {
  CERTUS_CHECK(table.radii().size() == 1);
  RisingChance chance{.of = [&table](Probability p) { return decision_outlook(table, p).certified[0]; },
                      .centre = 0.5,
                      .spread = 0.0,
                      .error = 2e-8};  // of the walk, and of the paths that are not followed
  chance.centre = at_angle(angle_of_level(chance, 0.5)).p;
  chance.spread = (angle_of_level(chance, 0.84) - angle_of_level(chance, 0.16)) / 2.0;
  return chance;
}

}  // namespace certus
