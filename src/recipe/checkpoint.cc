#include "certus/recipe/checkpoint.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/sha256.h"
#include "certus/model/model_file.h"
#include "certus/model/safetensors.h"

namespace certus {
namespace {

// Tensors are float32: indices are kept as a mask over all images, and votes are small integers, so both are
// exact.
constexpr auto& kModel = kCheckpointWeights;
constexpr char kVelocity[] = "velocity.";
constexpr char kKept[] = "kept";
constexpr char kCorrect[] = "correct";
constexpr char kBinding[] = "binding.";
constexpr char kDigest[] = "sha256";

/// SHA-256 over names and numbers: a checkpoint that was damaged on disk must not be read as other weights.
std::string digest_of(const NamedTensors& content) {
  Sha256 hash;
  for (const auto& [name, tensor] : content.tensors) {
    hash.update(name).update(
        {reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float)});
  }
  return hash.hex();
}

Tensor mask_of(const std::vector<std::int64_t>& kept) {
  const std::int64_t size = kept.empty() ? 0 : kept.back() + 1;
  Tensor mask{.shape = {size}, .values = std::vector<float>(static_cast<std::size_t>(size), 0.0F)};
  for (const std::int64_t index : kept) mask.values[static_cast<std::size_t>(index)] = 1.0F;
  return mask;
}

/// Reads fields of the metadata by name, as text and as numbers.
struct Fields {
  const std::filesystem::path& path;
  const std::map<std::string, std::string>& metadata;

  const std::string& text(const std::string& name) const {
    const auto at = metadata.find(name);
    if (at == metadata.end()) {
      fail(ErrorKind::kData, path, ": no '", name,
           "' in its metadata; this is not a checkpoint of certus train");
    }
    return at->second;
  }
  std::int64_t count(const std::string& name) const {
    const auto value = parse_int(text(name));
    if (!value || *value < 0) {
      fail(ErrorKind::kData, path, ": '", name, "' is '", text(name), "', expected a count");
    }
    return *value;
  }
  double real(const std::string& name) const {
    const auto value = parse_double(text(name));
    if (!value || !std::isfinite(*value)) {
      fail(ErrorKind::kData, path, ": '", name, "' is '", text(name), "', expected a number");
    }
    return *value;
  }
};

void check_binding(const Fields& fields, const std::map<std::string, std::string>& binding) {
  for (const auto& [name, expected] : binding) {
    const std::string& found = fields.text(kBinding + name);
    if (found != expected) {
      fail(ErrorKind::kConfig, fields.path, ": was made with ", name, " '", found, "', but now it is '",
           expected, "'; resume with the same value, or train into another folder");
    }
  }
}

std::vector<std::int64_t> integers_of(const std::filesystem::path& path, const Tensor& tensor) {
  std::vector<std::int64_t> out;
  out.reserve(tensor.values.size());
  for (const float value : tensor.values) {
    if (!(value >= 0.0F && value <= 0x1p24F) || value != std::floor(value)) {
      fail(ErrorKind::kData, path, ": a vote count is ", static_cast<double>(value),
           ", expected a whole number");
    }
    out.push_back(static_cast<std::int64_t>(value));
  }
  return out;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const TrainingState& state,
                      const std::map<std::string, std::string>& binding) {
  NamedTensors content;
  for (const auto& [name, tensor] : state.parameters) content.tensors[kModel + name] = tensor;
  for (const auto& [name, tensor] : state.velocity) content.tensors[kVelocity + name] = tensor;
  if (state.draws.kept) content.tensors[kKept] = mask_of(*state.draws.kept);
  if (state.draws.correct) {
    content.tensors[kCorrect] = {.shape = {static_cast<std::int64_t>(state.draws.correct->size())},
                                 .values = {state.draws.correct->begin(), state.draws.correct->end()}};
  }
  content.metadata = {{kCheckpointKey, "1"},
                      {"epoch", join_text(state.epoch)},
                      {"next_batch", join_text(state.next_batch)},
                      {"step", join_text(state.step)},
                      {"images_seen", join_text(state.images_seen)},
                      {"loss_sum", join_text(state.loss_sum)},
                      {"correct_sum", join_text(state.correct_sum)},
                      {"train_seconds", join_text(state.train_seconds)},
                      {"epoch_seconds", join_text(state.epoch_seconds)},
                      {"best_accuracy", join_text(state.best_accuracy)},
                      {"threads", join_text(state.threads)}};
  content.metadata.insert(state.model_metadata.begin(), state.model_metadata.end());
  for (const auto& [name, value] : binding) content.metadata[kBinding + name] = value;
  content.metadata[kDigest] = digest_of(content);
  write_safetensors(path, content, Overwrite::kAllow);
}

TrainingState read_checkpoint(const std::filesystem::path& path,
                              const std::map<std::string, std::string>& binding) {
  NamedTensors content = read_safetensors(path);
  const Fields fields{path, content.metadata};
  if (fields.text(kCheckpointKey) != "1") {
    fail(ErrorKind::kData, path, ": checkpoint format ", fields.text(kCheckpointKey),
         ", this certus reads format 1");
  }
  check_binding(fields, binding);
  if (fields.text(kDigest) != digest_of(content)) {
    fail(ErrorKind::kData, path,
         ": its numbers do not have the checksum they were written with; a damaged file");
  }
  TrainingState state{.epoch = fields.count("epoch"),
                      .next_batch = fields.count("next_batch"),
                      .step = fields.count("step"),
                      .images_seen = fields.count("images_seen"),
                      .loss_sum = fields.real("loss_sum"),
                      .correct_sum = fields.real("correct_sum"),
                      .train_seconds = fields.real("train_seconds"),
                      .epoch_seconds = fields.real("epoch_seconds"),
                      .best_accuracy = fields.real("best_accuracy"),
                      .threads = fields.count("threads")};
  for (auto& [name, tensor] : content.tensors) {
    if (name.starts_with(kModel)) {
      state.parameters[name.substr(sizeof(kModel) - 1)] = std::move(tensor);
    } else if (name.starts_with(kVelocity)) {
      state.velocity[name.substr(sizeof(kVelocity) - 1)] = std::move(tensor);
    } else if (name == kKept) {
      state.draws.kept.emplace();
      for (std::size_t i = 0; i < tensor.values.size(); ++i) {
        if (tensor.values[i] != 0.0F) state.draws.kept->push_back(static_cast<std::int64_t>(i));
      }
    } else if (name == kCorrect) {
      state.draws.correct = integers_of(path, tensor);
    } else {
      fail(ErrorKind::kData, path, ": unknown tensor '", name, "'; this is not a checkpoint of certus train");
    }
  }
  return state;
}

}  // namespace certus
