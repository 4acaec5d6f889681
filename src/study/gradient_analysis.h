#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "certus/data/dataset.h"
#include "certus/model/model_file.h"
#include "certus/recipe/gradient_study.h"
#include "certus/recipe/p_correct.h"
#include "certus/recipe/training_set.h"
#include "certus/report/document.h"
#include "certus/report/figure.h"

namespace certus {

/// How far one of the long parts of an analysis is.
struct AnalysisProgress {
  const std::string& what;           ///< "gaussian, p_A"
  std::int64_t done = 0, total = 0;  ///< draws
};

/// Which gradients are analysed.
struct GradientAnalysis {
  std::vector<std::string> models;  ///< files
  std::vector<std::string> names;   ///< of the models, for tables
  ModelOptions model_options;
  const Dataset& data;
  std::vector<std::int64_t> images;
  std::int64_t samples = 100;  ///< draws that p_A is estimated from
  GradientParams gradient;     ///< its first_sample does not matter
  EngineMaker make_engines;
  std::function<void(const AnalysisProgress&)> on_progress = [](const AnalysisProgress&) {};
  std::atomic<bool>* stop = nullptr;  ///< raised: Interrupted is thrown, and all is lost

  ViewSource views() const;
  /// Gradients use draws from which p_A is not estimated: a bad draw must not make its image a hard one.
  GradientParams gradient_params() const;
  /// Follows a part of `total` draws. The analysis has to outlive it.
  EstimateControl control(std::string what, std::int64_t total) const;
  /// Which images and draws, in one sentence.
  std::string sentence() const;
};

/// Names of model files for tables and figures: without the folder that they share and without the ending.
std::vector<std::string> model_names(const std::vector<std::string>& paths);

/// A model and how often it is right on each image.
struct AnalysedModel {
  std::string name;
  Graph network;
  std::vector<std::int64_t> correct;  ///< by image, of `samples` draws
};

/// Fails when the model does not take the images.
AnalysedModel analysed_model(const GradientAnalysis& analysis, std::size_t which);

/// What an analysis found.
struct AnalysisReport {
  Document document;
  std::string rows;  ///< CSV with a row for each image
  Figure figure;
};

}  // namespace certus
