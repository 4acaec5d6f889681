#include "certus/recipe/estimate_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "certus/base/error.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/base/whole_number.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "certus-estimates";
constexpr int kVersion = 1;
constexpr std::size_t kMaxManifestBytes = 16 << 20;
constexpr std::string_view kEndBegins = "# sha256 of the lines above: ";

/// The only list of the fields: writing, reading and comparing all go through it.
template <typename Manifest, typename Visit>
void each_field(Manifest& manifest, Visit visit) {
  visit("sigma", manifest.sigma);
  visit("samples", manifest.samples);
  visit("seed", manifest.seed);
  visit("views", manifest.views);
  visit("images", manifest.images);
  visit("of_images", manifest.of_images);
  visit("classes", manifest.classes);
  visit("model", manifest.model);
  visit("data", manifest.data);
  visit("preprocessing", manifest.preprocessing);
  visit("engine", manifest.engine);
  visit("precision", manifest.precision);
  visit("certus", manifest.certus);
}

Json to_json(const EstimateManifest& manifest) {
  Json json{{"format", kFormat}, {"version", kVersion}, {"kind", estimate_name(manifest.kind)}};
  each_field(manifest, [&](const char* name, const auto& value) { json[name] = value; });
  return json;
}

std::string header_of(EstimateKind kind) {
  return kind == EstimateKind::kPCorrect ? "idx\tlabel\tcorrect" : "idx\tlabel\tcounts";
}

/// Empty when there is no manifest; fails when the file is not the manifest of a table.
std::optional<EstimateManifest> read_estimate_manifest(const fs::path& table) {
  const fs::path path = manifest_path(table);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  const Json json = Json::parse(read_json_text(path, kMaxManifestBytes), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("format", Json()) != kFormat) {
    fail(ErrorKind::kData, path,
         ": is not a manifest of p-correct or soft-labels, expected a JSON object with ", "\"format\": \"",
         kFormat, "\"; the manifest of another file?");
  }
  if (json.value("version", Json()) != kVersion) {
    fail(ErrorKind::kData, path, ": field 'version' is not ", kVersion, "; written by a newer certus?");
  }
  EstimateManifest manifest;
  const Json kind = json.value("kind", Json());
  if (kind != estimate_name(EstimateKind::kPCorrect) && kind != estimate_name(EstimateKind::kSoftLabels)) {
    fail(ErrorKind::kData, path, ": field 'kind' is ", kind.dump(),
         ", expected \"p-correct\" or \"soft-labels\"");
  }
  manifest.kind =
      kind == estimate_name(EstimateKind::kPCorrect) ? EstimateKind::kPCorrect : EstimateKind::kSoftLabels;
  each_field(manifest, [&](const char* name, auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    constexpr bool kIsText = std::is_same_v<Value, std::string>;
    constexpr bool kIsReal = std::is_floating_point_v<Value>;
    const auto found = json.find(name);
    const bool right =
        found != json.end() && (kIsText                     ? found->is_string()
                                : kIsReal                   ? found->is_number()
                                : std::is_unsigned_v<Value> ? found->is_number_unsigned()
                                                            : whole_number(*found).has_value());
    if (!right) {
      fail(ErrorKind::kData, path, ": field '", name, "' is ",
           found == json.end() ? "missing" : found->dump(), ", expected a ",
           kIsText   ? "text"
           : kIsReal ? "number"
                     : "whole number",
           "; damaged manifest?");
    }
    value = found->template get<Value>();
  });
  const auto check_range = [&](const char* name, auto value, double most) {
    if (!(value > 0) || static_cast<double>(value) > most) {
      fail(ErrorKind::kData, path, ": field '", name, "' is ", value, ", expected more than 0 and at most ",
           most, "; damaged manifest?");
    }
  };
  check_range("sigma", manifest.sigma, 1e3);
  check_range("samples", manifest.samples, 1e9);
  check_range("images", manifest.images, 1e12);
  check_range("of_images", manifest.of_images, 1e12);
  check_range("classes", manifest.classes, 1e6);
  return manifest;
}

/// Reads rows of a table, checking each as it comes.
class TableReader {
 public:
  TableReader(const fs::path& path, const EstimateManifest& manifest) : reader_(path), manifest_(manifest) {}

  struct Row {
    int label = 0;
    std::int64_t correct = 0;
    std::vector<ClassVotes> votes = {};  ///< of soft labels
  };

  /// Reads the next row; false after the last complete one. Fails on a complete line that is not a row.
  bool next(Row& row) {
    std::string_view line;
    if (ended_ || !reader_.next(line) || !reader_.line_is_whole()) return false;
    if (reader_.line_number() == 1) {
      if (line != header_of(manifest_.kind)) damaged(line, header_of(manifest_.kind));
      take(line);
      if (!reader_.next(line) || !reader_.line_is_whole()) return false;
    }
    if (line.starts_with(kEndBegins)) {
      check_end(line);
      return false;
    }
    parse(line, row);
    take(line);
    ++rows_;
    return true;
  }

