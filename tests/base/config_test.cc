#include "certus/base/config.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"

namespace certus {
namespace {

using Kind = Parameter::Kind;

struct Example {
  double sigma = 0.0;
  std::int64_t copies = 1;
  std::string method = "gaussian";
  double momentum = 0.9;
  std::vector<std::int64_t> milestones;
  double offset = -1e-3;
  bool on = false;
  std::string norm = "l2";
  void describe(Parameters& p) {
    p.table("noise");
    p.add("sigma", sigma, "noise level").above(0).must_be_given();
    p.add("copies", copies, "noise copies").at_least(1);
    p.table("train");
    p.add("method", method, "method");
    p.table("optimizer");
    p.add("momentum", momentum, "momentum").at_least(0).below(1);
    p.add("milestones", milestones, "epochs").at_least(0);
    p.add("offset", offset, "any number");
    p.table("attack");
    p.add("on", on, "attack");
    p.add("norm", norm, "norm").one_of({"l2", "linf"});
  }
};

std::vector<Parameter> schema() {
  return settings_of<Example>();
}

Config read(const std::string& content, const std::vector<std::string>& overrides = {}) {
  return {schema(), {{.name = "x.toml", .content = content}}, overrides};
}

std::string message_of(const std::string& content, const std::vector<std::string>& overrides = {}) {
  try {
    read(content, overrides);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConfig);
    return error.what();
  }
  return "no error";
}

const std::string kSigma = "[noise]\nsigma = 0.5\n";

TEST(Config, HasTheDefaultsOfWhatIsNotSet) {
  const Config config = read(kSigma);
  const auto example = config.read<Example>();
  EXPECT_EQ(example.sigma, 0.5);
  EXPECT_EQ(example.copies, 1);
  EXPECT_EQ(example.method, "gaussian");
  EXPECT_EQ(example.norm, "l2");
  EXPECT_EQ(example.offset, -1e-3);
  EXPECT_FALSE(example.on);
  EXPECT_THAT(example.milestones, testing::IsEmpty());
}

TEST(Config, ReadsEveryKind) {
  const Config config = read(
      "noise.sigma = 1\nnoise.copies = 4\n[train]\nmethod = 'macer'\n[optimizer]\nmilestones = [50, 100]\n"
      "[attack]\non = true\nnorm = \"linf\"\n");
  const auto example = config.read<Example>();
  EXPECT_EQ(example.sigma, 1.0);
  EXPECT_EQ(example.copies, 4);
  EXPECT_EQ(example.method, "macer");
  EXPECT_THAT(example.milestones, testing::ElementsAre(50, 100));
  EXPECT_TRUE(example.on);
  EXPECT_EQ(example.norm, "linf");
}

TEST(Config, LaterTextsOverrideEarlierOnesAndOverridesAll) {
  const std::vector<ConfigText> texts{{"base.toml", "[noise]\nsigma = 0.25\ncopies = 2\n[attack]\non = true"},
                                      {"x.toml", "[noise]\nsigma = 0.5\ncopies = 3"}};
  const Config config(schema(), texts, {"noise.copies=4", "noise.copies=5"});
  const auto example = config.read<Example>();
  EXPECT_EQ(example.sigma, 0.5);
  EXPECT_EQ(example.copies, 5);
  EXPECT_TRUE(example.on);
}

TEST(Config, KnowsWhatWasGivenAndWhere) {
  const std::vector<ConfigText> texts{{"base.toml", "[noise]\nsigma = 0.25"},
                                      {"x.toml", "[attack]\n\non = true"}};
  const Config config(schema(), texts, {"noise.copies=4"});
  std::vector<std::string> given;
  for (const auto& each : config.given())
    given.push_back(join_text(each.text, ' ', each.key, ' ', each.where));
  EXPECT_THAT(given, testing::ElementsAre("0 noise.sigma base.toml:2", "1 attack.on x.toml:3",
                                          "2 noise.copies --set noise.copies=4"));
}

TEST(Config, SaysAnyValueAsPlainText) {
  const Config config = read("noise.sigma = 0.5\ntrain.method = 'macer'\noptimizer.milestones = [5, 10]");
  EXPECT_EQ(config.plain_text("noise.sigma"), "0.5");
  EXPECT_EQ(config.plain_text("noise.copies"), "1");
  EXPECT_EQ(config.plain_text("train.method"), "macer");
  EXPECT_EQ(config.plain_text("attack.on"), "false");
  EXPECT_EQ(config.plain_text("optimizer.milestones"), "[5, 10]");
}

TEST(Config, NamesTheNearestKeyOfAnUnknownOne) {
  EXPECT_EQ(message_of("[noise]\n\nsgima = 0.5"),
            "x.toml:3: unknown key 'noise.sgima'; did you mean 'noise.sigma'?");
  EXPECT_EQ(message_of("[nosie]\nsigma = 0.5"),
            "x.toml:2: unknown key 'nosie.sigma'; did you mean 'noise.sigma'?");
  EXPECT_EQ(message_of("sigma = 0.5"), "x.toml:1: unknown key 'sigma'; did you mean 'noise.sigma'?");
  EXPECT_EQ(message_of("[train]\nmomentum = 0.5"),
            "x.toml:2: unknown key 'train.momentum'; did you mean 'optimizer.momentum'?");
  EXPECT_EQ(message_of("noise = 0.5"), "x.toml:1: unknown key 'noise'; did you mean 'noise.sigma'?");
  EXPECT_EQ(message_of("[atack]"), "x.toml:1: unknown key 'atack'; did you mean 'attack.on'?");
  EXPECT_EQ(message_of("[attack.norm.kind]\na = 1"),
            "x.toml:1: attack.norm is a table, expected one of l2, linf");
  EXPECT_EQ(message_of("[[attack]]\non = true"), "x.toml:1: unknown key 'attack'; did you mean 'attack.on'?");
}

TEST(Config, TakesAnEmptyTableOfKnownSettings) {
  EXPECT_EQ(message_of(kSigma + "[attack]"), "no error");
}

TEST(Config, SaysWhatWasFoundAndWhatWasExpected) {
  EXPECT_EQ(message_of("noise.sigma = 0"), "x.toml:1: noise.sigma is 0, expected a number above 0");
  EXPECT_EQ(message_of("noise.sigma = '0.5'"), "x.toml:1: noise.sigma is '0.5', expected a number above 0");
  EXPECT_EQ(message_of("[noise]\ncopies = 0"),
            "x.toml:2: noise.copies is 0, expected a whole number of at least 1");
  EXPECT_EQ(message_of("[noise]\ncopies = 2.0"),
            "x.toml:2: noise.copies is 2.0, expected a whole number of at least 1");
  EXPECT_EQ(message_of("train.method = 3"), "x.toml:1: train.method is 3, expected text in quotes");
  EXPECT_EQ(message_of("optimizer.momentum = 1"),
            "x.toml:1: optimizer.momentum is 1, expected a number in [0, 1)");
  EXPECT_EQ(message_of("optimizer.momentum = -0.5"),
            "x.toml:1: optimizer.momentum is -0.5, expected a number in [0, 1)");
  EXPECT_EQ(message_of("optimizer.milestones = 5"),
            "x.toml:1: optimizer.milestones is 5, expected a list of whole numbers, each of at least 0");
  EXPECT_EQ(
      message_of("optimizer.milestones = [5, -1]"),
      "x.toml:1: optimizer.milestones is [ 5, -1 ], expected a list of whole numbers, each of at least 0");
  EXPECT_EQ(message_of("attack.on = 1"), "x.toml:1: attack.on is 1, expected true or false");
  EXPECT_EQ(message_of("attack.norm = 'l1'"), "x.toml:1: attack.norm is 'l1', expected one of l2, linf");
  EXPECT_EQ(message_of("attack.on = 2020-01-02"),
            "x.toml:1: attack.on is 2020-01-02, expected true or false");
}

TEST(Config, RefusesNumbersThatAreNotFinite) {
  EXPECT_EQ(message_of("optimizer.offset = nan"),
            "x.toml:1: optimizer.offset is nan, expected a finite number");
  EXPECT_EQ(message_of("optimizer.offset = inf"),
            "x.toml:1: optimizer.offset is inf, expected a finite number");
  EXPECT_EQ(message_of("noise.sigma = inf"), "x.toml:1: noise.sigma is inf, expected a number above 0");
}

TEST(Config, NamesTheLineOfSyntaxErrorsAndDuplicateKeys) {
  EXPECT_THAT(message_of("[noise]\nsigma = "), testing::StartsWith("x.toml:2: "));
  EXPECT_THAT(message_of("[noise]\nsigma = 0.5\nsigma = 0.6"),
              testing::AllOf(testing::StartsWith("x.toml:3: "), testing::HasSubstr("sigma")));
}

TEST(Config, AsksForWhatHasNoDefault) {
  EXPECT_EQ(
      message_of(""),
      "x.toml: noise.sigma is not set and has no default, expected a number above 0 (noise level); set it "
      "there or with --set noise.sigma=VALUE");
}

TEST(ConfigOverride, ReadsEveryKind) {
  const Config config = read("", {"noise.sigma=0.5", "noise.copies = 4", "train.method=macer",
                                  "attack.on=true", "optimizer.milestones=[6, 8]", "attack.norm=\"linf\""});
  const auto example = config.read<Example>();
  EXPECT_EQ(example.sigma, 0.5);
  EXPECT_EQ(example.copies, 4);
  EXPECT_EQ(example.method, "macer");
  EXPECT_TRUE(example.on);
  EXPECT_EQ(example.norm, "linf");
  EXPECT_THAT(example.milestones, testing::ElementsAre(6, 8));
}

TEST(ConfigOverride, TakesTextAsItIs) {
  EXPECT_EQ(read(kSigma, {"train.method=a=b/c d.toml"}).read<Example>().method, "a=b/c d.toml");
  EXPECT_EQ(read(kSigma, {"train.method=3"}).read<Example>().method, "3");
  EXPECT_EQ(read(kSigma, {"train.method="}).read<Example>().method, "");
  EXPECT_EQ(read(kSigma, {"train.method='x'"}).read<Example>().method, "x");
}

TEST(ConfigOverride, IsNamedInMessages) {
  EXPECT_EQ(message_of(kSigma, {"noise.sgima=0.5"}),
            "--set noise.sgima=0.5: unknown key 'noise.sgima'; did you mean 'noise.sigma'?");
  EXPECT_EQ(message_of(kSigma, {"noise.sigma=-1"}),
            "--set noise.sigma=-1: noise.sigma is -1, expected a number above 0");
  EXPECT_EQ(message_of(kSigma, {"noise.sigma=high"}),
            "--set noise.sigma=high: noise.sigma is 'high', expected a number above 0");
  EXPECT_EQ(
      message_of(kSigma, {"noise.copies=2\nnoise.sigma=1"}),
      "--set noise.copies=2?noise.sigma=1: noise.copies is '2?noise.sigma=1', expected a whole number of at "
      "least 1");
  EXPECT_EQ(message_of(kSigma, {"attack.norm=l1"}),
            "--set attack.norm=l1: attack.norm is 'l1', expected one of l2, linf");
  EXPECT_EQ(message_of(kSigma, {"noise.sigma"}),
            "--set noise.sigma: no '=', expected KEY=VALUE, for example noise.sigma=VALUE");
}

TEST(Config, AsTomlReadsBackAsTheSameConfiguration) {
  const Config config =
      read("[noise]\nsigma = 0.1\ncopies = 7\n[optimizer]\nmilestones = [1, 2]\noffset = 1e22",
           {"train.method=quote \" back \\ tab \t ü", "attack.on=true"});
  const std::string toml = config.to_toml();
  const Config again = read(toml);
  const auto example = again.read<Example>();
  EXPECT_EQ(again.to_toml(), toml);
  EXPECT_EQ(example.sigma, 0.1);
  EXPECT_EQ(example.offset, 1e22);
  EXPECT_EQ(example.method, "quote \" back \\ tab \t ü");
  EXPECT_TRUE(example.on);
  EXPECT_THAT(toml, testing::StartsWith(
                        "[noise]\n# noise level\nsigma = 0.1\n# noise copies\ncopies = 7\n\n[train]\n"));
}

TEST(Config, WritesKeysWithoutATableFirst) {
  const Config config({{.name = "a.b", .kind = Kind::kInteger, .help = "inner", .default_text = "1"},
                       {.name = "c", .kind = Kind::kInteger, .help = "outer", .default_text = "2"}},
                      {}, {});
  EXPECT_EQ(config.to_toml(), "# outer\nc = 2\n\n[a]\n# inner\nb = 1\n");
  EXPECT_EQ(config.to_toml({"a.b"}), "# outer\nc = 2\n");
}

TEST(Config, GuardsItsSchemaAndItsCallers) {
  EXPECT_THROW(Config({{.name = "a", .default_text = "1"}, {.name = "a", .default_text = "1"}}, {}, {}),
               std::logic_error);
  EXPECT_THROW(Config({{.name = "a", .kind = Kind::kInteger, .default_text = "0", .low = 1}}, {}, {}),
               std::logic_error);
  EXPECT_THROW(read(kSigma).integer("noise.sigma"), std::logic_error);
  EXPECT_THROW(read(kSigma).real("noise.none"), std::logic_error);
}

TEST(TakeTexts, LeavesTheLinesOfTheRest) {
  ConfigText text{"x.toml", "# top\ninclude = 'base.toml'  # why\n[noise]\nsgima = 1\n"};
  EXPECT_THAT(take_texts(text, "include"), testing::ElementsAre("base.toml"));
  EXPECT_EQ(text.content, "# top\n\n[noise]\nsgima = 1\n");
  EXPECT_THAT(take_texts(text, "include"), testing::IsEmpty());
}

TEST(TakeTexts, TakesAListOverSeveralLines) {
  ConfigText text{"x.toml", "include = [\n  'a',\n  'b',\n]\nc = 1"};
  EXPECT_THAT(take_texts(text, "include"), testing::ElementsAre("a", "b"));
  EXPECT_EQ(text.content, "\n\n\n\nc = 1");
}

TEST(TakeTexts, RefusesOtherValuesAndSyntaxErrors) {
  ConfigText number{"x.toml", "\ninclude = 3"};
  EXPECT_THAT([&] { take_texts(number, "include"); },
              testing::ThrowsMessage<Error>(
                  "x.toml:2: include is 3, expected text in quotes or a list of texts in quotes"));
  ConfigText mixed{"x.toml", "include = ['a', 3]"};
  EXPECT_THAT(
      [&] { take_texts(mixed, "include"); },
      testing::ThrowsMessage<Error>(testing::StartsWith("x.toml:1: include is [ 'a', 3 ], expected ")));
  ConfigText broken{"x.toml", "a = 1\na = 2"};
  EXPECT_THAT([&] { take_texts(broken, "include"); },
              testing::ThrowsMessage<Error>(testing::StartsWith("x.toml:2: ")));
}

TEST(PlainValues, HaveListsOfAnyNumbersOnOneLine) {
  // toml++ takes the logarithm of each to find out where to break lines.
  const auto values =
      plain_values({"x.toml", "a = [nan, -inf, 0.05, 1e-300, 0]\nb = [[], ['x'], {c = 0.01}]"});
  EXPECT_EQ(values.at("a"), "[ nan, -inf, 0.05, 1e-300, 0 ]");
  EXPECT_EQ(values.at("b"), "[ [], [ 'x' ], { c = 0.01 } ]");
  std::string many = "a = [1";
  for (int i = 0; i < 100; ++i) many += ", 1";
  EXPECT_EQ(plain_values({"x.toml", many + ']'}).at("a").find('\n'), std::string::npos);
}

TEST(PlainValues, AreAllValuesByTheirKeys) {
  const auto values = plain_values(
      {"x.toml",
       "top = true\n[noise]\nsigma = 0.50\ncopies = 4\n[train]\nmethod = 'easy-focus'\nat = [60, 80]"});
  EXPECT_THAT(values,
              testing::ElementsAre(testing::Pair("noise.copies", "4"), testing::Pair("noise.sigma", "0.5"),
                                   testing::Pair("top", "true"), testing::Pair("train.at", "[ 60, 80 ]"),
                                   testing::Pair("train.method", "easy-focus")));
  EXPECT_THAT(
      [] {
        plain_values({"x.toml", "a = 1\na = 2"});
      },
      testing::ThrowsMessage<Error>(testing::StartsWith("x.toml:2: ")));
}

}  // namespace
}  // namespace certus
