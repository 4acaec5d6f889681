#include "certus/cli/gradient_loss.h"

#include "certus/base/error.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/shared_options.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/train_settings.h"

namespace certus::cli {
namespace {

constexpr const char* kMethodLoss = "method";

}  // namespace

std::vector<Option> loss_options() {
  return {
      choice_option("--loss", "L",
                    "gradnorm: whose gradient is measured; cross-entropy: plain cross entropy at one noise "
                    "draw, the same for every model; method: the loss of each model's own training step, "
                    "which --method names (default: method when --method is given, otherwise cross-entropy)",
                    "", {"cross-entropy", kMethodLoss}),
      repeated_option("--method", "PRESET",
                      "gradnorm: how the model was trained, a preset of certus train --list or a .toml file, "
                      "such as config.toml of the run; once for all models, or once for each in their order"),
      repeated_option("--set", "KEY=VALUE",
                      "gradnorm: change a setting of every --method, e.g. catrs.soft_labels=FILE; may be "
                      "given several times")};
}

void refuse_loss_options(const Arguments& arguments) {
  if (arguments.text("--loss") || !arguments.texts("--method").empty() || !arguments.texts("--set").empty())
    fail(ErrorKind::kConfig, "--loss, --method and --set are for analyze gradnorm");
}

std::vector<LossChoice> loss_choices(const Arguments& arguments, std::size_t models) {
  const std::vector<std::string> methods = arguments.texts("--method");
  const std::vector<std::string> changes = arguments.texts("--set");
  const bool wants_method =
      arguments.text("--loss").value_or(methods.empty() ? "" : kMethodLoss) == kMethodLoss;
  if (wants_method && methods.empty()) {
    fail(ErrorKind::kConfig,
         "--loss method needs --method PRESET, which says how the model was trained; certus train --list "
         "names presets");
  }
  if (!wants_method && !methods.empty())
    fail(ErrorKind::kConfig, "--loss cross-entropy is the same for every method; leave out --method");
  if (!wants_method && !changes.empty())
    fail(ErrorKind::kConfig, "--set changes the settings of --method, which is missing");
  if (!wants_method) return std::vector<LossChoice>(models);
  if (methods.size() != 1 && methods.size() != models) {
    fail(ErrorKind::kConfig, "--method is given ", methods.size(), " times for ", models,
         models == 1 ? " model" : " models",
         "; give it once for all models, or once for each in their order");
  }
  std::vector<LossChoice> choices;
  for (std::size_t i = 0; i < models; ++i) {
    const std::string& preset = methods[methods.size() == 1 ? 0 : i];
    choices.push_back({.name = preset, .settings = Config(train_settings(), load_preset(preset), changes)});
  }
  return choices;
}

double sigma_of(const Arguments& arguments, const std::vector<LossChoice>& choices) {
  std::optional<double> sigma = arguments.real("--sigma");
  std::string source = "--sigma";
  for (const LossChoice& choice : choices) {
    if (!choice.settings) return sigma_of(arguments);
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
