// What holds for every procedure of the table, and for manifests that describe one.
#include "certus/procedure/procedures.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>

#include "certus/logs/load_log.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/predict.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"
#include "certus/record/record_seal.h"
#include "support/plane_data.h"
#include "support/run_on_pixels.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

const Budget kBudget{.n = 400, .alpha = 0.01, .sigma = 0.5};

std::vector<std::shared_ptr<const Procedure>> one_of_each() {
  return {top_class_procedure(20, kBudget),
          two_class_procedure(20, kBudget),
          predict_procedure(kBudget),
          at_radii_procedure(20, {.budget = kBudget, .radii = {0.1, 0.25, 0.5}}),
          to_width_procedure(20, {.budget = kBudget, .width = 0.3}),
          randomized_procedure(20, kBudget),
          at_radii_two_class_procedure(20, {.budget = kBudget, .radii = {0.1, 0.25, 0.5}})};
}

RunManifest manifest_of(const Procedure& procedure) {
  return {.procedure = std::string(procedure.kind().name),
          .budget = procedure.budget(),
          .n0 = procedure.n0(),
          .seed = 3,
          .classes = 2,
          .fields = procedure.fields()};
}

TEST(Procedures, AreAllInTheTableUnderNamesOfTheirOwn) {
  std::set<std::string_view> names, made;
  for (const ProcedureKind* kind : procedure_kinds()) {
    EXPECT_TRUE(names.insert(kind->name).second) << kind->name;
    EXPECT_EQ(find_procedure_kind(kind->name), kind);
  }
  for (const auto& procedure : one_of_each()) made.insert(procedure->kind().name);
  EXPECT_EQ(made, names) << "this test makes one of each";
  EXPECT_EQ(find_procedure_kind("guess"), nullptr);
}

TEST(Procedures, AreDescribedByTheirManifests) {
  for (const auto& procedure : one_of_each()) {
    const RunManifest manifest = manifest_of(*procedure);
    const auto again = procedure_of(manifest, "a.json");
    EXPECT_EQ(&again->kind(), &procedure->kind());
    EXPECT_EQ(again->budget(), procedure->budget());
    EXPECT_EQ(again->n0(), procedure->n0());
    EXPECT_EQ(again->fields(), procedure->fields()) << manifest.procedure;
    EXPECT_EQ(again->most_draws(), procedure->most_draws());
  }
}

/// Fields that older manifests lack, and what they then were.
const std::map<std::string, ManifestValue> kNewer = {{"runner_up_bound", std::string("every class")},
                                                     {"test", std::string("two-sided")},
                                                     {"first_look", std::int64_t{10}},
                                                     {"first_share", 0.3},
                                                     {"give_up_prior", std::vector<double>{0.5, 0.1}}};

/// Procedures that came after these fields have them in every manifest.
bool may_lack(const Procedure& procedure, const std::string& name) {
  return &procedure.kind() != &at_radii_two_class_kind() && kNewer.contains(name);
}

TEST(Procedures, KnowTheRulesOfRecordsFromBeforeTheRuleHadAName) {
  std::size_t seen = 0;
  for (const auto& procedure : one_of_each()) {
    RunManifest older = manifest_of(*procedure);
    std::erase_if(older.fields, [&](const ManifestField& field) { return may_lack(*procedure, field.name); });
    for (const ManifestField& field : procedure_of(older, "a.json")->fields()) {
      if (!may_lack(*procedure, field.name)) continue;
      EXPECT_EQ(field.value, kNewer.at(field.name)) << field.name;
      ++seen;
    }
  }
  EXPECT_EQ(seen, kNewer.size());
}

