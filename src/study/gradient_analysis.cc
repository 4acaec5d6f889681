#include "certus/study/gradient_analysis.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/model_check.h"
#include "certus/report/log_names.h"

namespace certus {

ViewSource GradientAnalysis::views() const {
  return [this](std::int64_t i) { return data.get(i); };
}

GradientParams GradientAnalysis::gradient_params() const {
  GradientParams params = gradient;
  params.first_sample = static_cast<std::uint64_t>(samples);
  return params;
}

EstimateControl GradientAnalysis::control(std::string what, std::int64_t total) const {
  return {.on_draws =
              [this, what = std::move(what), total, done = std::int64_t{0}](std::int64_t draws) mutable {
                done += draws;
                on_progress({.what = what, .done = done, .total = total});
              },
          .stop = stop};
}

std::string GradientAnalysis::sentence() const {
  return join_text(grouped_text(std::ssize(images)), " images of ", data.identity(), "; sigma ",
                   gradient.sigma, "; p_A from ", samples, " draws, gradients at other noise, ",
                   gradient.draws == 1 ? std::string("once") : join_text(gradient.draws, " times"),
                   " for each image.");
}

std::vector<std::string> model_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names = paths.size() == 1
                                       ? std::vector{std::filesystem::path(paths.front()).filename().string()}
                                       : short_names(paths);
  for (std::string& name : names) {
    for (const std::string_view ending : {".safetensors", ".onnx"}) {
      if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    }
  }
  return names;
}

AnalysedModel analysed_model(const GradientAnalysis& analysis, std::size_t which) {
  Model model = load_model(analysis.models[which], analysis.model_options);
  const auto engines = analysis.make_engines(model.graph, analysis.samples);
  check_fits(engines.front()->info(), analysis.data);
  auto correct = count_correct(
      engines, analysis.views(), analysis.images,
      {.sigma = analysis.gradient.sigma, .samples = analysis.samples, .seed = analysis.gradient.seed},
      analysis.control(analysis.names[which] + ", p_A", analysis.samples * std::ssize(analysis.images)));
  return {.name = analysis.names[which], .network = std::move(model.graph), .correct = std::move(correct)};
}

}  // namespace certus
