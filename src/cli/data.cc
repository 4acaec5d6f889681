#include <limits>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/progress_line.h"
#include "certus/data/dataset_parameters.h"
#include "certus/study/dataset_report.h"

namespace certus::cli {
namespace {

struct DataCommandOptions {
  std::vector<std::string> words;
  std::filesystem::path data_dir;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("ACTION NAME", words,
               "fetch, info or verify; cifar10, cifar100, mnist, fashion_mnist or imagenet", 1, 2);
    line.group("WHAT");
    describe_data_dir(line, data_dir);
    output.describe(line);
  }

  std::filesystem::path folder() const { return data_dir.empty() ? default_data_dir() : data_dir; }
};

/// Shows every step of a fetch, and on a terminal its bytes.
class FetchLine {
 public:
  void show(const FetchProgress& progress) {
    using Phase = FetchProgress::Phase;
    if (progress.phase == Phase::kFailedSource) return line_.note(progress.what);
    const char* verb = progress.phase == Phase::kCheck      ? "checking"
                       : progress.phase == Phase::kDownload ? "loading"
                                                            : "unpacking";
    std::string text = join_text(verb, ' ', progress.what);
    if (text == step_ && !line_.is_due()) return;
    step_ = text;
    if (progress.phase == Phase::kDownload && progress.done > 0) {
      text += join_text("  ", fixed_text(megabytes(progress.done), 1));
      if (progress.total > 0) text += join_text(" of ", fixed_text(megabytes(progress.total), 1));
      text += " MB";
    }
    line_.show(text);
  }

 private:
  static double megabytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; }

  ProgressLine line_{std::numeric_limits<double>::infinity()};  // plain lines for new steps only
  std::string step_;
};

FetchResult fetch(const KnownDataset& known, const std::filesystem::path& data_dir) {
  FetchLine line;
  return fetch_dataset(known, data_dir, fetch_sources(known),
                       [&](const FetchProgress& progress) { line.show(progress); });
}

int run_data(const DataCommandOptions& options) {
  const std::string& action = options.words.at(0);
  if (action != "fetch" && action != "info" && action != "verify")
    fail_unknown_word("data", "action", action, {"fetch", "info", "verify"});
  if (options.words.size() < 2) {
    fail(ErrorKind::kConfig, "data ", action, ": the name of a data set is missing, expected one of ",
         known_names());
  }
  const KnownDataset& known = known_dataset(options.words.at(1));
  std::vector<std::string> read;
  for (const auto& folder : files_of({.data = known.name, .data_dir = options.data_dir}))
    read.push_back(folder.string());
  if (action == "verify") {
    const DatasetReport report = check_dataset(known, options.folder());
    deliver(report.document, options.output, read);
    return report.is_right ? 0 : 1;
  }
  if (action == "info") {
    deliver(describe_dataset(known, options.folder()), options.output, read);
    return 0;
  }
  Document document = fetch_document(known, fetch(known, options.folder()));
  document.add(join_text("Next: certus certify MODEL --data ", known.name, " --sigma 0.5"));
  deliver(document, options.output, read);
  return 0;
}

}  // namespace

Command data_command() {
  return command_of("data", run_data);
}

}  // namespace certus::cli
