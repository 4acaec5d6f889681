#include "certus/base/parameters.h"

#include <gmock/gmock.h>

#include "certus/base/config.h"
#include "certus/base/error.h"

namespace certus {
namespace {

using Kind = Parameter::Kind;
using Names = Parameters::Names;

enum class Norm { kL2, kLinf };

struct Search {
  bool verbose = false;
  std::int64_t steps = 10;
  double step_size = 0.25;
  std::string name = "first";
  std::filesystem::path file = "a/b.tsv";
  std::vector<std::int64_t> epochs{3, 5};
  Norm norm = Norm::kLinf;

  void describe(Parameters& p) {
    p.table("search");
    p.add("verbose", verbose, "say more");
    p.add("steps", steps, "steps of the search").in(1, 1000);
    p.add("step_size", step_size, "length of a step").above(0).below(2);
    p.add("name", name, "what it is called");
    p.add("file", file, "where it is");
    p.add("epochs", epochs, "when it is").at_least(0);
    p.add_choice<Norm>("norm", norm, {{"l2", Norm::kL2}, {"linf", Norm::kLinf}}, "what is measured")
        .only_if("search.verbose", "false");
  }
};

struct Absent {
  std::optional<std::int64_t> steps;
  std::optional<double> width;
  std::optional<std::string> name;
  std::optional<Norm> norm;
  std::vector<std::string> labels;

