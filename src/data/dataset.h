#pragma once

#include <cstdint>
#include <string>

#include "certus/data/image.h"

namespace certus {

/// Which part of a data set: the images to train on, or those to certify.
enum class Split { kTrain, kTest };

/// What the identity of a folder of pictures comes from: what is in its files, which are read for it
/// (picture_digests.h), or only their names and sizes, which exchanged pictures of one size share.
enum class PictureIdentity { kContents, kNamesAndSizes };

/// Labelled images, numbered from 0. get() is thread-safe.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual std::int64_t size() const = 0;
  /// The image at a position in [0, size()). Fails, naming the file, when it cannot be read.
  virtual Image get(std::int64_t index) const = 0;
  /// The label of that image; the image is not decoded if the reader can avoid it.
  virtual int label(std::int64_t index) const { return get(index).label; }
  virtual ImageShape shape() const = 0;  ///< of every image
  virtual int num_classes() const = 0;
  /// "cifar10 test, sha256 8e2eb146...": identifies the images, for the manifest of a run.
  virtual std::string identity() const = 0;
};

}  // namespace certus
