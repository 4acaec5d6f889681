#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "certus/certify/agreement.h"
#include "certus/certify/image_selection.h"
#include "certus/data/known_datasets.h"
#include "certus/model/model_file.h"
#include "certus/report/document.h"
#include "certus/study/studied_engines.h"

namespace certus {

/// Progress of all engines together.
struct AgreementProgress {
  std::int64_t draws_done = 0, draws_total = 0;
  double seconds_left = 0.0;
};

/// Which engines are compared, on which images.
struct AgreementStudy {
  std::filesystem::path model;
  ModelOptions model_options;
  OpenOptions data;
  ImageSelection selection;
  std::int64_t n0 = 100;
  Budget budget;
  std::uint64_t seed = 0;
  StudiedEngines engines;
  std::filesystem::path scales = {};  ///< of int8; empty: the usual place beside the model
  std::function<void(const AgreementProgress&)> on_progress = [](const AgreementProgress&) {};
};

/// One engine's part of the comparison.
struct ComparedEngine {
  EngineChoice choice;
  EngineVotes votes;
};

/// What every engine certifies on the same noise.
struct AgreementReport {
  std::string model, data;  ///< identities
  std::int64_t n0 = 0;
  Budget budget;
  std::uint64_t seed = 0;
  std::vector<ComparedEngine> engines;  ///< the float32 reference first
};

/// Lets the reference engine and all others that are asked for certify the same images. Fails when the budget
/// certifies nothing, when there is no other engine, when the model does not take the images, and when there
/// are fewer than two images.
AgreementReport compare_on_same_noise(const AgreementStudy& study);

/// What the others change, with intervals over the images.
struct AgreementView {
  std::vector<double> radii;  ///< empty: usual_radii
  std::vector<double> p;
  double confidence = 0.95;
};
Document agreement_document(const AgreementReport& report, const AgreementView& view);

}  // namespace certus