TEST(Procedures, RefuseFieldsThatAreMissingOfAnotherTypeOrOfAnotherProcedure) {
  for (const auto& procedure : one_of_each()) {
    const RunManifest whole = manifest_of(*procedure);
    for (std::size_t i = 0; i < whole.fields.size(); ++i) {
      RunManifest damaged = whole;
      if (!may_lack(*procedure, whole.fields[i].name)) {
        damaged.fields.erase(damaged.fields.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_THAT(error_of([&] { procedure_of(damaged, "a.json"); }),
                    HasSubstr("a.json: field '" + whole.fields[i].name + "' is missing"));
      }
      damaged = whole;
      const bool is_text = std::holds_alternative<std::string>(whole.fields[i].value);
      damaged.fields[i].value = is_text ? ManifestValue(1.5) : ManifestValue("text");
      EXPECT_THAT(error_of([&] { procedure_of(damaged, "a.json"); }),
                  HasSubstr("field '" + whole.fields[i].name + "' is "));
    }
    RunManifest more = whole;
    more.fields.push_back({"stranger", std::string("text")});
    EXPECT_THAT(error_of([&] { procedure_of(more, "a.json"); }),
                HasSubstr("field 'stranger' does not belong to procedure '" + whole.procedure + "'"));
  }
  EXPECT_THAT(
      error_of([] { procedure_of({.procedure = "guess"}, "a.json"); }),
      HasSubstr("field 'procedure' is \"guess\", expected one of \"certify\", \"certify-two-class\""));
  EXPECT_THAT(
      error_of([] { procedure_of({.procedure = "certify-transfer", .certus = "0.2.0 (abc)"}, "a.json"); }),
      ::testing::EndsWith("\"certify-at-two-class\"; the record was made by certus 0.2.0 (abc)"));
}

TEST(Procedures, RefuseValuesThatCannotBe) {
  const auto message = [](const Procedure& procedure, const std::string& name, const ManifestValue& value) {
    RunManifest manifest = manifest_of(procedure);
    for (ManifestField& field : manifest.fields) {
      if (field.name == name) field.value = value;
    }
    return error_of([&] { procedure_of(manifest, "a.json"); });
  };
  const auto all = one_of_each();
  EXPECT_THAT(message(*all[3], "radii", std::vector<double>{0.5, 0.25}),
              HasSubstr("field 'radii' is [0.5, 0.25], expected radii from 0 on, each above the last"));
  EXPECT_THAT(message(*all[3], "radii", std::vector<double>{}), HasSubstr("at least one radius"));
  EXPECT_THAT(message(*all[1], "runner_up_bound", std::string("x")),
              HasSubstr("is \"x\", expected largest count or every class"));
  EXPECT_THAT(message(*all[2], "test", std::string("x")),
              HasSubstr("is \"x\", expected winner or two-sided"));
  EXPECT_THAT(message(*all[3], "give_up_prior", std::vector<double>{0.5}), HasSubstr("expected two numbers"));
  EXPECT_THAT(message(*all[6], "radii", std::vector<double>{}), HasSubstr("at least one radius"));
  RunManifest two_class = manifest_of(*all[1]);
  two_class.classes = 0;
  two_class.fields.clear();  // the bound of every class depends on their number
  EXPECT_THAT(error_of([&] { procedure_of(two_class, "a.json"); }), HasSubstr("field 'classes' is 0"));
}

/// Rows of a certified image and of an uncertain one by every procedure, read back from a file.
class RecordOfEach : public ::testing::Test {
 protected:
  std::string write(const Procedure& procedure, const std::vector<CertificationRecord>& rows,
                    const RunManifest& manifest) {
    std::string text = record_header(procedure.kind().columns) + "\n";
    for (const CertificationRecord& row : rows) text += record_row(row, procedure.kind().columns) + "\n";
    const auto path = dir_.write("a.tsv", text);
    write_manifest(path, manifest, Overwrite::kAllow);
    return path.string();
  }
  static std::vector<CertificationRecord> rows_of(const Procedure& procedure) {
    VoteCounter f = test::counter_of(test::plane_engine());
    std::vector<CertificationRecord> rows;
    for (const double distance : {0.9, 0.35, 0.01}) {
      rows.push_back(run_on_image(procedure, f,
                                  {.shape = test::kTinyShape, .pixels = test::image_at(distance), .label = 1},
                                  std::ssize(rows), 3));
    }
    return rows;
  }
  test::TempDir dir_;
};

TEST_F(RecordOfEach, IsReadBackWithoutAProblem) {
  for (const auto& procedure : one_of_each()) {
    const auto rows = rows_of(*procedure);
    const LoadedLog loaded = load_log(write(*procedure, rows, manifest_of(*procedure)));
    ASSERT_EQ(loaded.log.rows(), 3U);
    EXPECT_EQ(loaded.log.kind, &procedure->kind());
    EXPECT_EQ(loaded.log.predicted[0], 1) << procedure->kind().name;
    if (!procedure->kind().columns.has_radii) continue;
    EXPECT_GT(loaded.log.radius[0], 0.0) << procedure->kind().name;
    EXPECT_EQ(loaded.log.is_abstained(2), !rows[2].predicted.has_value());
  }
}

TEST_F(RecordOfEach, ClaimsNoRadiusAboveWhatItsVotesProve) {
  for (const auto& procedure : one_of_each()) {
    if (!procedure->kind().columns.has_radii) continue;
    // The record of a width has less digits of the bound than the radius was computed from; its seal has all.
    const double least = procedure->kind().name == "certify-width" ? 1e-5 : 0.0;
    for (const double more : {least, 1e-12 + least, 1e-5, 0.1, 1.0}) {
      auto rows = rows_of(*procedure);
      rows[0].radius = std::nextafter(rows[0].radius + more, std::numeric_limits<double>::infinity());
      const std::string path = write(*procedure, rows, manifest_of(*procedure));
      EXPECT_THAT(error_of([&] { load_log(path); }), HasSubstr("a.tsv:2: column 'radius'"))
          << procedure->kind().name << " with " << more << " more";
    }
  }
}

TEST_F(RecordOfEach, IsRefusedWhenAnyRadiusIsRaisedByAnUlpAfterItsRun) {
  for (const auto& procedure : one_of_each()) {
    if (!procedure->kind().columns.has_radii) continue;
    const auto rows = rows_of(*procedure);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (!rows[row].predicted) continue;
      const std::string path = write(*procedure, rows, manifest_of(*procedure));
      seal_record(path);
      EXPECT_EQ(load_log(path).log.rows(), rows.size());
      auto raised = rows;
      raised[row].radius = std::nextafter(rows[row].radius, std::numeric_limits<double>::infinity());
      std::string text = record_header(procedure->kind().columns) + "\n";
      for (const CertificationRecord& each : raised)
        text += record_row(each, procedure->kind().columns) + "\n";
      std::ofstream(path, std::ios::binary) << text;
      EXPECT_THAT(error_of([&] { load_log(path); }), HasSubstr("was changed after its run ended: its rows"))
          << procedure->kind().name << ", row " << row;
    }
  }
}

