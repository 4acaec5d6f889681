#include "certus/record/simulate.h"

#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/record/record_writer.h"
#include "certus/record/run_manifest.h"

namespace certus::cli {
namespace {

int run_simulate(const Arguments& arguments) {
  const auto path = arguments.text("--output");
  if (!path) fail(ErrorKind::kConfig, "simulate: --output is missing; give the log to write");
  const std::string spec = arguments.text_or_default("--population");
  const Population population = Population::parse(spec);
  SimulationParams params{
      .images = arguments.integer("--images").value_or(population.listed() > 0 ? population.listed() : 1000),
      .n0 = arguments.integer_or_default("--n0"),
      .budget = budget_of(arguments),
      .classes = static_cast<int>(arguments.integer_or_default("--classes")),
      .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed"))};
  const Overwrite overwrite = arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse;
  std::int64_t abstained = 0;
  std::int64_t correct = 0;
  const auto each = [&](auto take) {
    for (std::int64_t i = 0; i < params.images; ++i) {
      const CertificationRecord record = simulate_record(population, params, i);
      abstained += record.predicted ? 0 : 1;
      correct += record.predicted && *record.predicted == record.label ? 1 : 0;
      take(record);
    }
  };
  if (arguments.text_or_default("--style") == "field") {
    std::string text(kFieldHeader);
    text += '\n';
    each([&](const CertificationRecord& record) { text += field_row(record) + '\n'; });
    // A manifest left from a record of that name would contradict the new log.
    check_may_write(manifest_path(*path), overwrite);
    write_file(*path, text, overwrite);
    std::filesystem::remove(manifest_path(*path));
  } else {
    const RunManifest manifest{.budget = params.budget,
                               .n0 = params.n0,
                               .seed = params.seed,
                               .model = join_text("simulated population ", spec),
                               .data = join_text(params.images, " simulated images"),
                               .preprocessing = "none",
                               .engine = "simulate",
                               .precision = "exact",
                               .certus = certus_version()};
    RecordWriter writer = RecordWriter::create(*path, manifest, {}, overwrite);
    each([&](const CertificationRecord& record) { writer.append(record); });
  }
  Document document;
  document.json = {
      {"log", *path}, {"images", params.images}, {"correct", correct}, {"abstentions", abstained}};
  document.add(Table{
      .title = join_text("Wrote ", *path),
      .header = {"population", "images", "certified right", "abstained"},
      .rows = {{text_cell(spec), count_cell(params.images), count_cell(correct), count_cell(abstained)}}});
  document.add(join_text("Next: certus evaluate ", *path));
  const std::string text = render(document, format_of(arguments));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace

Command simulate_command() {
  using Kind = Option::Kind;
  return {
      .name = "simulate",
      .summary = "a log from a p_A population that is known, to try things on",
      .description =
          "Certifies images that do not exist: every image gets a true p_A from the population, its votes "
          "are binomial draws, "
          "and CERTIFY decides on them as on real ones. The same seed gives the same log, byte for byte.\n"
          "Populations: constant:P, beta:A,B, or a file with one p_A a line.",
      .options =
          std::vector<Option>{{.name = "--population",
                               .kind = Kind::kText,
                               .value_name = "POP",
                               .help = "constant:0.9, beta:8,2 or a file",
                               .default_text = "beta:4,1"},
                              {.name = "--images",
                               .kind = Kind::kInteger,
                               .value_name = "M",
                               .help = "number of images",
                               .default_text = "1000, or the lines of the file",
                               .low = 1,
                               .high = 1e9},
                              selection_votes_option()} +
          budget_options() +
          std::vector<Option>{{.name = "--classes",
                               .kind = Kind::kInteger,
                               .value_name = "K",
                               .help = "number of classes; image i has label i mod K",
                               .default_text = "10",
                               .low = 2,
                               .high = 100000},
                              seed_option("which draws"),
                              {.name = "--style",
                               .kind = Kind::kChoice,
                               .value_name = "STYLE",
                               .help = "certus: record with counts and manifest; field: the six "
                                       "columns with radii rounded to three digits",
                               .default_text = "certus",
                               .choices = {"certus", "field"}}} +
          std::vector<Option>{{.name = "--output",
                               .kind = Kind::kText,
                               .value_name = "FILE",
                               .help = "log to write; its manifest goes beside it",
                               .short_name = "-o"},
                              {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing log"},
                              format_option()},
      .examples = {{"certus simulate --population beta:8,2 --images 2000 --sigma 0.5 -o a.tsv",
                    "an example record with its manifest a.json"},
                   {"certus simulate --population constant:0.9 --n 1000 --style field -o noise_1.0.tsv",
                    "a log as the field writes it"}},
      .run = run_simulate};
}

}  // namespace certus::cli
