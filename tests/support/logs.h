#pragma once

#include <string>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/procedure/to_width.h"

namespace certus::test {

inline constexpr const char* kFieldHeaderLine = "idx\tlabel\tpredict\tradius\tcorrect\ttime\n";

/// A log whose images all have the given votes for label 0; images with fewer than `certifies` votes abstain.
inline CertificationLog log_of_votes(const std::vector<std::int64_t>& votes, std::int64_t n,
                                     std::int64_t certifies = 0) {
  CertificationLog log;
  log.path = "made";
  log.column_n = n;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    log.idx.push_back(static_cast<std::int64_t>(i));
    log.label.push_back(0);
    log.predicted.push_back(votes[i] >= certifies ? 0 : CertificationLog::kAbstained);
    log.radius.push_back(0.0);
    log.label_votes.push_back(votes[i]);
  }
  return log;
}

/// An image of an anytime record: label 0, chosen and predicted, with these votes of its own n.
struct StoppedImage {
  std::int64_t votes = 0;
  std::int64_t n = 0;
};

inline CertificationLog log_of_stopped(const std::vector<StoppedImage>& images) {
  std::vector<std::int64_t> votes;
  for (const StoppedImage& image : images) votes.push_back(image.votes);
  CertificationLog log = log_of_votes(votes, 1);
  log.column_n.reset();
  for (const StoppedImage& image : images) log.row_n.push_back(image.n);
  log.chosen_votes = votes;
  log.kind = &to_width_kind();
  const std::size_t rows = images.size();
  log.extension = {std::vector<double>(rows, 0.0), std::vector<double>(rows, 1.0),
                   std::vector<double>(rows, 0.0), std::vector<double>(rows, 1.0)};
  return log;
}

/// (correct, radius) = (1, 1.0), (0, 2.0), (1, 0.5), (0, abstained); two images each of classes 7 and 2.
inline CertificationLog four_rows() {
  CertificationLog log;
  log.idx = {0, 1, 2, 3};
  log.label = {7, 7, 2, 2};
  log.predicted = {7, 1, 2, -1};
  log.radius = {1.0, 2.0, 0.5, 0.0};
  return log;
}

}  // namespace certus::test
