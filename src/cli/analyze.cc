#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/image_selection.h"
#include "certus/certify/model_check.h"
#include "certus/cli/commands.h"
#include "certus/cli/gradient_loss.h"
#include "certus/cli/gradnorm_document.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/log_names.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/easy_and_hard.h"
#include "certus/module/torch_backend.h"
#include "certus/recipe/expected_draws.h"
#include "certus/report/gnuplot.h"
#include "certus/report/gradient_norm_figure.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// For tables and figures: without the folder they share and without the ending.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
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

/// What both analyses begin with.
struct Study {
  const Arguments& arguments;
  std::vector<std::string> paths;  ///< of the models
  std::vector<std::string> names;  ///< for tables
  std::vector<LossChoice> losses;  ///< by model
  double sigma = 0.0;
  std::int64_t samples = 0;
  std::unique_ptr<Dataset> data;
  std::vector<std::int64_t> images;
  GradientParams gradient;
  InterruptGuard interrupt;

  ViewSource views() const {
    return [this](std::int64_t i) { return data->get(i); };
  }
  Overwrite overwrite() const { return arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse; }
};

/// Tells on standard error how far one of the long parts is.
class Progress {
 public:
  Progress(std::string what, std::int64_t total, std::atomic<bool>* stop)
      : what_(std::move(what)), total_(total), stop_(stop) {}
  EstimateControl control() {
    return {.on_draws =
                [this](std::int64_t draws) {
                  done_ += draws;
                  if (line_.is_due())
                    line_.show(join_text(what_, ": ", 100 * done_ / total_, " % of ", grouped_text(total_),
                                         " draws"));
                },
            .stop = stop_};
  }

 private:
  std::string what_;
  std::int64_t total_, done_ = 0;
  std::atomic<bool>* stop_;
  ProgressLine line_{30.0};
};

/// A model and how often it is right on each image.
struct Subject {
  std::string name;
  Graph network;
  std::vector<std::int64_t> correct;  ///< by image, of Study::samples draws
};

Subject subject_of(Study& study, std::size_t which) {
  Model model = load_model_of(study.arguments, study.paths[which]);
  EngineChoice choice = engine_choice(study.arguments);
  const EngineInfo usual = make_engines(model.graph, choice, 1).front()->info();
  check_fits(usual, *study.data);
  choice.micro_batch = micro_batch_for(study.samples, usual.micro_batch);
  Progress progress(study.names[which] + ", p_A", study.samples * std::ssize(study.images),
                    study.interrupt.flag());
  auto correct = count_correct(
      make_engines(study.arguments, model.graph, choice), study.views(), study.images,
      {.sigma = study.sigma, .samples = study.samples, .seed = study.gradient.seed}, progress.control());
  return {.name = study.names[which], .network = std::move(model.graph), .correct = std::move(correct)};
}

void write_images(const Study& study, const std::string& content) {
  if (const auto path = study.arguments.text("--images")) write_file(*path, content, study.overwrite());
}

void draw(const Study& study, const Figure& figure) {
  if (const auto path = study.arguments.text("--figure"))
    draw_figure(figure, *path, FigureSize::kScreen, study.overwrite());
}

std::string what_was_done(const Study& study) {
  return join_text(
      grouped_text(std::ssize(study.images)), " images of ", study.data->identity(), "; sigma ", study.sigma,
      "; p_A from ", study.samples, " draws, gradients at other noise, ",
      study.gradient.draws == 1 ? std::string("once") : join_text(study.gradient.draws, " times"),
      " for each image.");
}

/// The norms of one model, and how often training would draw each image.
GradientNorms norms_of(Study& study, const Subject& subject, const LossChoice& choice, const StepLoss& loss) {
  Progress progress(subject.name + ", gradients",
                    study.gradient.draws * loss.copies * std::ssize(study.images), study.interrupt.flag());
  return {.model = subject.name,
          .loss = choice.name,
          .samples = study.samples,
          .correct = subject.correct,
          .norm = torch_backend().gradient_norms(subject.network, study.views(), study.images, loss,
                                                 study.gradient, progress.control()),
          .draws = choice.settings ? expected_draws(*choice.settings, subject.correct, study.samples)
                                   : std::vector<double>(study.images.size(), 1.0)};
}

