#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "certus/engine/function_engine.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"
#include "certus/procedure/procedure.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

struct ClassifierOptions {
  ModelOptions model;
  EngineChoice engine;                  ///< float32 unless it brings scales
  std::optional<std::int64_t> workers;  ///< usual_workers unless given
};

/// The network of a file (.onnx or .safetensors), ready to vote.
std::unique_ptr<VoteCounter> open_classifier(const std::filesystem::path& model,
                                             const ClassifierOptions& options = {});

/// Any function as a classifier that is ready to vote, on one worker.
std::unique_ptr<VoteCounter> classifier_of(const ImageShape& shape, int num_classes, ClassifyBatch classify,
                                           const FunctionEngineOptions& options = {});

/// What a procedure says about one image. Fails when the image is not of the classifier's
/// shape, when a pixel is not a number in [0, 1], and when the procedure could never answer.
///
/// The promise is that of the procedure, for each image by itself. Certificates of different images are
/// independent when their index or seed differs.
/// @param seed  which noise; empty: one from the operating system, which nobody can know beforehand
/// @return the row that a record would have: class (empty: abstained), radius, votes
CertificationRecord certify_image(VoteCounter& classifier, ImageView image, const Procedure& procedure,
                                  std::int64_t index = 0, std::optional<std::uint64_t> seed = {});

/// The same with CERTIFY of Cohen et al. (top_class.h): 100 draws choose the class, budget.n bound it.
CertificationRecord certify_image(VoteCounter& classifier, ImageView image, const Budget& budget);

}  // namespace certus
