#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace certus {

/// Which images of a data set take part: those at multiples of `skip` in [start, max), and of these every
/// `shards`-th, beginning with the `shard`-th.
struct ImageSelection {
  std::int64_t start = 0;
  std::optional<std::int64_t> max;  ///< the first index that does not; empty: the size of the data set
  std::int64_t skip = 1;
  std::int64_t shard = 0;  ///< in [0, shards)
  std::int64_t shards = 1;
};

/// "multiples of 20 of [0, 10000)": the images that all shards together have.
std::string selection_text(const ImageSelection& selection, std::int64_t size);

/// The indices in increasing order. Fails when there are none, saying why.
std::vector<std::int64_t> selected_images(const ImageSelection& selection, std::int64_t size);

}  // namespace certus
