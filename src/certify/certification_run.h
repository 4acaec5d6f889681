#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "certus/certify/image_selection.h"
#include "certus/certify/job_progress.h"
#include "certus/certify/model_check.h"
#include "certus/data/known_datasets.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"
#include "certus/noise/generator.h"
#include "certus/procedure/procedure.h"

namespace certus {

/// What to do where the record exists already.
enum class ExistingRecord {
  kRefuse,
  kResume,   ///< continue it; a record that does not exist is begun
  kReplace,  ///< begin again
};

/// A whole certification run: a model, a data set, a procedure, and the record that it leaves behind.
struct CertificationOptions {
  std::filesystem::path model;  ///< .onnx or .safetensors
  ModelOptions model_options;
  OpenOptions data;
  ImageSelection selection;
  std::shared_ptr<const Procedure> procedure;

  /// Which noise; the same seed gives the same record. Empty: that of the record to be resumed or topped up,
  /// else one from the operating system, which nobody can know beforehand.
  std::optional<std::uint64_t> seed;
  Generator generator = Generator::kPhilox;
  /// Noise on the 8-bit grid with exactly the Gaussian law: certificates that hold in floating point.
  bool is_sound = false;

  EngineChoice engine;           ///< noise and scales are set by the run
  std::filesystem::path scales;  ///< of int8; empty: scales_path(model)
  std::optional<std::int64_t> workers;
  std::int64_t batch = 256;  ///< draws that a worker takes at a time; changes no vote

  std::filesystem::path output;  ///< the record; its manifest goes beside it
  ExistingRecord existing = ExistingRecord::kRefuse;
  bool keep_time = true;
  std::optional<std::filesystem::path> top_up;  ///< a finished record whose images continue
  std::atomic<bool>* stop = nullptr;            ///< raised from outside to stop the run
};

/// Largest seed: every reader of a manifest holds it in a double.
inline constexpr std::int64_t kLargestSeed = (std::int64_t{1} << 53) - 1;

/// Is told how a run goes.
class CertificationObserver {
 public:
  virtual ~CertificationObserver() = default;
  virtual void on_note(const std::string& /*text*/) {}
  /// The look at the model before the run.
  virtual void on_model_check(const ModelCheck& /*check*/, int /*num_classes*/) {}
  virtual void on_progress(const JobProgress& /*progress*/) {}  ///< often, by one thread at a time
};

struct CertificationResult {
  bool is_finished = false;  ///< else `stop` was raised; the record can be resumed
  std::int64_t images_in_record = 0;
  std::int64_t images_total = 0;
  RunManifest manifest;
};

/// Certifies (or predicts) the selected images and writes them to the record. Everything is checked before
/// the record is touched: that model, data and procedure fit each other, that the noise is what it should be,
/// and that a record to be resumed was made by the same run. Throws Error with what is wrong and what would
/// be right.
CertificationResult run_certification(const CertificationOptions& options, CertificationObserver& observer);

}  // namespace certus