  bool ended() const { return ended_; }  ///< whether the line with the checksum was there, and right
  std::int64_t rows() const { return rows_; }
  std::uintmax_t whole_bytes() const { return whole_bytes_; }
  const Sha256& hash() const { return hash_; }

 private:
  [[noreturn]] void damaged(std::string_view found, const std::string& expected) const {
    fail(ErrorKind::kData, reader_.path(), " line ", reader_.line_number(), ": '", found.substr(0, 60),
         "', expected ", expected, "; damaged table, or one with another manifest beside it?");
  }

  void take(std::string_view line) {
    hash_.update(line).update("\n");
    whole_bytes_ = reader_.whole_bytes();
  }

  void check_end(std::string_view line) {
    if (line.substr(kEndBegins.size()) != hash_.hex()) damaged(line, join_text(kEndBegins, hash_.hex()));
    ended_ = true;
    whole_bytes_ = reader_.whole_bytes();
    std::string_view more;
    if (reader_.next(more)) damaged(more, "nothing after the line with the checksum");
    if (rows_ != manifest_.images) damaged(line, join_text(manifest_.images, " rows before it, not ", rows_));
  }

  void parse(std::string_view line, Row& row) {
    const auto columns = split_text(line, '\t');
    const auto idx = columns.size() == 3 ? parse_int(columns[0]) : std::nullopt;
    const auto label = columns.size() == 3 ? parse_int(columns[1]) : std::nullopt;
    if (!idx || !label) damaged(line, "three columns: image, label, votes");
    if (*idx != rows_ || rows_ >= manifest_.images) {
      damaged(line, rows_ < manifest_.images ? join_text("image ", rows_)
                                             : join_text("no more than ", manifest_.images, " images"));
    }
    if (*label < 0 || *label >= manifest_.classes)
      damaged(line, join_text("a label below ", manifest_.classes));
    row.label = static_cast<int>(*label);
    if (manifest_.kind == EstimateKind::kPCorrect) {
      const auto correct = parse_int(columns[2]);
      if (!correct || *correct < 0 || *correct > manifest_.samples)
        damaged(line, join_text("a count from 0 to ", manifest_.samples));
      row.correct = *correct;
      return;
    }
    row.votes.clear();
    row.correct = 0;
    std::int64_t sum = 0;
    for (const std::string_view part : split_text(columns[2], ';')) {
      const auto pair = split_text(part, ':');
      const auto voted = pair.size() == 2 ? parse_int(pair[0]) : std::nullopt;
      const auto count = pair.size() == 2 ? parse_int(pair[1]) : std::nullopt;
      const bool right =
          voted && count &&
          *voted<manifest_.classes&& * voted>(row.votes.empty() ? -1 : row.votes.back().label) &&
          *count > 0 && *count <= manifest_.samples - sum;
      if (!right)
        damaged(line, join_text("votes as class:count;class:count, classes in increasing order, ",
                                manifest_.samples, " in all"));
      row.votes.push_back({static_cast<int>(*voted), *count});
      if (*voted == *label) row.correct = *count;
      sum += *count;
    }
    if (sum != manifest_.samples) damaged(line, join_text(manifest_.samples, " votes in all, not ", sum));
  }

  LineReader reader_;
  const EstimateManifest& manifest_;
  Sha256 hash_;
  std::int64_t rows_ = 0;
  std::uintmax_t whole_bytes_ = 0;
  bool ended_ = false;
};

/// What makes the table that is needed.
Remedy remedy(const EstimateUse& use, const Dataset& data) {
  const std::string identity = data.identity();
  return {.name = estimate_name(use.kind),
          .with = {{"data", identity.substr(0, identity.find_first_of(" ,"))},
                   {"sigma", use.sigma ? round_trip_text(*use.sigma) : "0.25"},
                   {"samples", use.kind == EstimateKind::kPCorrect ? "100" : "10000"}}};
}

}  // namespace

std::string estimate_name(EstimateKind kind) {
  return kind == EstimateKind::kPCorrect ? "p-correct" : "soft-labels";
}

EstimateWriter EstimateWriter::create(const fs::path& path, const EstimateManifest& manifest,
                                      Overwrite overwrite) {
  check_may_write(path, overwrite);
  check_may_write(manifest_path(path), overwrite);
  // The table is locked and emptied before the manifest changes, so that rows never belong to
  // a wrong manifest.
  auto file = std::make_unique<AppendFile>(path);
  file->cut(0);
  write_file(manifest_path(path),
             to_json(manifest).dump(2, ' ', false, Json::error_handler_t::replace) + "\n", Overwrite::kAllow);
  EstimateWriter writer(std::move(file), manifest);
  writer.append_line(header_of(manifest.kind));
  return writer;
}

