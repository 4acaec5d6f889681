#include "certus/smooth/certify.h"

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/cli/shared_options.h"

namespace certus::cli {
namespace {

int run_certify(const Arguments& arguments) {
  const bool two_class = arguments.text_or_default("--radius") == "two-class";
  const Job job{.procedure = two_class ? Procedure::kCertifyTwoClass : Procedure::kCertify,
                .params = {.n0 = arguments.integer_or_default("--n0"),
                           .budget = job_budget(arguments),
                           .rule = two_class ? RadiusRule::kTopTwo : RadiusRule::kTopClass},
                .keep_time = !arguments.flag("--no-time")};
  check_can_certify(job.params);  // before anything is loaded
  if (two_class && arguments.flag("--sound")) {
    fail(ErrorKind::kConfig,
         "--radius two-class is not for --sound, whose doubtful draws a record counts for no "
         "class; leave it out");
  }
  return run_job_command(arguments, job);
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
          "Before the run the noise is tested, and a few images show clean accuracy, accuracy under noise "
          "and "
          "smoothed accuracy.",
      .positional = {.name = "MODEL",
                     .help = "model.onnx, or model.safetensors of an architecture certus knows",
                     .least = 1,
                     .most = 1},
      .options =
          job_options() + std::vector<Option>{selection_votes_option(),
                                              {.name = "--radius",
                                               .kind = Kind::kChoice,
                                               .value_name = "RULE",
                                               .help = "top-class: from the bound on p_A alone; two-class: "
                                                       "from bounds on p_A and every other class, alpha "
                                                       "split between them",
                                               .default_text = "top-class",
                                               .choices = {"top-class", "two-class"}}},
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
            "radii that no rounding can void"}},
      .run = run_certify};
}

}  // namespace certus::cli
