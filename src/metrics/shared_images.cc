#include "certus/metrics/shared_images.h"

#include <set>

#include "certus/base/error.h"

namespace certus {

void keep_shared_images(std::vector<LoadedLog>& logs) {
  using Image = std::pair<std::int64_t, std::int32_t>;  // index and label
  std::set<Image> shared;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const CertificationLog& log = logs[i].log;
    std::set<Image> both;
    for (std::size_t row = 0; row < log.rows(); ++row) {
      const Image image{log.idx[row], log.label[row]};
      if (i == 0 || shared.contains(image)) both.insert(image);
    }
    if (both.empty()) {
      fail(ErrorKind::kData, log.path, ": has no image, by index and label, in common with ",
           i == 1 ? logs[0].log.path : join_text("the ", i, " logs before it"),
           "; another data set or class order? Leave it out");
    }
    shared = std::move(both);
  }
  for (LoadedLog& loaded : logs) {
    const std::size_t all = loaded.log.rows();
    if (shared.size() == all) continue;
    loaded.log = rows_where(loaded.log, [&log = loaded.log, &shared](std::size_t row) {
      return shared.contains({log.idx[row], log.label[row]});
    });
    loaded.notes.push_back(
        join_text("cut to ", shared.size(), " of ", all, " images, those that all logs have"));
  }
}

}  // namespace certus
