#include "certus/recipe/training_log.h"

#include "certus/base/error.h"
#include "certus/base/file.h"

namespace certus {
namespace {

constexpr char kHeader[] =
    "epoch,step,seconds,lr,train_loss,train_accuracy,test_loss,test_accuracy,kept_images,images_per_second\n";

std::string optional_text(const std::optional<double>& value) {
  return value ? join_text(*value) : std::string();
}

}  // namespace

TrainingLog::TrainingLog(std::filesystem::path path, std::int64_t keep_rows)
    : path_(std::move(path)), content_(kHeader) {
  if (keep_rows > 0 && std::filesystem::exists(path_)) {
    LineReader reader(path_);
    std::string_view line;
    for (std::int64_t row = -1; row < keep_rows && reader.next(line); ++row) {
      if (row >= 0) content_.append(line).append("\n");
    }
  }
  write_file(path_, content_, Overwrite::kAllow);
}

void TrainingLog::append(const EpochRow& row) {
  content_ +=
      join_text(row.epoch, ',', row.step, ',', row.seconds, ',', row.lr, ',', row.train_loss, ',',
                row.train_accuracy, ',', optional_text(row.test_loss), ',', optional_text(row.test_accuracy),
                ',', row.kept_images, ',', row.images_per_second, '\n');
  write_file(path_, content_, Overwrite::kAllow);
}

}  // namespace certus
