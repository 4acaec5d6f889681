#include "certus/data/known_datasets.h"

#include <algorithm>
#include <cstdlib>

#include "certus/base/error.h"
#include "certus/base/sha256.h"
#include "certus/data/byte_dataset.h"
#include "certus/data/cifar_binary.h"
#include "certus/data/image_folder.h"
#include "certus/data/loaded_file.h"
#include "certus/data/mnist_idx.h"

namespace certus {
namespace {

std::vector<KnownFile> cifar10_files() {
  constexpr std::int64_t kBytes = 30'730'000;  // 10,000 rows
  return {{"data_batch_1.bin", Split::kTrain, kBytes,
           "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"},
          {"data_batch_2.bin", Split::kTrain, kBytes,
           "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"},
          {"data_batch_3.bin", Split::kTrain, kBytes,
           "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"},
          {"data_batch_4.bin", Split::kTrain, kBytes,
           "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"},
          {"data_batch_5.bin", Split::kTrain, kBytes,
           "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"},
          {"test_batch.bin", Split::kTest, kBytes,
           "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"}};
}

std::vector<KnownFile> mnist_files() {
  return {{"train-images-idx3-ubyte", Split::kTrain, 47'040'016,
           "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
          {"train-labels-idx1-ubyte", Split::kTrain, 60'008,
           "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
          {"t10k-images-idx3-ubyte", Split::kTest, 7'840'016,
           "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
          {"t10k-labels-idx1-ubyte", Split::kTest, 10'008,
           "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}};
}

std::vector<KnownFile> without_checksums(std::vector<KnownFile> files) {
  for (KnownFile& file : files) file.sha256.clear();
  return files;
}

std::vector<KnownDataset> make_table() {
  const ImageShape small{.channels = 3, .height = 32, .width = 32};
  const ImageShape digit{.channels = 1, .height = 28, .width = 28};
  return {
      {.name = "cifar10",
       .layout = DatasetLayout::kCifar10,
       .folder = "cifar-10-batches-bin",
       .num_classes = 10,
       .shape = small,
       .train_images = 50'000,
       .test_images = 10'000,
       .files = cifar10_files(),
       .class_names = {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship",
                       "truck"},
       .normalization = "cifar10",
       .home = "https://www.cs.toronto.edu/~kriz/cifar.html"},
      {.name = "cifar100",
       .layout = DatasetLayout::kCifar100,
       .folder = "cifar-100-binary",
       .num_classes = 100,
       .shape = small,
       .train_images = 50'000,
       .test_images = 10'000,
       .files = {{"train.bin", Split::kTrain, 153'700'000, ""}, {"test.bin", Split::kTest, 30'740'000, ""}},
       .normalization = "cifar100",
       .home = "https://www.cs.toronto.edu/~kriz/cifar.html"},
      {.name = "mnist",
       .layout = DatasetLayout::kMnist,
       .folder = "mnist",
       .num_classes = 10,
       .shape = digit,
       .train_images = 60'000,
       .test_images = 10'000,
       .files = mnist_files(),
       .class_names = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
       .normalization = "none",
       .home = "http://yann.lecun.com/exdb/mnist/"},
      {.name = "fashion_mnist",
       .layout = DatasetLayout::kMnist,
       .folder = "fashion-mnist",
       .num_classes = 10,
       .shape = digit,
       .train_images = 60'000,
       .test_images = 10'000,
       .files = without_checksums(mnist_files()),
       .class_names = {"T-shirt/top", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker",
                       "bag", "ankle boot"},
       .normalization = "none",
       .home = "https://github.com/zalandoresearch/fashion-mnist"},
      {.name = "imagenet",
       .layout = DatasetLayout::kImageNet,
       .folder = "imagenet/val",
       .num_classes = 1000,
       .shape = {.channels = 3, .height = 224, .width = 224},
       .train_images = 1'281'167,
       .test_images = 50'000,
       .normalization = "imagenet",
       .stride = 100,
       .home = "https://www.image-net.org"},
  };
}

/// Fails unless the file is the published one; a file without a known checksum must have the right size.
void check_published(const LoadedFile& file, const KnownFile& known) {
  const auto bytes = static_cast<std::int64_t>(file.content.size());
  if (bytes != known.bytes) {
    fail(ErrorKind::kData, Remedy{"no-verify"}, file.path, ": ", bytes, " bytes, expected ", known.bytes,
         ": ", likely_cause(file.content));
  }
  if (!known.sha256.empty() && file.sha256 != known.sha256) {
    fail(ErrorKind::kData, Remedy{"no-verify"}, file.path, ": SHA-256 is ", file.sha256, ", expected ",
         known.sha256, "; damaged, changed or not the published file");
  }
}

void check_is_there(const KnownDataset& known, const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::is_directory(folder, ignored)) return;
  const bool can_fetch = known.name == "cifar10" || known.name == "mnist";
  fail(ErrorKind::kFile, folder, ": no such folder; ", known.name, " is expected there: ",
       can_fetch ? join_text("certus data fetch ", known.name, " gets it")
                 : join_text("certus data info ", known.name, " says how to get it"));
}

std::unique_ptr<Dataset> open_files(const KnownDataset& known, const std::filesystem::path& folder,
                                    const OpenOptions& options) {
  ByteImages images;
  std::vector<LoadedFile> pair;
  std::string digests;
  std::size_t count = 0;
  for (const KnownFile& file : known.files) {
    if (file.split != options.split) continue;
    LoadedFile loaded = load_file(folder / file.name);
    if (options.verify == Verify::kPublished) check_published(loaded, file);
    digests += loaded.sha256;
    ++count;
    switch (known.layout) {
      case DatasetLayout::kCifar10:
        append_cifar_rows(loaded, Cifar::k10, images);
        break;
      case DatasetLayout::kCifar100:
        append_cifar_rows(loaded, Cifar::k100, images);
        break;
      default:
        pair.push_back(std::move(loaded));
    }
  }
  if (known.layout == DatasetLayout::kMnist) images = mnist_images(pair.at(0), pair.at(1));
  return std::make_unique<ByteDataset>(std::move(images),
                                       join_text(known.name, ' ', split_name(options.split), ", sha256 ",
                                                 count == 1 ? digests : sha256_hex(digests)));
}

/// ImageNet has no published checksums of its folders, so classes and pictures are counted.
std::unique_ptr<Dataset> open_imagenet(const KnownDataset& known, const std::filesystem::path& folder,
                                       const OpenOptions& options) {
  auto data = std::make_unique<ImageFolder>(folder, options.resize.value_or(ResizeCrop{}),
                                            join_text(known.name, ' ', split_name(options.split)),
                                            options.picture_identity);
  const std::int64_t pictures = options.split == Split::kTrain ? known.train_images : known.test_images;
  if (options.verify == Verify::kPublished &&
      (data->num_classes() != known.num_classes || data->size() != pictures)) {
    fail(ErrorKind::kData, Remedy{"no-verify"}, folder, ": ", data->num_classes(), " class folders with ",
         data->size(), " pictures, expected ", known.num_classes, " with ", pictures,
         "; incomplete, or a subset?");
  }
  return data;
}

}  // namespace

std::string split_name(Split split) {
  return split == Split::kTrain ? "train" : "test";
}

const std::vector<KnownDataset>& known_datasets() {
  static const std::vector<KnownDataset> table = make_table();
  return table;
}

const KnownDataset* find_known_dataset(const std::string& name) {
  for (const KnownDataset& known : known_datasets()) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

const KnownDataset& known_dataset(const std::string& name) {
  if (const KnownDataset* known = find_known_dataset(name)) return *known;
  fail(ErrorKind::kConfig, "unknown data set '", name, "', expected one of ", known_names());
}

std::string known_names() {
  std::string names;
  for (const KnownDataset& known : known_datasets()) names += (names.empty() ? "" : ", ") + known.name;
  return names;
}

std::filesystem::path default_data_dir() {
  if (const char* set = std::getenv("CERTUS_DATA"); set != nullptr && *set != '\0') return set;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return std::filesystem::path(home) / ".cache" / "certus";
  }
  fail(ErrorKind::kConfig, Remedy{"data-dir"},
       "there is no folder for data: neither CERTUS_DATA nor HOME is set");
}

std::filesystem::path dataset_folder(const KnownDataset& known, const std::filesystem::path& data_dir,
                                     Split split) {
  const auto folder = data_dir / known.folder;
  return known.layout == DatasetLayout::kImageNet && split == Split::kTrain ? folder.parent_path() / "train"
                                                                            : folder;
}

std::unique_ptr<Dataset> open_dataset(const OpenOptions& options) {
  std::error_code ignored;
  const KnownDataset* const known = find_known_dataset(options.data);
  if (known == nullptr) {
    if (std::filesystem::is_directory(options.data, ignored)) {
      return std::make_unique<ImageFolder>(options.data, options.resize, "", options.picture_identity);
    }
    fail(ErrorKind::kConfig, "unknown data set '", options.data, "', expected one of ", known_names(),
         ", or a folder with a subfolder of pictures for each class");
  }
  const auto folder =
      dataset_folder(*known, options.data_dir.empty() ? default_data_dir() : options.data_dir, options.split);
  check_is_there(*known, folder);
  return known->layout == DatasetLayout::kImageNet ? open_imagenet(*known, folder, options)
                                                   : open_files(*known, folder, options);
}

FileCheck check_file(const std::filesystem::path& folder, const KnownFile& file) {
  using State = FileCheck::State;
  FileCheck check{.path = plain_or_gz(folder / file.name)};
  std::error_code ignored;
  if (!std::filesystem::exists(check.path, ignored)) {
    check.problem = join_text(check.path, ": is missing");
    return check;
  }
  try {
    const LoadedFile loaded = load_file(folder / file.name);
    check.bytes = static_cast<std::int64_t>(loaded.content.size());
    check.sha256 = loaded.sha256;
    check_published(loaded, file);
    check.state = file.sha256.empty() ? State::kUnknownChecksum : State::kRight;
  } catch (const Error& error) {
    check.state = State::kWrong;
    check.problem = error.what();
  }
  return check;
}

}  // namespace certus