  void describe(Parameters& p) {
    p.add("steps", steps, "steps");
    p.add("width", width, "width");
    p.add("name", name, "name");
    p.add_choice<Norm>("norm", norm, {{"l2", Norm::kL2}, {"linf", Norm::kLinf}}, "norm");
    p.add("labels", labels, "labels");
  }
};

template <class Struct>
std::vector<Parameter> options_of() {
  Struct object{};
  Parameters parameters(Names::kOptions);
  object.describe(parameters);
  return parameters.descriptions();
}

template <class Member>
auto each(const std::vector<Parameter>& all, Member member) {
  std::vector<std::remove_cvref_t<decltype(all.front().*member)>> found;
  for (const Parameter& one : all) found.push_back(one.*member);
  return found;
}

TEST(Parameters, HaveTheKindsOfTheirFields) {
  EXPECT_THAT(each(settings_of<Search>(), &Parameter::kind),
              testing::ElementsAre(Kind::kFlag, Kind::kInteger, Kind::kReal, Kind::kText, Kind::kText,
                                   Kind::kIntegers, Kind::kChoice));
  EXPECT_THAT(each(options_of<Absent>(), &Parameter::kind),
              testing::ElementsAre(Kind::kInteger, Kind::kReal, Kind::kText, Kind::kChoice, Kind::kTexts));
}

TEST(Parameters, HaveTheValuesOfTheirFieldsAsDefaults) {
  EXPECT_THAT(each(settings_of<Search>(), &Parameter::default_text),
              testing::ElementsAre("false", "10", "0.25", "first", "a/b.tsv", "[3, 5]", "linf"));
}

TEST(Parameters, HaveNoDefaultsWhereFieldsAreEmpty) {
  EXPECT_THAT(each(options_of<Absent>(), &Parameter::default_text), testing::Each(""));
  EXPECT_EQ(options_of<Search>().front().default_text, "") << "an option without a value is given or not";
}

TEST(Parameters, AreNamedAsOptionsOrAsSettings) {
  EXPECT_THAT(each(settings_of<Search>(), &Parameter::name),
              testing::ElementsAre("search.verbose", "search.steps", "search.step_size", "search.name",
                                   "search.file", "search.epochs", "search.norm"));
  EXPECT_THAT(
      each(options_of<Search>(), &Parameter::name),
      testing::ElementsAre("--verbose", "--steps", "--step-size", "--name", "--file", "--epochs", "--norm"));
  EXPECT_THAT(each(settings_of<Absent>(), &Parameter::name),
              testing::ElementsAre("steps", "width", "name", "norm", "labels"));
}

TEST(Parameters, SayWhatTheyExpect) {
  std::vector<std::string> expected;
  for (const Parameter& one : settings_of<Search>()) expected.push_back(expected_text(one));
  EXPECT_THAT(expected,
              testing::ElementsAre("true or false", "a whole number in [1, 1000]", "a number in (0, 2)",
                                   "text in quotes", "text in quotes",
                                   "a list of whole numbers, each of at least 0", "one of l2, linf"));
  const std::vector<Parameter> free = settings_of<Absent>();
  EXPECT_EQ(expected_text(free[0]), "a whole number");
  EXPECT_EQ(expected_text(free[1]), "a finite number");
}

TEST(Parameters, KnowTheirRanges) {
  const std::vector<Parameter> all = settings_of<Search>();
  const Parameter &steps = all[1], &step_size = all[2];
  EXPECT_FALSE(is_in_range(steps, 0));
  EXPECT_TRUE(is_in_range(steps, 1));
  EXPECT_TRUE(is_in_range(steps, 1000));
  EXPECT_FALSE(is_in_range(steps, 1001));
  EXPECT_FALSE(is_in_range(step_size, 0));
  EXPECT_TRUE(is_in_range(step_size, 1e-300));
  EXPECT_FALSE(is_in_range(step_size, 2));
  EXPECT_FALSE(is_in_range(Parameter{}, std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(is_in_range(Parameter{}, std::numeric_limits<double>::quiet_NaN()));
}

TEST(Parameters, KeepWhatCompletesTheirDescription) {
  const Parameter norm = settings_of<Search>().back();
  EXPECT_EQ(norm.help, "what is measured");
  EXPECT_THAT(norm.choices, testing::ElementsAre("l2", "linf"));
  ASSERT_EQ(norm.read_if.size(), 1U);
  EXPECT_EQ(norm.read_if[0].name, "search.verbose");
  EXPECT_EQ(norm.read_if[0].value, "false");

  std::int64_t count = 7;
  Parameters parameters(Names::kOptions);
  parameters.group("Search");
  parameters.add("count", count, "how many").shown_as("N").letter('c').usually("all").rarely();
  const Parameter rare = parameters.descriptions().front();
  EXPECT_EQ(rare.group, "Search");
  EXPECT_EQ(rare.value_name, "N");
  EXPECT_EQ(rare.short_name, "-c");
  EXPECT_EQ(rare.default_text, "all");
  EXPECT_FALSE(rare.is_everyday);
  EXPECT_FALSE(rare.required);
  parameters.add("other", count, "to be given").must_be_given();
  EXPECT_TRUE(parameters.descriptions().back().required);
  EXPECT_EQ(parameters.descriptions().back().default_text, "");
}

TEST(Parameters, AssignValuesToTheirFields) {
  Absent object;
  Parameters parameters(Names::kOptions);
  object.describe(parameters);
  parameters.assign("--steps", std::int64_t{4});
  parameters.assign("--width", 0.5);
  parameters.assign("--norm", std::string("linf"));
  parameters.assign("--labels", std::vector<std::string>{"a", "b"});
  EXPECT_EQ(object.steps, 4);
  EXPECT_EQ(object.width, 0.5);
  EXPECT_EQ(object.name, std::nullopt);
  EXPECT_EQ(object.norm, Norm::kLinf);
  EXPECT_THAT(object.labels, testing::ElementsAre("a", "b"));
  EXPECT_THROW(parameters.assign("--none", std::int64_t{4}), std::logic_error);
}

TEST(Parameters, OfAFormOfTheirOwnAreReadWithTheirNames) {
  std::vector<std::string> parts;
  Parameters options(Names::kOptions);
  const auto read = [](const std::string& text, const std::string& name) {
    if (text == "bad") fail(ErrorKind::kConfig, name, " is bad");
    return std::vector<std::string>{text, "end"};
  };
  options.add_parsed("form_of_its_own", parts, read, "parts").usually("none");
  EXPECT_EQ(options.descriptions().at(0).kind, Kind::kText);
  EXPECT_EQ(options.descriptions().at(0).default_text, "none");
  options.assign("--form-of-its-own", std::string("begin"));
  EXPECT_THAT(parts, testing::ElementsAre("begin", "end"));
  try {
    options.assign("--form-of-its-own", std::string("bad"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--form-of-its-own is bad");
  }
}

TEST(Parameters, AFlagGivesItsFieldAValue) {
  Norm norm = Norm::kL2;
  Parameters options(Names::kOptions);
  options.add_flag("max", norm, Norm::kLinf, "largest instead of sum");
  EXPECT_EQ(options.descriptions().at(0).kind, Kind::kFlag);
  EXPECT_EQ(options.descriptions().at(0).default_text, "");
  options.assign("--max", false);
  EXPECT_EQ(norm, Norm::kL2);
  options.assign("--max", true);
  EXPECT_EQ(norm, Norm::kLinf);
}

TEST(Parameters, RefuseANameTwice) {
  std::int64_t one = 1, two = 2;
  Parameters parameters(Names::kSettings);
  parameters.table("a");
  parameters.add("steps", one, "first");
  EXPECT_THROW(parameters.add("steps", two, "second"), std::logic_error);
  parameters.table("b");
  EXPECT_NO_THROW(parameters.add("steps", two, "of another table"));
}

TEST(Parameters, GiveAConfigurationBackAsTheirStruct) {
  const auto usual = Config(settings_of<Search>(), {}, {}).read<Search>();
  EXPECT_FALSE(usual.verbose);
  EXPECT_EQ(usual.steps, 10);
  EXPECT_EQ(usual.step_size, 0.25);
  EXPECT_EQ(usual.name, "first");
  EXPECT_EQ(usual.file, "a/b.tsv");
  EXPECT_THAT(usual.epochs, testing::ElementsAre(3, 5));
  EXPECT_EQ(usual.norm, Norm::kLinf);

  const ConfigText text{.name = "x.toml",
                        .content =
                            "[search]\nverbose = true\nsteps = 3\nstep_size = 1\nname = 'second'\n"
                            "file = 'c.tsv'\nepochs = []\nnorm = 'l2'\n"};
  const Config config(settings_of<Search>(), {text}, {});
  const Config again(settings_of<Search>(), {{.name = "again.toml", .content = config.to_toml()}}, {});
  const auto search = again.read<Search>();
  EXPECT_TRUE(search.verbose);
  EXPECT_EQ(search.steps, 3);
  EXPECT_EQ(search.step_size, 1.0);
  EXPECT_EQ(search.name, "second");
  EXPECT_EQ(search.file, "c.tsv");
  EXPECT_THAT(search.epochs, testing::IsEmpty());
  EXPECT_EQ(search.norm, Norm::kL2);
}

}  // namespace
}  // namespace certus
