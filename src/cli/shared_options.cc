#include "certus/cli/shared_options.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/command_line/terminal.h"
#include "certus/record/run_manifest.h"
#include "certus/report/format_parameter.h"

namespace certus::cli {

void OutputOptions::describe(Parameters& p) {
  p.group("OUTPUT");
  describe_format(p, format);
  p.add("output", output, "write to this file instead of printing").shown_as("FILE").letter('o');
  p.add_flag("force", overwrite, Overwrite::kAllow, "let --output replace an existing file");
}

void check_is_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (std::filesystem::equivalent(output, input, ignored))
      fail(ErrorKind::kConfig, "--output ", output, ": is one of the inputs; give another name");
    if (std::filesystem::equivalent(output, manifest_path(input), ignored))
      fail(ErrorKind::kConfig, "--output ", output, ": is the manifest of ", input, "; give another name");
  }
}

void deliver(const Document& document, const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (!options.output) return print_document(document, options.format);
  check_is_no_input(*options.output, inputs);
  write_file(*options.output, render(document, options.format), options.overwrite);
}

void print_document(const Document& document, Format format) {
  const std::string text = render(document, format, output_columns());
  std::fwrite(text.data(), 1, text.size(), stdout);  // run() checks that it could be written
}

void check_start(const CommandLine& line) {
  if (line.has("--resume") && line.has("--force"))
    fail(ErrorKind::kConfig, "--resume continues what is there and --force starts again; give one of them");
}

double given_sigma(const std::optional<double>& sigma) {
  if (!sigma) {
    fail(ErrorKind::kConfig, "--sigma is missing; give the noise level the model was trained with, e.g. 0.5");
  }
  return *sigma;
}

std::int64_t number_of_cores() {
  return std::max(1U, std::thread::hardware_concurrency());
}

void check_data(const OpenOptions& data, const CommandLine& line) {
  if (!line.has("--data")) {
    fail(ErrorKind::kConfig,
         "--data is missing; give cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder "
         "with a subfolder for each class");
  }
  const bool is_folder = find_known_dataset(data.data) == nullptr;
  if (data.resize && !is_folder && data.data != "imagenet") {
    fail(ErrorKind::kConfig, "--resize is for folders of pictures and imagenet; the images of ", data.data,
         " have one size");
  }
  if (is_folder && line.first_of({"--split", "--no-verify"}) != nullptr) {
    fail(ErrorKind::kConfig, "--split and --no-verify are for known data sets; ", data.data,
         " is a folder of pictures");
  }
}

SamplingWeightParams sampling_weight_of(std::optional<std::int64_t> n, std::optional<double> alpha) {
  const SamplingWeightParams params{.n = n.value_or(16), .alpha = alpha.value_or(0.1)};
  if (sampling_weight(0, params) <= 0.0) {
    fail(ErrorKind::kConfig, "--n is ", params.n, " and --alpha ", params.alpha,
         ": this few copies certify nothing even if three quarters of them are right; expected more copies");
  }
  if (params.n > 100'000)
    fail(ErrorKind::kConfig, "--n is ", params.n,
         ", expected at most 100000 noisy copies for a table of weights");
  return params;
}

}  // namespace certus::cli
