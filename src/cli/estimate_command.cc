#include "certus/cli/estimate_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/model_check.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/data/training_views.h"
#include "certus/recipe/import_p_correct.h"
#include "certus/record/run_manifest.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// Rows are written in order, so images are taken a few at a time: about this many draws between two writes.
constexpr std::int64_t kDrawsBetweenWrites = 1 << 14;

std::string output_of(const Arguments& arguments) {
  const auto path = arguments.text("--output");
  if (!path || *path == "-") {
    fail(ErrorKind::kConfig, "--output is ", path ? "'-'" : "missing",
         "; a table grows in a file that can be resumed: give its name, e.g. -o table.tsv");
  }
  return *path;
}

EstimateWriter open_table(const Arguments& arguments, const std::string& path,
                          const EstimateManifest& manifest) {
  if (arguments.flag("--resume")) return EstimateWriter::resume(path, manifest);
  const bool force = arguments.flag("--force");
  if (!force && std::filesystem::exists(path)) {
    fail(ErrorKind::kFile, path, ": exists already; --resume goes on with it, --force begins anew");
  }
  return EstimateWriter::create(path, manifest, force ? Overwrite::kAllow : Overwrite::kRefuse);
}

/// How much of the data set would be kept at which threshold.
Document summary_of(const std::string& path, const EstimateTable& table) {
  const auto images = static_cast<double>(table.correct.size());
  const auto samples = static_cast<double>(table.manifest.samples);
  const auto total =
      static_cast<double>(std::accumulate(table.correct.begin(), table.correct.end(), std::int64_t{0}));
  Document document;
  document.json = {{"table", path},
                   {"kind", estimate_name(table.manifest.kind)},
                   {"images", table.correct.size()},
                   {"samples", table.manifest.samples},
                   {"mean_p_correct", total / images / samples},
                   {"share_at_least", Json::array()}};
  Table shares{.title = join_text("Share of ", grouped_text(std::ssize(table.correct)),
                                  " images with p_correct >= p, from ", grouped_text(table.manifest.samples),
                                  " draws each, sigma ", table.manifest.sigma),
               .header = {"p"},
               .rows = {{text_cell("images %")}}};
  for (int tenth = 1; tenth <= 9; ++tenth) {
    // In whole numbers: 0.7 times a count has no exact double.
    const auto kept = std::count_if(table.correct.begin(), table.correct.end(), [&](std::int64_t correct) {
      return 10 * correct >= tenth * table.manifest.samples;
    });
    const double share = static_cast<double>(kept) / images;
    shares.header.push_back(fixed_text(tenth / 10.0, 1));
    shares.rows.front().push_back(percent_cell(share, 1));
    document.json["share_at_least"].push_back({{"p", tenth / 10.0}, {"share", share}});
  }
  document.add(std::move(shares));
  document.add(join_text("Mean p_correct ", fixed_text(total / images / samples, 4), ". Table: ", path, '.'));
  return document;
}

