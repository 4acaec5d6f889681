#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/transfer.h"
#include "certus/procedure/two_class.h"

namespace certus::cli {
namespace {

/// Fails on options that belong to another aim than the one asked for.
void check_aim(const Arguments& arguments) {
  const bool at = arguments.text("--at").has_value(), width = arguments.text("--width").has_value();
  const bool transfer = arguments.text("--transfer").has_value();
  const std::string rule = arguments.text_or_default("--radius");
  for (const char* name : {"--boundary", "--worth"}) {
    if (arguments.text(name) && !at)
      fail(ErrorKind::kConfig, name, " is for decisions at radii; give --at, or leave it out");
  }
  if (arguments.text("--top-up") && !at && !width) {
    fail(ErrorKind::kConfig,
         "--top-up adds draws to a record of --at or --width; give the one that it was made with");
  }
  if (at && width) fail(ErrorKind::kConfig, "--at and --width are two aims; give one of them");
  if ((at || width) && rule != "top-class") {
    fail(ErrorKind::kConfig, "--radius ", rule, " is for a fixed n; leave it out with ",
         at ? "--at" : "--width");
  }
  if (arguments.integer("--paired") && !transfer)
    fail(ErrorKind::kConfig, "--paired is for --transfer; leave it out");
  if (transfer && (at || width || rule != "top-class")) {
    fail(ErrorKind::kConfig,
         "--transfer is for radii of a fixed n from the top class; leave out --radius, --at and --width");
  }
  if (transfer && arguments.text_or_default("--precision") != "f32")
    fail(ErrorKind::kConfig, "--transfer certifies the f32 network; leave out --precision");
  if (rule == "two-class" && arguments.flag("--sound")) {
    fail(ErrorKind::kConfig,
         "--radius two-class is not for --sound, whose doubtful draws a record counts for no class; leave it "
         "out");
  }
}

std::shared_ptr<const Procedure> procedure_asked_for(const Arguments& arguments) {
  const std::int64_t n0 = arguments.integer_or_default("--n0");
  const Budget budget = job_budget(arguments);
  if (const auto at = arguments.text("--at")) {
    return at_radii_procedure(n0, {.budget = budget,
                                   .radii = parse_grid(*at, "--at", 0.0, 1e9),
                                   .boundary = *boundary_of_name(arguments.text_or_default("--boundary")),
                                   .worth = arguments.real("--worth").value_or(0.0)});
  }
  if (const auto width = arguments.real("--width"))
    return to_width_procedure(n0, {.budget = budget, .width = *width});
  if (arguments.text("--transfer")) {
    const std::int64_t tenth = std::max<std::int64_t>(1, budget.n / 10);
    return transfer_procedure(n0, budget,
                              usual_transfer(budget, arguments.integer("--paired").value_or(tenth)));
  }
  const std::string rule = arguments.text_or_default("--radius");
  if (rule == "two-class") return two_class_procedure(n0, budget);
  return rule == "randomized" ? randomized_procedure(n0, budget) : top_class_procedure(n0, budget);
}

int run_certify(const Arguments& arguments) {
  check_aim(arguments);
  check_budget(job_budget(arguments));
  const auto procedure = procedure_asked_for(arguments);
  procedure->check_can_answer();  // before anything is loaded
  for (const double radius : radii_out_of_reach(*procedure)) {
    std::fprintf(
        stderr,
        "warning: radius %s is out of reach of --boundary mixture with %lld draws; a larger --n, now "
        "or as a --top-up, reaches it\n",
        round_trip_text(radius).c_str(), static_cast<long long>(procedure->budget().n));
  }
  return run_job_command(arguments, procedure);
}

}  // namespace

Command certify_command() {
  using Kind = Option::Kind;
  return {
      .name = "certify",
      .summary = "certified radii of a model's smoothed classifier, over a data set",
      .description =
          "CERTIFY of Cohen et al. (2019) for every image: n0 votes of the network under Gaussian noise "
          "choose a "
          "class, n fresh votes bound its probability from below at level 1 - alpha, and the L2 radius "
          "follows; "
          "where the bound is at most 1/2 it abstains. All votes are recorded, so that evaluate, convert and "
          "compare can ask for any other alpha, radius or budget later. The record grows image by image: "
          "interrupted or killed, it is resumed with --resume.\n"
          "Noise is a function of (seed, image, draw): batch, threads, shards and resume change no vote. The "
          "certificate belongs to the network that voted, in the precision the manifest names.\n"
          "Without --seed the seed comes from the operating system and stands in the manifest, where "
          "--resume finds "
          "it. With --sound the noise is rounded to the 8-bit grid and drawn with exactly the law that the "
          "theorem "
          "needs, so that the radii hold in floating point, too (docs/statistics.md).\n"
          "--at R and --width W make each image draw only until something is decided: whether it is "
          "certified at "
          "each radius R, or its radius to within W. The promise is the same 1 - alpha for all looks "
          "together; n "
          "is then the most draws, and the record has for each image the draws made, the looks, and an "
          "interval "
          "for p_A (docs/statistics.md).\n"
          "Before the run the noise is tested, and a few images show clean accuracy, accuracy under noise "
          "and "
          "smoothed accuracy.",
      .positional = {.name = "MODEL",
                     .help = "model.onnx, or model.safetensors of an architecture certus knows",
                     .least = 1,
                     .most = 1},
      .options = job_options() +
                 std::vector<Option>{
                     selection_votes_option(),
                     {.name = "--radius",
                      .kind = Kind::kChoice,
                      .value_name = "RULE",
                      .help = "top-class: from the bound on p_A alone; two-class: from bounds on p_A and "
                              "every other class, alpha split between them; randomized: from a bound on p_A "
                              "that a uniform number, which the record keeps, makes exact: a little larger",
                      .default_text = "top-class",
                      .choices = {"top-class", "two-class", "randomized"}},
                     {.name = "--at",
                      .kind = Kind::kText,
                      .value_name = "RADII",
                      .help = "draw until it is decided whether the image is certified at each "
                              "of these radii (0.25,0.5,1 or 0.25:0.25:1), at most n times"},
                     {.name = "--width",
                      .kind = Kind::kReal,
                      .value_name = "W",
                      .help = "draw until the radius is known to within W, at most n times",
                      .low = 1e-6,
                      .high = 1e9},
                     {.name = "--boundary",
                      .kind = Kind::kChoice,
                      .value_name = "B",
                      .help = "with --at: spending has the fewest draws; mixture needs more, "
                              "but draws beyond n may be added later",
                      .default_text = "spending",
                      .choices = {"spending", "mixture"}},
                     {.name = "--transfer",
                      .kind = Kind::kChoice,
                      .value_name = "P",
                      .help = "certify the f32 network with votes of its int8 twin, bounding from paired "
                              "draws on how many of them the f32 network differs",
                      .choices = {"int8"}},
                     {.name = "--paired",
                      .kind = Kind::kInteger,
                      .value_name = "M",
                      .help = "with --transfer: of the n draws, so many are shown to both networks",
                      .default_text = "n / 10",
                      .low = 1,
                      .high = 1e9},
                     {.name = "--top-up",
                      .kind = Kind::kText,
                      .value_name = "RECORD",
                      .help = "go on with the images of this finished record of --at or --width, to a larger "
                              "--n (mixture), --worth or a smaller --width; the result is a new record"},
                     {.name = "--worth",
                      .kind = Kind::kReal,
                      .value_name = "DRAWS",
                      .help = "with --at: draws that a certificate is worth; an image is given "
                              "up where it would cost more",
                      .default_text = "n",
                      .low = 1,
                      .high = 1e15}},
      .groups = job_groups(
          {.title = "BUDGET", .everyday = {"--sigma", "--n", "--alpha"}, .more = {"--n0"}},
          OptionGroup{.title = "PROCEDURE",
                      .everyday = {"--at", "--width"},
                      .more = {"--boundary", "--worth", "--top-up", "--radius", "--transfer", "--paired"}}),
      .examples =
          {{"certus certify model.onnx --data cifar10 --sigma 0.5 --n 10000 --skip 20 -o noise_0.5.tsv",
            "500 test images with ten thousand votes each"},
           {"certus certify model.onnx --data cifar10 --sigma 0.5 --n 10000 --skip 20 -o noise_0.5.tsv "
            "--resume",
            "go on after Ctrl-C, a kill or a full disk"},
           {"certus certify net.safetensors --arch cifar_resnet110 --normalize cifar10 --data cifar10 "
            "--sigma 0.25 --shard 1/2 --seed 7 -o part1.tsv",
            "half of the images on this machine; certus merge joins the parts"},
           {"certus certify model.onnx --data cifar10 --sigma 0.5 --sound -o sound_0.5.tsv",
            "radii that no rounding can void"},
           {"certus certify model.onnx --data cifar10 --sigma 0.5 --at 0.25,0.5,1 --skip 20 -o at_0.5.tsv",
            "certified accuracy at three radii with a fraction of the draws"}},
      .run = run_certify};
}

}  // namespace certus::cli