/// The value changed as little as its type allows.
nlohmann::ordered_json changed(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_number_integer()) return value.get<std::int64_t>() + 1;
  if (value.is_number()) return std::nextafter(value.get<double>(), std::numeric_limits<double>::infinity());
  nlohmann::ordered_json list = value;
  list.back() = changed(list.back());
  return list;
}

TEST_F(RecordOfEach, IsRefusedWhenAnyFieldOfItsManifestIsChangedAfterItsRun) {
  std::size_t tried = 0;
  for (const auto& procedure : one_of_each()) {
    const std::string path = write(*procedure, rows_of(*procedure), manifest_of(*procedure));
    seal_record(path);
    const std::string sealed = test::content_of(manifest_path(path));
    const auto fields = nlohmann::ordered_json::parse(sealed);
    for (const auto& [name, value] : fields.items()) {
      if (name == "format") continue;  // then it is no manifest of ours, which is refused for another reason
      nlohmann::ordered_json other = fields, without = fields;
      other[name] = changed(value);
      without.erase(name);
      for (const auto& damaged : {other, without}) {
        std::ofstream(manifest_path(path), std::ios::binary) << damaged.dump(2);
        EXPECT_NE(error_of([&] { load_log(path); }), "") << procedure->kind().name << ", " << name;
        ++tried;
      }
    }
    std::ofstream(manifest_path(path), std::ios::binary) << nlohmann::ordered_json(fields).dump();
    EXPECT_NO_THROW(load_log(path)) << "white space does not count";
  }
  EXPECT_GE(tried, 2 * 18 * one_of_each().size());
}

TEST_F(RecordOfEach, IsNotReadAsARecordOfAnotherProcedureWithOtherColumns) {
  for (const auto& procedure : one_of_each()) {
    for (const auto& other : one_of_each()) {
      if (procedure->kind().columns == other->kind().columns) continue;
      const std::string path = write(*procedure, rows_of(*procedure), manifest_of(*other));
      EXPECT_THAT(error_of([&] { load_log(path); }), HasSubstr("but its manifest says"))
          << procedure->kind().name << " as " << other->kind().name;
    }
  }
}

}  // namespace
}  // namespace certus