void print_summary(const Arguments& arguments, const std::string& path) {
  const std::string text = render(summary_of(path, read_estimates(path)), format_of(arguments));
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

std::vector<Option> estimate_options(const std::string& samples, const std::string& output) {
  return data_options(Split::kTrain) +
         std::vector<Option>{
             sigma_option(),
             {.name = "--samples",
              .kind = Kind::kInteger,
              .value_name = "N",
              .help = "noise draws an image",
              .default_text = samples,
              .low = 1,
              .high = 1e9},
             {.name = "--views",
              .kind = Kind::kChoice,
              .value_name = "V",
              .help = "augmented: one random crop and flip of each image, as training sees it and the "
                      "literature estimates; plain: the image itself",
              .default_text = "augmented",
              .choices = {"augmented", "plain"}},
             max_option("only images before this one; training takes whole tables only"),
             seed_option("which noise and views; the same seed gives the same table"),
             threads_option()} +
         engine_options() + model_options() +
         std::vector<Option>{
             {.name = "--output",
              .kind = Kind::kText,
              .value_name = "FILE",
              .help = "table to write, e.g. " + output + "; its manifest goes beside it; has to be given",
              .short_name = "-o"},
             {.name = "--resume", .kind = Kind::kFlag, .help = "go on with that table where it ends"},
             {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing table"},
             format_option()};
}

int run_estimate_command(const Arguments& arguments, EstimateKind kind) {
  const std::string path = output_of(arguments);
  const EstimateParams params{.sigma = sigma_of(arguments),
                              .samples = arguments.integer_or_default("--samples"),
                              .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed"))};
  if (arguments.flag("--resume") && arguments.flag("--force")) {
    fail(ErrorKind::kConfig, "--resume goes on with a table and --force begins it anew; give one of them");
  }
  const Model model = load_model_of(arguments, arguments.positionals().at(0));
  const OpenOptions open = open_options_of(arguments);
  const auto data = open_dataset(open);
  const std::int64_t images = arguments.integer("--max").value_or(data->size());
  if (images > data->size()) {
    fail(ErrorKind::kConfig, "--max is ", images, ", but the data has ", data->size(), " images");
  }
  const bool plain = arguments.text_or_default("--views") == "plain";
  const TrainingViews views(*data, plain ? Augmentation::kNone : usual_augmentation(open), params.seed);

  EngineChoice choice = engine_choice(arguments);
  const EngineInfo usual = make_engines(model.graph, choice, 1).front()->info();
  check_fits(usual, *data);
  choice.micro_batch = micro_batch_for(params.samples, usual.micro_batch);
  const auto engines = make_engines(arguments, model.graph, choice);
  const EngineInfo& info = engines.front()->info();
  const bool as_they_are = views.augmentation() == Augmentation::kNone;
  EstimateWriter table = open_table(arguments, path,
                                    {.kind = kind,
                                     .sigma = params.sigma,
                                     .samples = params.samples,
                                     .seed = params.seed,
                                     .views = as_they_are ? "plain" : augmentation_name(views.augmentation()),
                                     .images = images,
                                     .of_images = data->size(),
                                     .classes = info.num_classes,
                                     .model = model.identity,
                                     .data = data->identity(),
                                     .preprocessing = model.preprocessing,
                                     .engine = info.name,
                                     .precision = info.precision,
                                     .certus = certus_version()});

  InterruptGuard interrupt;
  ProgressLine line(30.0);
  const SteadyClock clock;
  const double begin = clock.seconds();
  const std::int64_t rows_before = table.rows();
  std::int64_t draws = 0;
  const EstimateControl control{
      .on_draws =
          [&](std::int64_t made) {
            draws += made;
            if (!line.is_due()) return;
            const double rate = static_cast<double>(draws) / std::max(1e-9, clock.seconds() - begin);
            const std::int64_t left = (images - rows_before) * params.samples - draws;
            line.show(join_text(table.rows(), '/', images, " images, ", grouped_text(std::llround(rate)),
                                " draws/s, ", duration_text(std::round(static_cast<double>(left) / rate)),
                                " left"));
          },
      .stop = interrupt.flag()};
  const std::int64_t workers = std::ssize(engines);
  const std::int64_t at_a_time =
      (std::max(workers, kDrawsBetweenWrites / params.samples) + workers - 1) / workers * workers;
  try {
    while (table.rows() < images) {
      std::vector<std::int64_t> next(static_cast<std::size_t>(std::min(at_a_time, images - table.rows())));
      std::iota(next.begin(), next.end(), table.rows());
      const auto votes = estimate_votes(
          engines, [&](std::int64_t i) { return views.for_estimate(i, 0); }, next, params, control);
      for (const ImageVotes& each : votes) table.append(each);
    }
  } catch (const Interrupted&) {
    line.clear();
    std::fprintf(stderr, "interrupted: %s has %lld of %lld images; the same command with --resume goes on\n",
                 path.c_str(), static_cast<long long>(table.rows()), static_cast<long long>(images));
    return kInterrupted;
  }
  line.clear();
  table.finish();
  print_summary(arguments, path);
  return 0;
}

int run_import_command(const Arguments& arguments, const std::string& file) {
  const std::string path = output_of(arguments);
  if (!arguments.positionals().empty()) {
    fail(ErrorKind::kConfig, "--import takes shares from a file, so that no MODEL votes; give one of them");
  }
  for (const std::string name : {"--max", "--seed", "--resume", "--threads", "--engine", "--device"}) {
    if (arguments.text(name)) fail(ErrorKind::kConfig, "--import: ", name, " has no meaning with it");
  }
  if (!arguments.text("--samples")) {
    fail(ErrorKind::kConfig, "--import: --samples is missing; ", file,
         " does not say how many draws each share is of, and they have to be whole numbers of them");
  }
  const double sigma = sigma_of(arguments);
  const std::int64_t samples = arguments.integer_or_default("--samples");
  const OpenOptions open = open_options_of(arguments);
  const auto data = open_dataset(open);
  const std::vector<std::int64_t> counts = import_p_correct(file, samples, data->size());
  const bool plain =
      arguments.text_or_default("--views") == "plain" || usual_augmentation(open) == Augmentation::kNone;
  EstimateWriter table =
      open_table(arguments, path,
                 {.kind = EstimateKind::kPCorrect,
                  .sigma = sigma,
                  .samples = samples,
                  .views = plain ? "plain" : augmentation_name(usual_augmentation(open)),
                  .images = data->size(),
                  .of_images = data->size(),
                  .classes = data->num_classes(),
                  .model = join_text("imported from ", file, ", sha256 ", sha256_of_file(file)),
                  .data = data->identity(),
                  .certus = certus_version()});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    ImageVotes votes{.label = data->label(static_cast<std::int64_t>(i)), .votes = {}};
    votes.votes.counts.resize(static_cast<std::size_t>(data->num_classes()));
    votes.votes.counts.at(static_cast<std::size_t>(votes.label)) = counts[i];
    table.append(votes);
  }
  table.finish();
  print_summary(arguments, path);
  return 0;
}

}  // namespace certus::cli
