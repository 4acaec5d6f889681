#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/base/append_file.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/data/dataset.h"
#include "certus/recipe/p_correct.h"
#include "certus/record/certification_record.h"

namespace certus {

/// Estimates of training images in a file, made once and read by training.
///
/// x.tsv has a row for every image in the order of the data set, integer counts and nothing rounded, and ends
/// with a line that has the SHA-256 of all lines before it: a table without it is not finished. x.json beside
/// it says what was counted.

enum class EstimateKind {
  kPCorrect,    ///< columns idx, label, correct: draws classified as the label says
  kSoftLabels,  ///< columns idx, label, counts: draws by class, "3:9990;5:10"
};

/// What a table was made with.
struct EstimateManifest {
  EstimateKind kind = EstimateKind::kPCorrect;
  double sigma = 0.0;
  std::int64_t samples = 0;  ///< draws per image
  std::uint64_t seed = 0;
  std::string views;           ///< "plain", or the augmentation that the image was seen through
  std::int64_t images = 0;     ///< rows of the finished table
  std::int64_t of_images = 0;  ///< size of the data set
  std::int64_t classes = 0;    ///< of the model
  std::string model;           ///< what voted, with its checksum
  std::string data;            ///< which images, with their checksum
  std::string preprocessing;
  std::string engine;
  std::string precision;
  std::string certus;  ///< version that wrote the table
  friend bool operator==(const EstimateManifest&, const EstimateManifest&) = default;
};

/// Writes a table row by row, so that it can be stopped anywhere and resumed.
class EstimateWriter {
 public:
  /// Starts a table. Fails when the table or its manifest exists and `overwrite` refuses it.
  static EstimateWriter create(const std::filesystem::path& path, const EstimateManifest& manifest,
                               Overwrite overwrite);

  /// Continues a table. Drops a torn last row; fails when the manifest differs (naming the field) or a whole
  /// row is damaged. A table that does not exist yet is created.
  static EstimateWriter resume(const std::filesystem::path& path, const EstimateManifest& manifest);

  /// The row of image rows(). Fails when soft labels have draws without a vote: they would not add up.
  void append(const ImageVotes& votes);

  /// Ends the table with its checksum. All its rows must be there. A finished table stays as it is.
  void finish();

  std::int64_t rows() const { return rows_; }

 private:
  EstimateWriter(std::unique_ptr<AppendFile> file, EstimateManifest manifest)
      : file_(std::move(file)), manifest_(std::move(manifest)) {}
  void append_line(const std::string& line);

  std::unique_ptr<AppendFile> file_;
  EstimateManifest manifest_;
  Sha256 hash_;
  std::int64_t rows_ = 0;
  bool finished_ = false;
};

/// A table in memory.
struct EstimateTable {
  EstimateManifest manifest;
  std::vector<int> labels;            ///< by image
  std::vector<std::int64_t> correct;  ///< by image: draws classified as the label says
  /// Soft labels: the classes with any votes of image i are votes[row_begin[i]] up to votes[row_begin[i +
  /// 1]].
  std::vector<ClassVotes> votes;
  std::vector<std::size_t> row_begin;

  /// out[c] = share of image's draws that voted for c; `out` has one element per class. Only for tables
  /// of soft labels.
  void soft_label(std::int64_t image, std::span<float> out) const;
};

/// Reads a finished table of any kind. Fails when it is damaged or not finished.
EstimateTable read_estimates(const std::filesystem::path& path);

/// What training needs of a table.
struct EstimateUse {
  EstimateKind kind = EstimateKind::kPCorrect;
  std::optional<double> sigma = {};  ///< the sigma that the table must have; empty: any
};

/// Reads a finished table of all images of `data`. Fails when the file is not such a table: when it is
/// damaged or unfinished, when its kind, sigma or data set is another one, or when rows are out of order or
/// have another label. The message names the command that makes the right one.
EstimateTable load_estimates(const std::filesystem::path& path, const EstimateUse& use, const Dataset& data);

/// "p-correct" or "soft-labels": the kind, and the command that makes it.
std::string estimate_name(EstimateKind kind);

}  // namespace certus