int run_gradnorm(Study& study) {
  const bool of_methods = study.losses.front().settings.has_value();
  std::vector<StepLoss>
      losses;  // all of them now: a missing table of soft labels is told before hours of work
  for (const LossChoice& choice : study.losses) {
    losses.push_back(choice.settings ? torch_backend().last_epoch_loss(*choice.settings, *study.data)
                                     : torch_backend().cross_entropy_under_noise());
  }
  std::vector<GradientNorms> models;
  std::optional<Subject> subject;
  for (std::size_t i = 0; i < study.paths.size(); ++i) {
    if (i == 0 || study.paths[i] != study.paths[i - 1]) subject = subject_of(study, i);
    models.push_back(norms_of(study, *subject, study.losses[i], losses[i]));
  }
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const std::string sentence = loss_sentence(study.losses[i], losses[i]);
    if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
      sentences.push_back(sentence);
  }
  sentences.push_back(what_was_done(study));
  Document document = gradnorm_document(models, of_methods);
  document.json["sigma"] = study.sigma;
  document.json["images"] = study.images.size();
  for (const std::string& sentence : sentences) document.add(sentence);
  std::vector<int> labels;
  for (const std::int64_t image : study.images) labels.push_back(study.data->label(image));
  write_images(study, gradnorm_rows(models, study.images, labels));
  deliver(document, study.arguments);  // before gnuplot may be missing
  Figure figure = gradient_norm_figure(models);
  figure.notes.insert(figure.notes.end(), sentences.begin(), sentences.end());
  draw(study, figure);
  return 0;
}

int run_attack(Study& study) {
  const Subject subject = subject_of(study, 0);
  const std::string norm = study.arguments.text_or_default("--norm");
  const AttackAnalysisParams params{.gradient = study.gradient,
                                    .attack = {.steps = study.arguments.integer_or_default("--steps"),
                                               .step_size = study.arguments.real_or_default("--step-size"),
                                               .norm = sphere_norm_of(norm)}};
  Progress progress(subject.name + ", attack", study.gradient.draws * std::ssize(study.images),
                    study.interrupt.flag());
  const auto outcomes = torch_backend().analyse_attack(subject.network, study.views(), study.images, params,
                                                       progress.control());

  std::string rows =
      "idx,label,correct,samples,draws,wrong_before,wrong_after,steps,norm_before,norm_after\n";
  AttackedNorms norms{.model = subject.name,
                      .samples = study.samples,
                      .correct = subject.correct,
                      .norm_before = {},
                      .norm_after = {},
                      .wrong_before = {},
                      .wrong_after = {}};
  struct Sum {
    std::int64_t images = 0, draws = 0, right = 0, flipped = 0, steps = 0;
    double before = 0.0, after = 0.0;
  };
  Sum easy, hard, all;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const AttackOutcome& each = outcomes[k];
    norms.norm_before.push_back(each.norm_before);
    norms.norm_after.push_back(each.norm_after);
    const auto share = [&](std::int64_t part) {
      return static_cast<double>(part) / static_cast<double>(each.draws);
    };
    norms.wrong_before.push_back(share(each.wrong_before));
    norms.wrong_after.push_back(share(each.wrong_after));
    for (Sum* sum : {&all, 2 * subject.correct[k] > study.samples ? &easy : &hard}) {
      ++sum->images;
      sum->draws += each.draws;
      sum->right += each.draws - each.wrong_before;
      sum->flipped += each.wrong_after - each.wrong_before;
      sum->steps += each.steps;
      sum->before += each.norm_before;
      sum->after += each.norm_after;
    }
    rows += join_text(study.images[k], ',', study.data->label(study.images[k]), ',', subject.correct[k], ',',
                      study.samples, ',', each.draws, ',', each.wrong_before, ',', each.wrong_after, ',',
                      each.steps, ',', each.norm_before, ',', each.norm_after, '\n');
  }
  Document document;
  document.json = {
      {"model", subject.name}, {"sigma", study.sigma}, {"norm", norm}, {"groups", Json::array()}};
  const std::string steps_text =
      join_text(params.attack.steps, " steps of ", params.attack.step_size, " (", norm, ')');
  Table table{.title = join_text("Sphere attack on ", subject.name, ", ", steps_text),
              .header = {"images", "number", "right before %", "turned wrong %", "steps", "norm before",
                         "norm after"},
              .rows = {}};
  const auto add = [&](const char* name, const Sum& sum) {
    const auto share = [](auto part, std::int64_t whole) {
      return whole == 0 ? std::optional<double>() : static_cast<double>(part) / static_cast<double>(whole);
    };
    const auto percent = [&](const std::optional<double>& value) {
      return percent_cell(value.value_or(std::nan("")), 1);
    };
    const auto right = share(sum.right, sum.draws);
    const auto turned = share(sum.flipped, sum.right);
    const auto steps = share(sum.steps, sum.right);
    const auto norm_before = share(sum.before, sum.images);
    const auto norm_after = share(sum.after, sum.images);
    table.rows.push_back({text_cell(name), count_cell(sum.images), percent(right), percent(turned),
                          optional_cell(steps, 2), optional_cell(norm_before, 3),
                          optional_cell(norm_after, 3)});
    document.json["groups"].push_back({{"images", name},
                                       {"number", sum.images},
                                       {"right_before", json_of(right)},
                                       {"success_rate", json_of(turned)},
                                       {"steps", json_of(steps)},
                                       {"norm_before", json_of(norm_before)},
                                       {"norm_after", json_of(norm_after)}});
  };
  add("easy, p_A > 0.5", easy);
  add("hard", hard);
  add("all", all);
  document.add(std::move(table));
  document.add(
      "Turned wrong and steps: of the draws that were classified right at first; the others stay as they "
      "are. Norms are of the gradient of the plain cross entropy at one noise draw.");
  document.add(what_was_done(study));
  write_images(study, rows);
  deliver(document, study.arguments);
  Figure figure = attack_figure({norms});
  figure.notes = {steps_text, what_was_done(study)};
  draw(study, figure);
  return 0;
}

