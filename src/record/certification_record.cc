#include "certus/record/certification_record.h"

#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

std::string first_columns(const CertificationRecord& record, const std::string& radius) {
  const bool correct = record.predicted && *record.predicted == record.label;
  return join_text(record.idx, '\t', record.label, '\t', record.predicted.value_or(-1), '\t', radius, '\t',
                   correct ? '1' : '0', '\t', duration_text(record.seconds));
}

/// The column of votes. Fails (a bug in the caller) when the votes do not add up to n.
std::string counts_text(const CertificationRecord& record) {
  std::string counts;
  std::int64_t sum = record.nan_votes;
  for (const ClassVotes& entry : record.counts) {
    CERTUS_CHECK(entry.votes > 0 && entry.label >= 0);
    if (!counts.empty()) counts += ';';
    counts += join_text(entry.label, ':', entry.votes);
    sum += entry.votes;
  }
  if (record.nan_votes > 0) counts += join_text(counts.empty() ? "" : ";", "nan:", record.nan_votes);
  CERTUS_CHECK(sum == record.n);
  return counts;
}

}  // namespace

std::string record_header(const RecordColumns& columns) {
  std::string header = columns.has_radii ? "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts"
                                         : "idx\tlabel\tpredict\tcorrect\ttime\tn\tcounts";
  for (const ExtensionColumn& column : columns.extension) header += join_text('\t', column.name);
  return header;
}

std::string record_row(const CertificationRecord& record, const RecordColumns& columns) {
  CERTUS_CHECK(record.extension.size() == columns.extension.size());
  // Abstentions are written "0.0", as is usual in the literature; any other radius has the digits that
  // read back exactly.
  const std::string radius = record.radius == 0.0 ? "0.0" : round_trip_text(record.radius);
  const bool correct = record.predicted && *record.predicted == record.label;
  std::string row = columns.has_radii
                        ? join_text(first_columns(record, radius), '\t', record.n0)
                        : join_text(record.idx, '\t', record.label, '\t', record.predicted.value_or(-1), '\t',
                                    correct ? '1' : '0', '\t', duration_text(record.seconds));
  row += join_text('\t', record.n, '\t', counts_text(record));
  for (std::size_t i = 0; i < record.extension.size(); ++i) {
    const double value = record.extension[i];
    row += '\t';
    row += columns.extension[i].is_whole ? join_text(std::llround(value)) : round_trip_text(value);
  }
  return row;
}

void set_votes(CertificationRecord& record, const Votes& votes) {
  record.nan_votes = votes.non_finite + votes.doubtful;
  record.counts.clear();
  for (std::size_t c = 0; c < votes.counts.size(); ++c) {
    if (votes.counts[c] > 0) record.counts.push_back({static_cast<int>(c), votes.counts[c]});
  }
}

std::string field_row(const CertificationRecord& record) {
  return first_columns(record, three_digit_text(record.radius));
}

std::int64_t votes_for(const CertificationRecord& record, int label) {
  for (const ClassVotes& entry : record.counts) {
    if (entry.label == label) return entry.votes;
  }
  return 0;
}

void decide(CertificationRecord& record, int chosen_class, const Budget& budget) {
  const auto radius = certified_radius(votes_for(record, chosen_class), budget);
  record.predicted = radius ? std::optional<int>(chosen_class) : std::nullopt;
  record.radius = radius.value_or(0.0);
}

std::string duration_text(double seconds) {
  const auto total = static_cast<std::int64_t>(std::llround(seconds * 1e6));
  const std::int64_t micro = total % 1'000'000;
  const std::int64_t whole = total / 1'000'000;
  const std::int64_t days = whole / 86'400;
  char clock[32];
  std::snprintf(clock, sizeof clock, "%d:%02d:%02d", static_cast<int>(whole / 3600 % 24),
                static_cast<int>(whole / 60 % 60), static_cast<int>(whole % 60));
  std::string text = days == 0 ? "" : join_text(days, days == 1 ? " day, " : " days, ");
  text += clock;
  if (micro != 0) {
    std::snprintf(clock, sizeof clock, ".%06d", static_cast<int>(micro));
    text += clock;
  }
  return text;
}

std::optional<double> parse_duration(std::string_view text) {
  std::int64_t days = 0;
  if (const std::size_t comma = text.find(" day"); comma != std::string_view::npos) {
    const auto parsed = parse_int(text.substr(0, comma));
    const std::size_t clock = text.find(", ");
    if (!parsed || clock == std::string_view::npos) return std::nullopt;
    days = *parsed;
    text.remove_prefix(clock + 2);
  }
  const auto parts = split_text(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hours = parse_int(parts[0]);
  const auto minutes = parse_int(parts[1]);
  const auto seconds = parse_double(parts[2]);
  if (!hours || !minutes || !seconds) return std::nullopt;
  return static_cast<double>((days * 24 + *hours) * 3600 + *minutes * 60) + *seconds;
}

}  // namespace certus
