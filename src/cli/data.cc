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
               "fetch, info or verify; cifar10, cifar100, mnist, fashion_mnist or imagenet", 1, 10);
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

/// The data sets that were named. Nothing is done for any of them while a name is wrong.
std::vector<const KnownDataset*> named_datasets(const DataCommandOptions& options) {
  if (options.words.size() < 2) {
    fail(ErrorKind::kConfig, "data ", options.words.front(),
         ": the name of a data set is missing, expected one of ", known_names());
  }
  std::vector<const KnownDataset*> known;
  for (std::size_t i = 1; i < options.words.size(); ++i) known.push_back(&known_dataset(options.words[i]));
  return known;
}

/// The document of a single data set has its JSON as an object.
void deliver_all(std::vector<Document> documents, const OutputOptions& output,
                 const std::vector<std::string>& read) {
  deliver(documents.size() == 1 ? documents.front() : in_sequence(std::move(documents)), output, read);
}

int run_data(const DataCommandOptions& options) {
  const std::string& action = options.words.at(0);
  if (action != "fetch" && action != "info" && action != "verify")
    fail_unknown_word("data", "action", action, {"fetch", "info", "verify"});
  std::vector<Document> documents;
  std::vector<std::string> read;
  bool all_are_right = true;
  for (const KnownDataset* known : named_datasets(options)) {
    for (const auto& folder : files_of({.data = known->name, .data_dir = options.data_dir}))
      read.push_back(folder.string());
    if (action == "verify") {
      DatasetReport report = check_dataset(*known, options.folder());
      all_are_right = all_are_right && report.is_right;
      documents.push_back(std::move(report.document));
    } else if (action == "info") {
      documents.push_back(describe_dataset(*known, options.folder()));
    } else {
      documents.push_back(fetch_document(*known, fetch(*known, options.folder())));
      documents.back().add(join_text("Next: certus certify MODEL --data ", known->name, " --sigma 0.5"));
    }
  }
  deliver_all(std::move(documents), options.output, read);
  return all_are_right ? 0 : 1;
}

}  // namespace

Command data_command() {
  return command_of("data", run_data);
}

}  // namespace certus::cli