int run_analyze(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  const std::string& action = words.at(0);
  const bool attack = action == "attack";
  if (!attack && action != "gradnorm") {
    fail_unknown_word("analyze", "action", action, {"gradnorm", "attack"});
  }
  if (words.size() < 2) fail(ErrorKind::kConfig, "analyze ", action, ": the model is missing");
  if (attack && words.size() > 2)
    fail(ErrorKind::kConfig, "analyze attack: one model at a time, found ", words.size() - 1);
  if (!attack && (arguments.integer("--steps") || arguments.real("--step-size") || arguments.text("--norm")))
    fail(ErrorKind::kConfig, "--steps, --step-size and --norm are for analyze attack");
  if (attack) refuse_loss_options(arguments);
  Study study{.arguments = arguments,
              .paths = {words.begin() + 1, words.end()},
              .names = {},
              .losses = loss_choices(arguments, words.size() - 1),
              .sigma = 0.0,
              .samples = arguments.integer_or_default("--samples"),
              .data = nullptr,
              .images = {},
              .gradient = {},
              .interrupt = {}};
  study.sigma = sigma_of(arguments, study.losses);
  if (const auto path = arguments.text("--figure")) check_figure_path(*path, study.overwrite());
  if (const auto path = arguments.text("--images")) check_may_write(*path, study.overwrite());
  if (const auto path = arguments.text("--output")) check_may_write(*path, study.overwrite());
  study.names = names_of(study.paths);
  study.data = open_dataset_of(arguments);
  study.images =
      selected_images({.max = arguments.integer("--max"), .skip = arguments.integer_or_default("--skip")},
                      study.data->size());
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  study.gradient = {.sigma = study.sigma,
                    .draws = arguments.integer_or_default("--draws"),
                    .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed")),
                    // Draws that p_A is not estimated from: a bad one must not make its image hard.
                    .first_sample = static_cast<std::uint64_t>(study.samples),
                    .workers = static_cast<int>(arguments.integer("--threads").value_or(cores))};
  try {
    return attack ? run_attack(study) : run_gradnorm(study);
  } catch (const Interrupted&) {
    std::fprintf(stderr, "interrupted: nothing was written\n");
    return kInterrupted;
  }
}

