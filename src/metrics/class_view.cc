#include "certus/metrics/class_view.h"

#include <algorithm>

namespace certus {

std::vector<int> classes_of(const CertificationLog& log) {
  std::vector<int> classes(log.label.begin(), log.label.end());
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

CertificationLog rows_of_class(const CertificationLog& log, int label) {
  CertificationLog part;
  part.path = log.path;
  part.column_n = log.column_n;
  part.digits = log.digits;
  part.votes_of_radius = log.votes_of_radius;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.label[row] != label) continue;
    part.idx.push_back(log.idx[row]);
    part.label.push_back(log.label[row]);
    part.predicted.push_back(log.predicted[row]);
    if (log.has_radii()) part.radius.push_back(log.radius[row]);
    if (log.is_anytime()) part.row_n.push_back(log.row_n[row]);
    if (!log.label_votes.empty()) part.label_votes.push_back(log.label_votes[row]);
  }
  return part;
}

}  // namespace certus
