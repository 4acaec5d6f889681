#include "certus/study/dataset_report.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "certus/base/error.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

using State = FileCheck::State;

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

/// What is found of the files of a data set.
struct Found {
  Table table;
  Json json = Json::array();
  std::vector<std::string> problems = {};
  bool is_missing = false;  ///< at least in part
};

Found check_files(const KnownDataset& known, const std::filesystem::path& folder) {
  Found found{.table = {.title = join_text("Files in ", folder),
                        .header = {"file", "split", "bytes", "state", "SHA-256"},
                        .rows = {}}};
  for (const KnownFile& file : known.files) {
    const FileCheck check = check_file(folder, file);
    const bool is_missing = check.state == State::kMissing;
    found.is_missing = found.is_missing || is_missing;
    if (!check.problem.empty()) found.problems.push_back(check.problem);
    const std::string& sha256 = is_missing ? file.sha256 : check.sha256;
    found.table.rows.push_back({text_cell(check.path.filename().string()), text_cell(split_name(file.split)),
                                count_cell(is_missing ? file.bytes : check.bytes),
                                text_cell(state_text(check.state)),
                                text_cell(sha256.empty() ? "not known" : sha256)});
    found.json.push_back({{"file", check.path.filename().string()},
                          {"split", split_name(file.split)},
                          {"bytes", check.bytes},
                          {"sha256", check.sha256},
                          {"expected_bytes", file.bytes},
                          {"expected_sha256", file.sha256.empty() ? Json(nullptr) : Json(file.sha256)},
                          {"state", state_text(check.state)}});
  }
  return found;
}

Found count_pictures(const KnownDataset& known, const std::filesystem::path& data_dir) {
  const auto folder = dataset_folder(known, data_dir, Split::kTest);
  Found found{.table = {.title = join_text("Pictures in ", folder),
                        .header = {"split", "class folders", "pictures", "state"},
                        .rows = {}}};
  std::int64_t classes = 0;
  std::int64_t pictures = 0;
  std::string state = "right counts; no checksum known";
  try {
    const auto data = open_dataset({.data = known.name, .data_dir = data_dir, .verify = Verify::kAny});
    classes = data->num_classes();
    pictures = data->size();
    if (classes != known.num_classes || pictures != known.test_images) {
      fail(ErrorKind::kData, folder, ": ", classes,
           classes == 1 ? " class folder with " : " class folders with ", pictures,
           pictures == 1 ? " picture" : " pictures", ", expected ", known.num_classes, " with ",
           known.test_images, "; incomplete?");
    }
  } catch (const Error& error) {
    std::error_code ignored;
    found.is_missing = !std::filesystem::exists(folder, ignored);
    state = state_text(found.is_missing ? State::kMissing : State::kWrong);
    found.problems.push_back(found.is_missing ? join_text(folder, ": is missing")
                                              : std::string(error.what()));
  }
  found.table.rows.push_back(
      {text_cell("test"), count_cell(classes), count_cell(pictures), text_cell(state)});
  found.json.push_back(
      {{"split", "test"}, {"class_folders", classes}, {"pictures", pictures}, {"state", state}});
  return found;
}

/// How to get a data set that is not there.
std::string how_to_get(const KnownDataset& known, const std::filesystem::path& folder) {
  if (!fetch_sources(known).empty()) return join_text("certus data fetch ", known.name, " gets it.");
  return join_text(
      "Get it from ", known.home, " and put it into ", folder,
      known.layout == DatasetLayout::kImageNet ? ", with a subfolder for each class (n01440764, ...)." : ".");
}

/// Adds what the files are, and returns whether all are there and right.
/// @param verdict  name of that in JSON
bool add_files(const KnownDataset& known, const std::filesystem::path& data_dir, const char* verdict,
               Document& document) {
  const auto folder = data_dir / known.folder;
  Found found =
      known.layout == DatasetLayout::kImageNet ? count_pictures(known, data_dir) : check_files(known, folder);
  const bool is_right = found.problems.empty();
  json_in(document)["files"] = std::move(found.json);
  json_in(document)[verdict] = is_right;
  document.add(std::move(found.table));
  for (std::string& problem : found.problems) document.add(std::move(problem));
  if (found.is_missing) document.add(how_to_get(known, folder));
  return is_right;
}