EstimateWriter EstimateWriter::resume(const fs::path& path, const EstimateManifest& manifest) {
  const auto found = read_estimate_manifest(path);
  if (found) {
    const Json old = to_json(*found);
    const Json now = to_json(manifest);
    for (const auto& [name, value] : old.items()) {
      if (now[name] != value) {
        fail(ErrorKind::kConfig, manifest_path(path), ": field '", name, "' is ", value.dump(),
             " in the table to be resumed and ", now[name].dump(),
             " now; resume with the old value or write to another file");
      }
    }
  }
  if (!fs::exists(path)) return create(path, manifest, found ? Overwrite::kAllow : Overwrite::kRefuse);
  // An empty one without manifest is a run that ended while it began.
  if (!found && fs::is_empty(path)) return create(path, manifest, Overwrite::kAllow);
  if (!found) {
    fail(ErrorKind::kFile, manifest_path(path), ": no manifest, so ", path,
         " cannot be resumed; move it away or write to another file");
  }
  EstimateWriter writer(std::make_unique<AppendFile>(path),
                        manifest);  // locked: nobody adds rows from here on
  // Every complete row is read before a byte is cut off, so that a file that is not such a table stays
  // as it is.
  TableReader reader(path, manifest);
  for (TableReader::Row row; reader.next(row);) continue;
  writer.file_->cut(reader.whole_bytes());
  writer.hash_ = reader.hash();
  writer.rows_ = reader.rows();
  writer.finished_ = reader.ended();
  if (reader.whole_bytes() == 0) writer.append_line(header_of(manifest.kind));
  return writer;
}

void EstimateWriter::append_line(const std::string& line) {
  file_->append(line);
  hash_.update(line).update("\n");
}

void EstimateWriter::append(const ImageVotes& votes) {
  CERTUS_CHECK(!finished_ && rows_ < manifest_.images);
  std::string text;
  if (manifest_.kind == EstimateKind::kPCorrect) {
    text = std::to_string(votes.correct());
  } else {
    if (votes.votes.non_finite > 0) {
      fail(ErrorKind::kData, "image ", rows_, ": ", votes.votes.non_finite, " of ", manifest_.samples,
           " draws had a non-finite logit; soft labels need a model whose logits are finite");
    }
    for (std::size_t c = 0; c < votes.votes.counts.size(); ++c) {
      if (votes.votes.counts[c] > 0)
        text += join_text(text.empty() ? "" : ";", c, ':', votes.votes.counts[c]);
    }
  }
  append_line(join_text(rows_, '\t', votes.label, '\t', text));
  ++rows_;
}

void EstimateWriter::finish() {
  CERTUS_CHECK(rows_ == manifest_.images);
  if (!finished_) file_->append(join_text(kEndBegins, hash_.hex()));
  file_->sync();
  finished_ = true;
}

void EstimateTable::soft_label(std::int64_t image, std::span<float> out) const {
  const auto i = static_cast<std::size_t>(image);
  CERTUS_CHECK(i + 1 < row_begin.size() && std::ssize(out) == manifest.classes);
  std::fill(out.begin(), out.end(), 0.0f);
  for (std::size_t v = row_begin[i]; v < row_begin[i + 1]; ++v) {
    out[static_cast<std::size_t>(votes[v].label)] =
        static_cast<float>(static_cast<double>(votes[v].votes) / static_cast<double>(manifest.samples));
  }
}

EstimateTable read_estimates(const fs::path& path) {
  auto manifest = read_estimate_manifest(path);
  if (!manifest)
    fail(ErrorKind::kFile, manifest_path(path), ": no such file, expected the manifest of ", path);
  EstimateTable table{
      .manifest = std::move(*manifest), .labels = {}, .correct = {}, .votes = {}, .row_begin = {0}};
  TableReader reader(path, table.manifest);
  for (TableReader::Row row; reader.next(row);) {
    table.labels.push_back(row.label);
    table.correct.push_back(row.correct);
    if (table.manifest.kind == EstimateKind::kPCorrect) continue;
    table.votes.insert(table.votes.end(), row.votes.begin(), row.votes.end());
    table.row_begin.push_back(table.votes.size());
  }
  if (!reader.ended()) {
    fail(ErrorKind::kData, path, ": ends after ", reader.rows(), " of ", table.manifest.images,
         " images, expected a finished table; resume the run that makes it");
  }
  return table;
}

EstimateTable load_estimates(const fs::path& path, const EstimateUse& use, const Dataset& data) {
  const auto manifest = read_estimate_manifest(path);
  if (!manifest) {
    fail(ErrorKind::kFile, remedy(use, data), manifest_path(path),
         ": no such file, expected the manifest of ", path);
  }
  const auto check = [&](const char* field, const auto& found, const auto& expected) {
    if (found != expected) {
      fail(ErrorKind::kConfig, remedy(use, data), manifest_path(path), ": field '", field, "' is ", found,
           ", expected ", expected, "; the table is not for this training");
    }
  };
  check("kind", estimate_name(manifest->kind), estimate_name(use.kind));
  check("data", manifest->data, data.identity());
  if (use.sigma) check("sigma", manifest->sigma, *use.sigma);
  check("images", manifest->images, data.size());
  EstimateTable table = read_estimates(path);
  for (std::int64_t image = 0; image < data.size(); ++image) {
    const int label = table.labels[static_cast<std::size_t>(image)];
    if (label != data.label(image)) {
      fail(ErrorKind::kData, remedy(use, data), path, ": image ", image, " has label ", label, ", expected ",
           data.label(image), " as in ", data.identity());
    }
  }
  return table;
}

}  // namespace certus
