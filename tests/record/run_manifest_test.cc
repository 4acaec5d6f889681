#include "certus/record/run_manifest.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(RunManifest, NamesTheDamagedField) {
  const test::TempDir dir;
  dir.write("a.json", R"({"format": "certus-record", "version": 1, "sigma": "half"})");
  EXPECT_THAT(error_of([&] { read_manifest(dir / "a.tsv"); }),
              HasSubstr("a.json: field 'sigma' is \"half\", expected a number"));
  dir.write("b.json", R"({"format": "certus-record", "version": 9})");
  EXPECT_THAT(error_of([&] { read_manifest(dir / "b.tsv"); }), HasSubstr("'version' is not 1"));
  dir.write("c.json", R"({"other": "tool"})");
  EXPECT_FALSE(read_manifest(dir / "c.tsv"));
  dir.write("d.json", "not json");
  EXPECT_FALSE(read_manifest(dir / "d.tsv"));
}

TEST(RunManifest, KeepsTheFieldsOfItsProcedureInTheirOrder) {
  const test::TempDir dir;
  const RunManifest manifest{.procedure = "any",
                             .fields = {{"text", std::string("a \"b\"")},
                                        {"whole", std::int64_t{7}},
                                        {"number", 1.0},
                                        {"list", std::vector<double>{0.5, 1.0}}}};
  write_manifest(dir / "a.tsv", manifest, Overwrite::kRefuse);
  EXPECT_EQ(read_manifest(dir / "a.tsv"), manifest);
  RunManifest other = manifest;
  other.fields.pop_back();
  const auto differs = manifest_difference(other, manifest);
  ASSERT_TRUE(differs);
  EXPECT_EQ(differs->field, "list");
  EXPECT_EQ(differs->first, "missing");
  EXPECT_EQ(differs->second, "[0.5,1.0]");
}

TEST(RunManifest, RefusesFieldsOfNoTypeThatAProcedureHas) {
  const test::TempDir dir;
  RunManifest manifest;
  write_manifest(dir / "a.tsv", manifest, Overwrite::kRefuse);
  std::string text = test::content_of(dir / "a.json");
  text.replace(text.find("\"sigma\""), 0, "\"strange\": {\"a\": 1}, ");
  dir.write("a.json", text);
  EXPECT_THAT(error_of([&] { read_manifest(dir / "a.tsv"); }), HasSubstr("field 'strange' is {\"a\":1}"));
}

TEST(RunManifest, StandsBesideTheRecord) {
  EXPECT_EQ(manifest_path("x/a.tsv"), "x/a.json");
  EXPECT_EQ(manifest_path("x/noise_0.25"), "x/noise_0.25.json");
}

}  // namespace
}  // namespace certus