/// Images of each class; none for a split that cannot be opened: the table of files says why.
std::vector<std::int64_t> class_counts(const KnownDataset& known, const std::filesystem::path& data_dir,
                                       Split split) {
  try {
    const auto data =
        open_dataset({.data = known.name, .data_dir = data_dir, .split = split, .verify = Verify::kAny});
    std::vector<std::int64_t> counts(
        static_cast<std::size_t>(std::max(known.num_classes, data->num_classes())));
    for (std::int64_t i = 0; i < data->size(); ++i) ++counts[static_cast<std::size_t>(data->label(i))];
    return counts;
  } catch (const Error&) {
    return {};
  }
}

void add_class_counts(const KnownDataset& known, const std::filesystem::path& data_dir, Document& document) {
  const std::array counts{class_counts(known, data_dir, Split::kTrain),
                          class_counts(known, data_dir, Split::kTest)};
  if (counts[0].empty() && counts[1].empty()) return;
  Table table{.title = "Images of each class", .header = {"class", "name", "train", "test"}, .rows = {}};
  json_in(document)["class_counts"] = Json::array();
  for (std::size_t c = 0; c < static_cast<std::size_t>(known.num_classes); ++c) {
    const std::string name = known.class_names.empty() ? std::string("-") : known.class_names[c];
    const auto cell = [&](std::size_t s) {
      return counts[s].empty() ? text_cell("-") : count_cell(counts[s][c]);
    };
    const auto json = [&](std::size_t s) { return counts[s].empty() ? Json(nullptr) : Json(counts[s][c]); };
    table.rows.push_back({count_cell(static_cast<std::int64_t>(c)), text_cell(name), cell(0), cell(1)});
    json_in(document)["class_counts"].push_back(
        {{"class", c}, {"name", name}, {"train", json(0)}, {"test", json(1)}});
  }
  document.add(std::move(table));
}

}  // namespace

DatasetReport check_dataset(const KnownDataset& known, const std::filesystem::path& data_dir) {
  DatasetReport report;
  json_in(report.document) = {{"name", known.name}, {"folder", (data_dir / known.folder).string()}};
  report.is_right = add_files(known, data_dir, "right", report.document);
  return report;
}

Document describe_dataset(const KnownDataset& known, const std::filesystem::path& data_dir) {
  const ImageShape& shape = known.shape;
  Document document;
  json_in(document) = {{"name", known.name},
                       {"folder", (data_dir / known.folder).string()},
                       {"shape", {shape.channels, shape.height, shape.width}},
                       {"classes", known.num_classes},
                       {"train_images", known.train_images},
                       {"test_images", known.test_images},
                       {"stride", known.stride},
                       {"normalization", known.normalization},
                       {"home", known.home}};
  document.add(Table{
      .title = known.name,
      .header = {"shape", "classes", "train images", "test images", "certified, every"},
      .rows = {{text_cell(shape_text(shape)), count_cell(known.num_classes), count_cell(known.train_images),
                count_cell(known.test_images), count_cell(known.stride)}}});
  document.add(
      join_text("Normalization of the usual models: ", known.normalization, ". Noise is added before it."));
  add_files(known, data_dir, "there", document);
  add_class_counts(known, data_dir, document);
  return document;
}

Document fetch_document(const KnownDataset& known, const FetchResult& result) {
  const bool was_there = result.source.empty();
  Document document;
  json_in(document) = {{"name", known.name},
                       {"folder", result.folder.string()},
                       {"source", was_there ? Json(nullptr) : Json(result.source)},
                       {"files", known.files.size()},
                       {"moved_aside", Json::array()}};
  document.add(
      Table{.title = join_text(known.name, was_there ? " is there" : " has been fetched"),
            .header = {"folder", "files", "checksums", "source"},
            .rows = {{text_cell(result.folder.string()), count_cell(std::ssize(known.files)),
                      text_cell("published"), text_cell(was_there ? "was there already" : result.source)}}});
  for (const auto& path : result.moved_aside) {
    json_in(document)["moved_aside"].push_back(path.string());
    document.add(join_text("A file that differed is kept as ", path, '.'));
  }
  return document;
}

}  // namespace certus