Option study_sigma_option() {
  Option option = sigma_option();
  option.help = "noise level, for pixels in [0, 1]; has to be given unless --method says it";
  return option;
}

}  // namespace

Command analyze_command() {
  return {
      .name = "analyze",
      .summary = "gradient norms of easy and hard images, before and after the sphere attack",
      .description =
          "gradnorm: for every image the l2 norm of the gradient of its loss with respect to all learned "
          "parameters, averaged over easy (p_A > 0.5) and hard images, for each model. The loss is that of "
          "the model's training method (--method): of a step that holds this image alone, at the settings of "
          "the last epoch, with the method's noise copies, attacks and regularisers. A second column "
          "multiplies the norm by the number of draws of the image that an epoch is expected to make, which "
          "discard and reweight change. Without --method it is the plain cross entropy at one noise draw, "
          "which says how a model answers to one common loss, not how it was trained.\n"
          "attack: the norm of the gradient of the plain cross entropy before and after the sphere attack on "
          "the noise, with the share of draws that it turns wrong and the steps it takes.\n"
          "p_A is the share of noise draws that give the label; gradients use other draws. Batch norm uses "
          "its running statistics, and images are not augmented. Gradients depend on how a network is "
          "parametrised: compare models of one architecture, as trained.",
      .positional =
          {.name = "ACTION MODEL",
           .help = "gradnorm or attack; model.onnx, or model.safetensors of an architecture certus knows",
           .least = 1,
           .most = 15},
      .options =
          data_options(Split::kTrain) + loss_options() +
          std::vector<Option>{study_sigma_option(),
                              {.name = "--samples",
                               .kind = Kind::kInteger,
                               .value_name = "N",
                               .help = "draws that p_A is estimated from",
                               .default_text = "100",
                               .low = 1,
                               .high = 1e6},
                              {.name = "--draws",
                               .kind = Kind::kInteger,
                               .value_name = "M",
                               .help = "gradients of each image whose norms are averaged, each at "
                                       "other noise",
                               .default_text = "1",
                               .low = 1,
                               .high = 1e4},
                              skip_option("1"),
                              max_option(),
                              {.name = "--steps",
                               .kind = Kind::kInteger,
                               .value_name = "T",
                               .help = "attack: steps, at most",
                               .default_text = "4",
                               .low = 0,
                               .high = 1e4},
                              {.name = "--step-size",
                               .kind = Kind::kReal,
                               .value_name = "E",
                               .help = "attack: l2 length of a step; with --norm linf each pixel "
                                       "moves by E / sqrt(channels x height x width), as in training",
                               .default_text = "0.25",
                               .low = 1e-6,
                               .high = 1e3},
                              {.name = "--norm",
                               .kind = Kind::kChoice,
                               .value_name = "P",
                               .help = "attack: steps along the gradient (l2) or along its signs (linf)",
                               .default_text = "l2",
                               .choices = {"l2", "linf"}},
                              seed_option("which noise; the same seed gives the same numbers"),
                              threads_option()} +
          engine_options() + model_options() +
          std::vector<Option>{{.name = "--figure",
                               .kind = Kind::kText,
                               .value_name = "FILE",
                               .help = "figure to draw with gnuplot: .png, .svg or .pdf"},
                              {.name = "--images",
                               .kind = Kind::kText,
                               .value_name = "FILE",
                               .help = "CSV with a row for each image"}} +
          output_options(),
      .examples = {{"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
                    "--method cifar10/gaussian-0.50 --method cifar10/easy-focus-0.50 --figure norms.png",
                    "1,000 training images, each model under the loss it was trained with"},
                   {"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --skip 50 "
                    "--loss cross-entropy --sigma 0.5",
                    "both models under the plain cross entropy"},
                   {"certus analyze attack gaussian.safetensors --data cifar10 --sigma 0.5 --skip 50 --draws "
                    "4 --steps 6 "
                    "--figure attack.pdf --images attack.csv",
                    "what the attack of the training recipe does to them"}},
      .run = run_analyze};
}

}  // namespace certus::cli
