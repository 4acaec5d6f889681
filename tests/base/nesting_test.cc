#include "certus/base/nesting.h"

#include "certus/base/config.h"
#include "certus/base/toml_tree.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;

constexpr const char* kMessage = "x: nested more than 64 deep; not one of ours, or damaged";

std::string times(std::size_t count, const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(Nesting, JsonMayBe64Deep) {
  for (const char* open : {"[", "{\"a\":", "[{\"b\": "}) {
    const std::size_t levels = std::string_view(open).size() == 7 ? 2 : 1;
    EXPECT_NO_THROW(check_json_nesting("x", times(64 / levels, open)));
    EXPECT_EQ(error_of([&] { check_json_nesting("x", times(64 / levels, open) + "["); }), kMessage);
  }
  EXPECT_NO_THROW(check_json_nesting("x", times(1000, "[]")));
}

TEST(Nesting, BracketsInJsonTextsAreText) {
  EXPECT_NO_THROW(check_json_nesting("x", "{\"a\": \"" + times(100, "[") + "\"}"));
  EXPECT_NO_THROW(check_json_nesting("x", "{\"a\": \"\\\"" + times(100, "[") + "\"}"));
  EXPECT_EQ(error_of([] { check_json_nesting("x", "{\"a\": \"\\\\\"" + times(64, "[")); }), kMessage);
}

TEST(Nesting, TomlCountsListsTablesAndTheDotsOfKeys) {
  EXPECT_NO_THROW(check_toml_nesting("x", "a = " + times(64, "[")));
  EXPECT_EQ(error_of([] { check_toml_nesting("x", "a = " + times(65, "[")); }), kMessage);
  EXPECT_NO_THROW(check_toml_nesting("x", "a" + times(64, ".a") + " = 1"));
  EXPECT_EQ(error_of([] { check_toml_nesting("x", "a" + times(65, ".a") + " = 1"); }), kMessage);
  EXPECT_EQ(error_of([] { check_toml_nesting("x", "[a" + times(65, " . a") + "]\n"); }), kMessage);
  EXPECT_NO_THROW(check_toml_nesting("x", times(21, "a.a.a = {")));
  EXPECT_EQ(error_of([] { check_toml_nesting("x", times(22, "a.a.a = {")); }), kMessage);
}

TEST(Nesting, LongTomlIsNotDeepToml) {
  EXPECT_NO_THROW(check_toml_nesting("x", "a = [" + times(1000, "1.5, ") + "]\n"));
  EXPECT_NO_THROW(check_toml_nesting("x", times(1000, "a.b = 1.5\n")));
  EXPECT_NO_THROW(check_toml_nesting("x", times(1000, "[a.b]\nc = [[1.5], [2]] # [[[[\n")));
  for (const char* quote : {"\"", "'", "\"\"\"", "'''"})
    EXPECT_NO_THROW(check_toml_nesting("x", join_text("a = ", quote, times(100, "[."), quote, "\n")));
  EXPECT_NO_THROW(check_toml_nesting("x", "a = \"\\\"" + times(100, "[") + "\"\n"));
  EXPECT_NO_THROW(check_toml_nesting("x", "a = \"\"\"\"" + times(100, "[") + "\"\"\"\"\"\n"));
}

TEST(Nesting, TomlStringsEndWhereTheReaderEndsThem) {
  const std::string deep = times(65, "[");
  EXPECT_EQ(error_of([&] { check_toml_nesting("x", "a = 'b\\'\nc = " + deep); }), kMessage);
  EXPECT_EQ(error_of([&] { check_toml_nesting("x", "a = \"b\\\\\"\nc = " + deep); }), kMessage);
  EXPECT_EQ(error_of([&] { check_toml_nesting("x", "a = ''\nc = " + deep); }), kMessage);
  EXPECT_EQ(error_of([&] { check_toml_nesting("x", "a = '''it's'''\nc = " + deep); }), kMessage);
  EXPECT_EQ(error_of([&] { check_toml_nesting("x", "a = \"\"\"b\"\"\"\"\"\nc = " + deep); }), kMessage);
}

// Without the bound these exhaust the stack.
TEST(Nesting, EveryTomlReaderHasTheBound) {
  for (const std::string& deep : {"a" + times(80'000, ".a") + " = 1\n", "a = " + times(80'000, "[")}) {
    ConfigText text{.name = "x", .content = deep};
    EXPECT_EQ(error_of([&] { parse_toml(text); }), kMessage);
    EXPECT_EQ(error_of([&] { plain_values(text); }), kMessage);
    EXPECT_EQ(error_of([&] { take_texts(text, "include"); }), kMessage);
    EXPECT_EQ(error_of([&] { Config({}, {text}, {}); }), kMessage);
  }
}

TEST(Nesting, JsonFilesAreReadWithTheBound) {
  const test::TempDir dir;
  EXPECT_EQ(read_json_text(dir.write("a.json", "{\"a\": [1]}"), 100), "{\"a\": [1]}");
  const auto path = dir.write("b.json", times(65, "["));
  EXPECT_EQ(error_of([&] { read_json_text(path, 100); }),
            path.string() + ": nested more than 64 deep; not one of ours, or damaged");
}

}  // namespace
}  // namespace certus
