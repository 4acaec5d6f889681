#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "certus/data/byte_image.h"
#include "certus/data/dataset.h"
#include "certus/data/resize.h"

namespace certus {

/// The subfolders of a folder of images in byte order: the names of its classes, by label. Fails when
/// there are none.
std::vector<std::string> class_folders(const std::filesystem::path& folder);

/// A folder with one subfolder of PNG and JPEG pictures per class. Labels are the ranks of the subfolder
/// names in byte order; pictures are numbered by class, then by file name. Names that begin with a dot and
/// files with endings other than .png, .jpg, .jpeg (in upper or lower case) are skipped.
///
/// Only the list is kept in memory; get() decodes a picture. Without `resize` all pictures must have the size
/// of the first one. identity() ends with a SHA-256 over the lines "class/file<TAB>digest<NEWLINE>" in that
/// order, where the digest is the SHA-256 of the file; or, without reading all pictures, over the lines
/// "class/file<TAB>bytes<NEWLINE>". It says which.
class ImageFolder final : public Dataset {
 public:
  /// Fails when the folder is missing, has no class folders, or one of them has no pictures. The identity
  /// begins with `name`, or with the name of the folder if `name` is empty.
  ImageFolder(std::filesystem::path folder, std::optional<ResizeCrop> resize, std::string name = {},
              PictureIdentity identity = PictureIdentity::kContents);

  std::int64_t size() const override { return static_cast<std::int64_t>(entries_.size()); }
  Image get(std::int64_t index) const override;
  int label(std::int64_t index) const override { return entry(index).label; }
  ImageShape shape() const override { return shape_; }
  int num_classes() const override { return static_cast<int>(classes_.size()); }
  /// Reads all pictures when it is called first, unless a list of their digests is there.
  std::string identity() const override;

  /// The decoded picture, in its original size.
  ByteImage picture(std::int64_t index) const;

  const std::vector<std::string>& class_names() const { return classes_; }
  std::filesystem::path path(std::int64_t index) const;

 private:
  struct Entry {
    std::string file_name;
    int label = 0;
    std::uintmax_t bytes = 0;
  };
  std::string name_within(const Entry& entry) const;
  const Entry& entry(std::int64_t index) const;

  std::filesystem::path folder_;
  std::optional<ResizeCrop> resize_;
  std::vector<std::string> classes_;
  std::vector<Entry> entries_;
  ImageShape shape_;
  std::string name_;
  PictureIdentity identity_;
  mutable std::once_flag identify_;
  mutable std::string digest_;  ///< of all pictures
};

}  // namespace certus
