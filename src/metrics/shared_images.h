#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/logs/load_log.h"

namespace certus {

/// Calls visit(row in a, row in b) for every image that both logs have, paired by its index in the data set.
template <typename Visit>
void each_shared_image(const CertificationLog& a, const CertificationLog& b, Visit visit) {
  if (a.idx == b.idx) {
    for (std::size_t row = 0; row < a.rows(); ++row) visit(row, row);
    return;
  }
  const auto rises = [](const CertificationLog& log) {
    return std::adjacent_find(log.idx.begin(), log.idx.end(), std::greater_equal<>()) == log.idx.end();
  };
  if (rises(a) && rises(b)) {
    for (std::size_t row_a = 0, row_b = 0; row_a < a.rows() && row_b < b.rows();) {
      if (a.idx[row_a] == b.idx[row_b])
        visit(row_a++, row_b++);
      else
        ++(a.idx[row_a] < b.idx[row_b] ? row_a : row_b);
    }
    return;
  }
  std::unordered_map<std::int64_t, std::size_t> row_of;
  row_of.reserve(b.rows());
  for (std::size_t row = 0; row < b.rows(); ++row) row_of.emplace(b.idx[row], row);
  for (std::size_t row = 0; row < a.rows(); ++row) {
    const auto found = row_of.find(a.idx[row]);
    if (found != row_of.end()) visit(row, found->second);
  }
}

/// Number of images that two logs share.
inline std::int64_t shared_images(const CertificationLog& a, const CertificationLog& b) {
  std::int64_t shared = 0;
  each_shared_image(a, b, [&](std::size_t, std::size_t) { ++shared; });
  return shared;
}

/// Number of shared images to which two logs give different labels: then they are not of one data set.
inline std::int64_t differing_labels(const CertificationLog& a, const CertificationLog& b) {
  std::int64_t differing = 0;
  each_shared_image(a, b, [&](std::size_t row_a, std::size_t row_b) {
    differing += a.label[row_a] != b.label[row_b] ? 1 : 0;
  });
  return differing;
}

/// Cuts every log to the images that all of them have, by index and label, and notes in each how many are
/// left. Fails on the first log that has none in common with those before it.
void keep_shared_images(std::vector<LoadedLog>& logs);

}  // namespace certus
