#include "certus/cli/gradient_loss.h"

#include "certus/base/error.h"
#include "certus/cli/shared_options.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/train_settings.h"

namespace certus::cli {
namespace {

constexpr const char* kMethodLoss = "method";

}  // namespace

void LossOptions::describe(Parameters& p) {
  p.add("method", methods,
        "gradnorm: how the model was trained: a preset of certus train --list, or a .toml file such as "
        "config.toml of the run; give it once for all models, or once for each, in their order")
      .shown_as("PRESET");
  p.add("loss", loss,
        "gradnorm: cross-entropy measures the gradient of the plain cross entropy at one noise draw; method "
        "measures that of each model's own training step, which --method names")
      .shown_as("L")
      .usually("method if --method is given, else cross-entropy")
      .one_of({"cross-entropy", kMethodLoss})
      .rarely();
  p.add("set", settings,
        "gradnorm: change a setting of every --method, e.g. catrs.soft_labels=FILE; may be given several "
        "times")
      .shown_as("KEY=VALUE")
      .rarely();
}

std::vector<LossChoice> LossOptions::choices(std::size_t models) const {
  const bool is_method = loss.value_or(methods.empty() ? "" : kMethodLoss) == kMethodLoss;
  if (is_method && methods.empty()) {
    fail(ErrorKind::kConfig,
         "--loss method needs --method PRESET, which says how the model was trained; certus train --list "
         "names presets");
  }
  if (!is_method && !methods.empty())
    fail(ErrorKind::kConfig, "--loss cross-entropy is the same for every method; leave out --method");
  if (!is_method && !settings.empty())
    fail(ErrorKind::kConfig, "--set changes the settings of --method, which is missing");
  if (!is_method) return std::vector<LossChoice>(models);
  if (methods.size() != 1 && methods.size() != models) {
    fail(ErrorKind::kConfig, "--method is given ", methods.size(), " times for ", models,
         models == 1 ? " model" : " models",
         "; give it once for all models, or once for each in their order");
  }
  std::vector<LossChoice> all;
  for (std::size_t i = 0; i < models; ++i) {
    const std::string& preset = methods[methods.size() == 1 ? 0 : i];
    all.push_back({.name = preset, .settings = Config(train_settings(), load_preset(preset), settings)});
  }
  return all;
}

double sigma_of(const std::optional<double>& given, const std::vector<LossChoice>& choices) {
  std::optional<double> sigma = given;
  std::string source = "--sigma";
  for (const LossChoice& choice : choices) {
    if (!choice.settings) return given_sigma(given);
    const double own = choice.settings->real("noise.sigma");
    if (sigma && *sigma != own) {
      fail(ErrorKind::kConfig, "--method ", choice.name, " has noise.sigma = ", own, ", but ", source,
           source == "--sigma" ? " is " : " has ", *sigma,
           "; gradients of one table are taken at one noise level (--set noise.sigma=", *sigma,
           " sets that of every method)");
    }
    if (!sigma) source = "--method " + choice.name;
    sigma = own;
  }
  return sigma.value();
}

}  // namespace certus::cli
