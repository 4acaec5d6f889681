#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/image_selection.h"
#include "certus/certify/model_check.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/log_names.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/easy_and_hard.h"
#include "certus/report/gnuplot.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/train/attack_analysis.h"

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
  return join_text(grouped_text(std::ssize(study.images)), " images of ", study.data->identity(), "; sigma ",
                   study.sigma, "; p_A from ", study.samples, " draws, gradients from ", study.gradient.draws,
                   " other", study.gradient.draws == 1 ? "" : "s", '.');
}

int run_gradnorm(Study& study) {
  Document document;
  document.json = {{"sigma", study.sigma}, {"images", study.images.size()}, {"models", Json::array()}};
  Table table{.title = "Gradient norms of easy (p_A > 0.5) and hard images",
              .header = {"model", "easy images", "hard images", "norm, easy", "norm, hard", "easy / hard"},
              .rows = {}};
  std::string rows = "model,idx,label,correct,samples,gradient_norm\n";
  std::vector<GradientNorms> found_norms;
  for (std::size_t i = 0; i < study.paths.size(); ++i) {
    const Subject subject = subject_of(study, i);
    Progress progress(subject.name + ", gradients", study.gradient.draws * std::ssize(study.images),
                      study.interrupt.flag());
    const auto norms =
        gradient_norms(subject.network, study.views(), study.images, study.gradient, progress.control());
    const EasyAndHard found = easy_and_hard(subject.correct, study.samples, norms);
    table.rows.push_back({text_cell(subject.name), count_cell(found.easy), count_cell(found.hard),
                          optional_cell(found.norm_easy, 3), optional_cell(found.norm_hard, 3),
                          optional_cell(found.ratio, 3)});
    document.json["models"].push_back({{"model", subject.name},
                                       {"easy_images", found.easy},
                                       {"hard_images", found.hard},
                                       {"norm_easy", json_of(found.norm_easy)},
                                       {"norm_hard", json_of(found.norm_hard)},
                                       {"ratio", json_of(found.ratio)}});
    for (std::size_t k = 0; k < norms.size(); ++k) {
      rows += join_text(text_cell(subject.name).csv, ',', study.images[k], ',',
                        study.data->label(study.images[k]), ',', subject.correct[k], ',', study.samples, ',',
                        norms[k], '\n');
    }
    found_norms.push_back(
        {.model = subject.name, .samples = study.samples, .correct = subject.correct, .norm = norms});
  }
  document.add(std::move(table));
  document.add(what_was_done(study));
  write_images(study, rows);
  deliver(document, study.arguments);  // before gnuplot may be missing
  Figure figure = gradient_norm_figure(found_norms);
  figure.notes = {what_was_done(study)};
  draw(study, figure);
  return 0;
}

int run_attack(Study& study) {
  const Subject subject = subject_of(study, 0);
  const AttackAnalysisParams params{.gradient = study.gradient,
                                    .steps = study.arguments.integer_or_default("--steps"),
                                    .step_size = study.arguments.real_or_default("--step-size")};
  Progress progress(subject.name + ", attack", study.gradient.draws * std::ssize(study.images),
                    study.interrupt.flag());
  const auto outcomes =
      analyse_attack(subject.network, study.views(), study.images, params, progress.control());

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
  document.json = {{"model", subject.name}, {"sigma", study.sigma}, {"groups", Json::array()}};
  Table table{.title = join_text("Sphere attack on ", subject.name, ", ", params.steps, " steps of ",
                                 params.step_size),
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
      "are.");
  document.add(what_was_done(study));
  write_images(study, rows);
  deliver(document, study.arguments);
  Figure figure = attack_figure({norms});
  figure.notes = {join_text(params.steps, " steps of ", params.step_size), what_was_done(study)};
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
  if (!attack && (arguments.integer("--steps") || arguments.real("--step-size")))
    fail(ErrorKind::kConfig, "--steps and --step-size are for analyze attack");
  Study study{.arguments = arguments,
              .paths = {words.begin() + 1, words.end()},
              .names = {},
              .sigma = sigma_of(arguments),
              .samples = arguments.integer_or_default("--samples"),
              .data = nullptr,
              .images = {},
              .gradient = {},
              .interrupt = {}};
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

}  // namespace

Command analyze_command() {
  return {
      .name = "analyze",
      .summary = "gradient norms of easy and hard images, before and after the sphere attack",
      .description =
          "gradnorm: for every image the l2 norm of the gradient of the cross entropy under noise with "
          "respect "
          "to all learned parameters (a batch of one, batch norm with running statistics), averaged over "
          "easy "
          "(p_A > 0.5) and hard images, for each model. It shows whom training listens to.\n"
          "attack: the same before and after the sphere attack on the noise, with the share of draws that it "
          "turns wrong and the steps it takes.\n"
          "p_A is the share of noise draws that give the label; gradients use other draws. Gradients depend "
          "on "
          "how a network is parametrised: compare models of one architecture, as trained.",
      .positional =
          {.name = "ACTION MODEL",
           .help = "gradnorm or attack; model.onnx, or model.safetensors of an architecture certus knows",
           .least = 1,
           .most = 15},
      .options = data_options(Split::kTrain) +
                 std::vector<Option>{sigma_option(),
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
                                      .help = "draws whose gradients are averaged, an image",
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
                                      .help = "attack: l2 length of a step",
                                      .default_text = "0.25",
                                      .low = 1e-6,
                                      .high = 1e3},
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
      .examples = {{"certus analyze gradnorm gaussian.safetensors ours.safetensors --data cifar10 --sigma "
                    "0.5 --skip 50 "
                    "--figure norms.png",
                    "1,000 training images under two models"},
                   {"certus analyze attack gaussian.safetensors --data cifar10 --sigma 0.5 --skip 50 --draws "
                    "4 --steps 6 "
                    "--figure attack.pdf --images attack.csv",
                    "what the attack of the training recipe does to them"}},
      .run = run_analyze};
}

}  // namespace certus::cli
