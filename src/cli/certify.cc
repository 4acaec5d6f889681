#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/metrics/grid.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/transfer.h"
#include "certus/procedure/two_class.h"

namespace certus::cli {
namespace {

struct CertifyOptions {
  JobOptions job;
  std::int64_t n0 = 100;
  std::string radius = "top-class";
  std::optional<std::string> at;
  std::optional<double> width;
  std::optional<std::string> boundary;
  std::optional<double> worth;
  std::optional<double> reserve;
  std::optional<std::string> transfer;
  std::optional<std::int64_t> paired;
  std::optional<std::string> top_up;

  void describe(CommandLine& line) {
    job.describe_what(line);
    add_selection_votes(line, n0).rarely();
    line.group("PROCEDURE");
    line.add("at", at,
             "draw until it is decided whether the image is certified at each of these radii (0.25,0.5,1 or "
             "0.25:0.25:1), at most n times")
        .shown_as("RADII");
    line.add("width", width, "draw until the radius is known to within W, at most n times")
        .shown_as("W")
        .in(1e-6, 1e9);
    line.add("boundary", boundary,
             "with --at: spending has the fewest draws; mixture needs more, but draws beyond n may be added "
             "later")
        .shown_as("B")
        .usually("spending")
        .one_of({"spending", "mixture"})
        .rarely();
    line.add("worth", worth,
             "with --at: draws that a certificate is worth; an image abstains where it would cost more")
        .shown_as("DRAWS")
        .usually("n")
        .in(1, 1e15)
        .rarely();
    line.add(
            "reserve", reserve,
            "with --at: share of alpha that the boundary spending keeps, so that draws beyond n may be added "
            "later")
        .shown_as("SHARE")
        .usually("0")
        .in(0, 0.9)
        .rarely();
    line.add("top_up", top_up,
             "continue the images of this finished record of --at or --width, to a larger --n (mixture, or "
             "spending with the --reserve of the record), "
             "--worth or a smaller --width; the result is a new record")
        .shown_as("RECORD")
        .rarely();
    line.add("radius", radius,
             "top-class: from the bound on p_A alone; two-class: from bounds on p_A and every other class, "
             "which share alpha; randomized: from a bound on p_A that a uniform number, which the record "
             "keeps, makes exact: a little larger")
        .shown_as("RULE")
        .one_of({"top-class", "two-class", "randomized"})
        .rarely();
    line.add("transfer", transfer,
             "certify the f32 network with votes of its int8 twin; paired draws bound how many votes differ")
        .shown_as("P")
        .one_of({"int8"})
        .rarely();
    line.add("paired", paired, "with --transfer: how many of the n draws both networks see")
        .shown_as("M")
        .usually("n / 10")
        .in(1, 1e9)
        .rarely();
    job.describe_how(line);
  }
};

/// Fails on options that belong to another aim than the one asked for.
void check_aim(const CertifyOptions& options) {
  const bool at = options.at.has_value(), width = options.width.has_value();
  const bool transfer = options.transfer.has_value();
  if (!at && (options.boundary || options.worth || options.reserve)) {
    fail(ErrorKind::kConfig,
         options.boundary ? "--boundary"
         : options.worth  ? "--worth"
                          : "--reserve",
         " is for decisions at radii; give --at, or leave it out");
  }
  if (options.top_up && !at && !width) {
    fail(ErrorKind::kConfig,
         "--top-up adds draws to a record of --at or --width; give the one that it was made with");
  }
  if (at && width) fail(ErrorKind::kConfig, "--at and --width are two aims; give one of them");
  if ((at || width) && options.radius != "top-class") {
    fail(ErrorKind::kConfig, "--radius ", options.radius, " is for a fixed n; leave it out with ",
         at ? "--at" : "--width");
  }
  if (options.paired && !transfer) fail(ErrorKind::kConfig, "--paired is for --transfer; leave it out");
  if (transfer && (at || width || options.radius != "top-class")) {
    fail(ErrorKind::kConfig,
         "--transfer is for radii of a fixed n from the top class; leave out --radius, --at and --width");
  }
  if (transfer && options.job.voting.precision.value_or("f32") != "f32")
    fail(ErrorKind::kConfig, "--transfer certifies the f32 network; leave out --precision");
  if (options.radius == "two-class" && options.job.sound) {
    fail(ErrorKind::kConfig,
         "--radius two-class is not for --sound, whose doubtful draws a record counts for no class; leave it "
         "out");
  }
}

std::shared_ptr<const Procedure> procedure_asked_for(const CertifyOptions& options) {
  const Budget budget = options.job.budget();
  if (options.at) {
    return at_radii_procedure(
        options.n0,
        {.budget = budget,
         .radii = parse_grid(*options.at, "--at", 0.0, 1e9),
         .boundary = options.boundary == "mixture" ? DecisionBoundary::kMixture : DecisionBoundary::kSpending,
         .worth = options.worth.value_or(0.0),
         .reserve = options.reserve.value_or(0.0)});
  }
  if (options.width) return to_width_procedure(options.n0, {.budget = budget, .width = *options.width});
  if (options.transfer) {
    const std::int64_t tenth = std::max<std::int64_t>(1, budget.n / 10);
    return transfer_procedure(options.n0, budget, usual_transfer(budget, options.paired.value_or(tenth)));
  }
  if (options.radius == "two-class") return two_class_procedure(options.n0, budget);
  return options.radius == "randomized" ? randomized_procedure(options.n0, budget)
                                        : top_class_procedure(options.n0, budget);
}

int run_certify(const CertifyOptions& options) {
  check_aim(options);
  check_budget(options.job.budget());
  const auto procedure = procedure_asked_for(options);
  procedure->check_can_answer();  // before anything is loaded
  for (const double radius : radii_out_of_reach(*procedure)) {
    std::fprintf(
        stderr,
        "warning: radius %s is out of reach of --boundary mixture with %lld draws; a larger --n, now "
        "or as a --top-up, reaches it\n",
        round_trip_text(radius).c_str(), static_cast<long long>(procedure->budget().n));
  }
  return run_job_command(options.job, procedure, options.top_up);
}

}  // namespace

Command certify_command() {
  return with_options<CertifyOptions>(
      {.name = "certify",
       .summary = "certified radii of a model's smoothed classifier, over a data set",
       .description =
           "CERTIFY of Cohen et al. (2019) for every image: n0 votes of the network under Gaussian noise "
           "choose a class, n fresh votes bound its probability from below at level 1 - alpha, and the L2 "
           "radius follows. Where the bound is at most 1/2, it abstains. All votes are recorded, so "
           "evaluate, "
           "convert and compare can use any other alpha, radius or budget later. The record grows image by "
           "image; after an interruption or a kill, --resume continues it.\n"
           "Noise is a function of (seed, image, draw): batch, threads, shards and resume change no vote. "
           "The "
           "certificate belongs to the network that voted, in the precision that the manifest names.\n"
           "Without --seed the seed comes from the operating system. It is written to the manifest, where "
           "--resume finds it. With --sound the noise is rounded to the 8-bit grid and drawn with exactly "
           "the "
           "law that the theorem needs, so the radii hold in floating point, too (docs/statistics.md).\n"
           "With --at R and --width W each image draws only until something is decided: whether it is "
           "certified at each radius R, or its radius to within W. The promise is the same 1 - alpha for all "
           "looks together. n is then the largest number of draws. The record has for each image the draws "
           "made, the looks, and an interval for p_A (docs/statistics.md).\n"
           "Before the run the noise is tested, and a few images show clean accuracy, accuracy under noise "
           "and smoothed accuracy.",
       .examples =
           {{"certus certify model.onnx --data cifar10 --sigma 0.5 --n 10000 --skip 20 -o noise_0.5.tsv",
             "500 test images with ten thousand votes each"},
            {"certus certify model.onnx --data cifar10 --sigma 0.5 --n 10000 --skip 20 -o noise_0.5.tsv "
             "--resume",
             "continue after Ctrl-C, a kill or a full disk"},
            {"certus certify net.safetensors --arch cifar_resnet110 --normalize cifar10 --data cifar10 "
             "--sigma 0.25 --shard 1/2 --seed 7 -o part1.tsv",
             "half of the images on this machine; certus merge joins the parts"},
            {"certus certify model.onnx --data cifar10 --sigma 0.5 --sound -o sound_0.5.tsv",
             "radii that hold in floating point"},
            {"certus certify model.onnx --data cifar10 --sigma 0.5 --at 0.25,0.5,1 --skip 20 -o at_0.5.tsv",
             "certified accuracy at three radii with a fraction of the draws"}}},
      run_certify);
}

}  // namespace certus::cli
