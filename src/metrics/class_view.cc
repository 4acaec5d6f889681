#include "certus/metrics/class_view.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "certus/base/error.h"

namespace certus {

std::vector<int> classes_of(const CertificationLog& log) {
  std::vector<int> classes(log.label.begin(), log.label.end());
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

CertificationLog rows_of_class(const CertificationLog& log, int label) {
  return rows_where(log, [&](std::size_t row) { return log.label[row] == label; });
}

std::vector<VotesOfClass> votes_by_class(const CertificationLog& log, std::int64_t n) {
  CERTUS_CHECK(log.label_votes.size() == log.rows());
  const auto n_of = [&](std::size_t row) { return !log.has_one_n() ? log.row_n[row] : n; };
  std::vector<std::size_t> order(log.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(log.label[a], n_of(a), log.label_votes[a]) <
           std::tuple(log.label[b], n_of(b), log.label_votes[b]);
  });
  std::vector<VotesOfClass> classes;
  for (const std::size_t row : order) {
    if (classes.empty() || classes.back().label != log.label[row])
      classes.push_back({.label = log.label[row]});
    VotesOfClass& entry = classes.back();
    ++entry.images;
    const std::int64_t votes = log.label_votes[row];
    if (votes < 0) {
      ++(log.is_abstained(row) ? entry.unknown_abstained : entry.unknown_other);
      continue;
    }
    if (entry.groups.empty() || entry.groups.back().votes != votes || entry.groups.back().n != n_of(row))
      entry.groups.push_back({votes, 0, n_of(row)});
    ++entry.groups.back().images;
  }
  return classes;
}

}  // namespace certus
