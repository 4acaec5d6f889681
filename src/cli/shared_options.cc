#include "certus/cli/shared_options.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/command_line/print.h"
#include "certus/command_line/run_files.h"
#include "certus/command_line/terminal.h"
#include "certus/model/training_noise.h"
#include "certus/record/run_manifest.h"
#include "certus/report/csv_formulas.h"
#include "certus/report/format_parameter.h"

namespace certus::cli {

void OutputOptions::describe(Parameters& p) {
  p.group("OUTPUT");
  describe_format(p, format);
  p.add("safe_csv", safe_csv,
        "with --format csv, for spreadsheets: a ' before texts that begin with = + - @ or a tab, which they "
        "would compute");
  p.add("output", output, "write to this file instead of printing").shown_as("FILE").letter('o');
  p.add_flag("force", overwrite, Overwrite::kAllow, "let --output replace an existing file");
}

std::vector<std::filesystem::path> files_of_model(const std::filesystem::path& model) {
  const auto noise = training_noise(model);
  return noise ? std::vector{model, noise->config} : std::vector{model};
}

std::vector<std::filesystem::path> files_of(const OpenOptions& data) {
  namespace fs = std::filesystem;
  if (data.data.empty()) return {};
  if (const KnownDataset* const known = find_known_dataset(data.data)) {
    const fs::path root = data.data_dir.empty() ? default_data_dir() : data.data_dir;
    return {dataset_folder(*known, root, Split::kTrain), dataset_folder(*known, root, Split::kTest)};
  }
  std::vector<fs::path> classes;  // files beside them are not read
  std::error_code error;
  for (fs::directory_iterator at(data.data, error), end; !error && at != end; at.increment(error))
    if (at->is_directory(error)) classes.push_back(at->path());
  return classes;
}

void deliver(const Document& document, const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (options.safe_csv && options.format != Format::kCsv)
    fail(ErrorKind::kConfig, "--safe-csv is for --format csv; leave it out");
  const std::string whole = render(document, options.format);
  const std::string text = options.safe_csv ? without_formulas(whole) : whole;
  if (!options.output) return print_out(text);  // run() checks that it could be written
  check_outputs({.inputs = {inputs.begin(), inputs.end()}, .outputs = {*options.output}});
  write_file(*options.output, text, options.overwrite);
}

void print_document(const Document& document, Format format) {
  print_out(render(document, format, output_columns()));  // run() checks that it could be written
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
