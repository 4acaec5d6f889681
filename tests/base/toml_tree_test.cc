#include "certus/base/toml_tree.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

TomlNode parsed(const std::string& content) {
  return parse_toml({.name = "x.toml", .content = content});
}

std::string error_of(const std::string& content) {
  try {
    parsed(content);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TomlTree, KeepsTheOrderAndTheLinesOfTheFile) {
  const TomlNode top = parsed("zebra = 1\n\n[apple]\nb = \"two\"\na = [1, 2.5, true]\n");
  ASSERT_EQ(top.entries.size(), 2U);
  EXPECT_EQ(top.entries[0].key, "zebra");
  EXPECT_EQ(top.entries[0].value.line, 1U);
  const TomlNode* apple = top.find("apple");
  ASSERT_NE(apple, nullptr);
  EXPECT_EQ(apple->entries[0].key, "b");
  EXPECT_EQ(apple->entries[0].value.line, 4U);
  EXPECT_EQ(apple->entries[1].value.line, 5U);
}

TEST(TomlTree, WritesScalarsAsTomlDoes) {
  const TomlNode top = parsed("a = [1, 2.5, true, \"x y\"]\n");
  const TomlNode& list = top.entries[0].value;
  ASSERT_TRUE(list.is_list());
  EXPECT_EQ(list.items[0].text, "1");
  EXPECT_EQ(list.items[1].text, "2.5");
  EXPECT_EQ(list.items[2].text, "true");
  EXPECT_EQ(list.items[3].text, "x y");
  EXPECT_EQ(list.items[3].kind, TomlNode::Kind::kText);
}

TEST(TomlTree, FlattensTablesToDottedKeys) {
  const auto flat = flat_entries(parsed("[train]\nepochs = 3\nsphere_attack.steps = [2, 4]\n"));
  ASSERT_EQ(flat.size(), 2U);
  EXPECT_EQ(flat[0].first, "train.epochs");
  EXPECT_EQ(flat[1].first, "train.sphere_attack.steps");
  EXPECT_TRUE(flat[1].second.is_list());
  EXPECT_EQ(flat[1].second.line, 3U);
}

TEST(TomlTree, NamesTheLineOfAMistake) {
  EXPECT_THAT(error_of("a = 1\nb = = 2\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of("a = 2020-01-01\n"), HasSubstr("x.toml:1: found a date or a time"));
  EXPECT_THAT(error_of("a = 1\n[[\n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(error_of("a = 1\nb\u00e9 = 2\n"), HasSubstr("x.toml:2: "));
}

}  // namespace
}  // namespace certus
