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

TEST(RunManifest, NamesValuesThatCannotBe) {
  test::TempDir dir;
  RunManifest manifest;
  manifest.procedure = Procedure::kCertifyAt;
  manifest.radii = {0.5, 0.25};
  write_manifest(dir / "r.tsv", manifest, Overwrite::kAllow);
  EXPECT_THAT(test::error_of([&] { read_manifest(dir / "r.tsv"); }),
              testing::HasSubstr("field 'radii' has 0.25"));
  manifest = {};
  manifest.procedure = Procedure::kCertifyTransfer;
  manifest.alpha_paired = manifest.budget.alpha;
  write_manifest(dir / "r.tsv", manifest, Overwrite::kAllow);
  EXPECT_THAT(test::error_of([&] { read_manifest(dir / "r.tsv"); }),
              testing::HasSubstr("field 'alpha_paired' is 0.001"));
}

TEST(RunManifest, StandsBesideTheRecord) {
  EXPECT_EQ(manifest_path("x/a.tsv"), "x/a.json");
  EXPECT_EQ(manifest_path("x/noise_0.25"), "x/noise_0.25.json");
}

}  // namespace
}  // namespace certus
