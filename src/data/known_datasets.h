#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certus/data/dataset.h"
#include "certus/data/resize_crop.h"

namespace certus {

/// A file of a published data set.
struct KnownFile {
  std::string name;  ///< below the folder of the data set
  Split split = Split::kTest;
  std::int64_t bytes = 0;  ///< of the plain file
  std::string sha256;      ///< of the plain file; empty: not known here, only size and structure are checked
};

enum class DatasetLayout { kCifar10, kCifar100, kMnist, kImageNet };

/// What is known about a published data set.
struct KnownDataset {
  std::string name;
  DatasetLayout layout = DatasetLayout::kCifar10;
  std::string folder;  ///< below the data directory; for imagenet that of the test split
  int num_classes = 0;
  ImageShape shape;
  std::int64_t train_images = 0;
  std::int64_t test_images = 0;
  std::vector<KnownFile> files;          ///< empty for folders of images
  std::vector<std::string> class_names;  ///< empty: classes have only numbers
  std::string normalization;             ///< the one that the usual models expect, as --normalize takes it
  std::int64_t stride = 1;               ///< the literature certifies one test image in `stride`
  std::string home;                      ///< where it is published
};

/// All known data sets, and the one with a given name. An unknown name fails with a list of
/// the existing names.
const std::vector<KnownDataset>& known_datasets();
const KnownDataset& known_dataset(const std::string& name);
/// The data set with that name, or null: then it may be a folder.
const KnownDataset* find_known_dataset(const std::string& name);

/// "cifar10, cifar100, ...", for messages.
std::string known_names();

/// Where data sets are kept by default: $CERTUS_DATA, else .cache/certus in the home folder.
std::filesystem::path default_data_dir();

/// kPublished: every file must have the published checksum. kAny: any data in that layout is accepted; the
/// identity says what was found.
enum class Verify { kPublished, kAny };

struct OpenOptions {
  std::string data;  ///< a name of known_datasets(), or a folder with a subfolder for each class
  std::filesystem::path data_dir;  ///< empty: default_data_dir()
  Split split = Split::kTest;
  Verify verify = Verify::kPublished;
  std::optional<ResizeCrop> resize = {};  ///< for a folder of pictures; imagenet has 256 and 224 by default
  PictureIdentity picture_identity = PictureIdentity::kContents;  ///< of a folder of pictures and of imagenet
};

/// Opens a data set. Its identity() names it and ends with a SHA-256. For one file this is the digest of the
/// file. For several files it is the digest of their hexadecimal digests, joined without separator in the
/// order of `files`. For folders see ImageFolder.
std::unique_ptr<Dataset> open_dataset(const OpenOptions& options);

/// The result of checking a file of a data set.
struct FileCheck {
  enum class State { kRight, kUnknownChecksum, kMissing, kWrong };
  std::filesystem::path path;
  State state = State::kMissing;
  std::int64_t bytes = 0;  ///< as found; 0 when missing
  std::string sha256;      ///< as found; of the unpacked content for a .gz
  std::string problem;     ///< one line; empty when right
};

/// Examines one file of a data set below `folder`, plain or .gz, without failing.
FileCheck check_file(const std::filesystem::path& folder, const KnownFile& file);

/// The folder of a split: data_dir/folder, and imagenet/train for ImageNet's training pictures.
std::filesystem::path dataset_folder(const KnownDataset& known, const std::filesystem::path& data_dir,
                                     Split split);

/// "train" or "test".
std::string split_name(Split split);

}  // namespace certus
