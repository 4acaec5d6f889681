#include "certus/certify/image_selection.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

std::string selection_text(const ImageSelection& selection, std::int64_t size) {
  return join_text(selection.skip == 1 ? "all" : join_text("multiples of ", selection.skip), " of [",
                   selection.start, ", ", std::min(selection.max.value_or(size), size), ')');
}

std::vector<std::int64_t> selected_images(const ImageSelection& selection, std::int64_t size) {
  CERTUS_CHECK(selection.skip >= 1 && selection.shards >= 1 && selection.start >= 0);
  CERTUS_CHECK(selection.shard >= 0 && selection.shard < selection.shards);
  const std::int64_t end = std::min(selection.max.value_or(size), size);
  std::vector<std::int64_t> images;
  std::int64_t position = 0;
  const std::int64_t first = (selection.start + selection.skip - 1) / selection.skip * selection.skip;
  for (std::int64_t i = first; i < end; i += selection.skip, ++position) {
    if (position % selection.shards == selection.shard) images.push_back(i);
  }
  if (images.empty()) {
    fail(ErrorKind::kConfig, "no image is left: start ", selection.start, ", max ", end, ", every ",
         selection.skip, ", shard ", selection.shard + 1, "/", selection.shards, " of a data set of ", size,
         " images");
  }
  return images;
}

}  // namespace certus
