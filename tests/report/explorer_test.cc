#include "certus/report/explorer.h"

#include <set>

#include "certus/base/error.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/report/explorer_data.h"
#include "certus/report/explorer_frame.h"
#include "certus/report/packed_votes.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kFrame = "<script type=\"application/json\">{{data}}</script><p>{{data}} is gone</p>";

LoadedLog loaded_log(const std::string& path, const std::vector<std::int64_t>& votes, std::int64_t n = 1000) {
  LoadedLog loaded;
  loaded.log = test::log_of_votes(votes, n, 600);
  loaded.log.path = path;
  loaded.sigma = {0.5, Source::kPath};
  loaded.n = {n, Source::kRecord};
  loaded.alpha = {0.001, Source::kOption};
  return loaded;
}

ExplorerOptions options() {
  return {.title = "Title", .command = "certus report x", .confidence = 0.9, .radii = {0.0, 0.5}};
}

Json data_of(const std::vector<LoadedLog>& logs) {
  return explorer_data(logs, std::vector<AuditResult>(logs.size()), options());
}

/// What a browser finds in the script element.
Json read_back(const std::string& page) {
  const std::size_t begin = page.find('>') + 1;
  return Json::parse(page.substr(begin, page.find("</script") - begin));
}

TEST(Explorer, DataSayWhatTheLogsSay) {
  LoadedLog first = loaded_log("m/ours/noise_0.5.tsv", {900, 900, 500});
  first.log.label = {3, 1, 3};
  first.log.predicted = {3, 1, CertificationLog::kAbstained};
  first.manifest = RunManifest{.model = "network.onnx"};
  first.notes = {"a note"};
  LoadedLog second = loaded_log("m/other/noise_0.5.tsv", {700, 700, 700});
  second.log.label = second.log.predicted = first.log.label;
  std::vector<AuditResult> audits(2);
  audits[1].findings = {{"some-code", "some message"}};
  const Json data = explorer_data(std::vector{first, second}, audits, options());
  EXPECT_EQ(data["format"], 2);
  EXPECT_EQ(data["certus"], certus_version());
  EXPECT_EQ(data["title"], "Title");
  EXPECT_EQ(data["command"], "certus report x");
  EXPECT_EQ(data["confidence"], 0.9);
  const Json& log = data["logs"][0];
  EXPECT_EQ(log["path"], "m/ours/noise_0.5.tsv");
  EXPECT_EQ(log["method"], "ours");
  EXPECT_EQ(log["sigma"], 0.5);
  EXPECT_EQ(log["n"], 1000);
  EXPECT_EQ(log["alpha"], 0.001);
  EXPECT_EQ(log["sources"], (Json{{"sigma", "path"}, {"n", "record"}, {"alpha", "option"}}));
  EXPECT_EQ(log["images"], 3);
  EXPECT_EQ(log["abstained"], 1);
  EXPECT_EQ(log["logged"]["accuracy"][0], (Json{{"radius", 0.0}, {"value", 2.0 / 3.0}}));
  EXPECT_EQ(log["logged"]["acr"], 0.0);
  ASSERT_EQ(log["classes"].size(), 2u);
  EXPECT_EQ(log["classes"][0], (Json{{"label", 1},
                                     {"images", 1},
                                     {"votes", packed_votes(std::vector<PaDistribution::Group>{{900, 1}})},
                                     {"unknownAbstained", 0},
                                     {"unknownOther", 0}}));
  EXPECT_EQ(log["classes"][1]["votes"], packed_votes(std::vector<PaDistribution::Group>{{500, 1}, {900, 1}}));
  EXPECT_EQ(log["rounding"], nullptr);
  EXPECT_EQ(log["notes"], Json::array({"a note"}));
  EXPECT_EQ(log["manifest"]["model"], "network.onnx");
  EXPECT_EQ(data["logs"][1]["manifest"], nullptr);
  EXPECT_EQ(data["logs"][1]["findings"], Json::array({{{"code", "some-code"}, {"message", "some message"}}}));
  EXPECT_EQ(
      data["pairs"],
      (Json{
          {"relations", "x"}, {"verdicts", "?"}, {"crossings", Json::object()}, {"leads", Json::object()}}));
}

TEST(Explorer, LogsThatDifferBySeedAloneAreOneGroup) {
  const Json data = data_of({loaded_log("m/ours/seed-1/noise_0.5.tsv", {900, 900}),
                             loaded_log("m/ours/seed-2/noise_0.5.tsv", {800, 900}),
                             loaded_log("m/other_seed1/noise_0.5.tsv", {700, 700}),
                             loaded_log("m/other_seed2/noise_0.5.tsv", {700, 710}),
                             loaded_log("m/seedling1/noise_0.5.tsv", {700, 720})});
  std::vector<std::string> methods, seeds;
  std::vector<int> groups;
  for (const Json& log : data["logs"]) {
    methods.push_back(log["method"]);
    seeds.push_back(log["seed"]);
    groups.push_back(log["group"]);
  }
  EXPECT_THAT(methods, ElementsAre("ours", "ours", "other", "other", "seedling1"));
  EXPECT_THAT(seeds, ElementsAre("1", "2", "1", "2", ""));
  EXPECT_THAT(groups, ElementsAre(0, 0, 1, 1, 2));
  EXPECT_EQ(data["pairs"]["relations"], "++++++--");  // 10 pairs, less one in each of two groups
}

TEST(Explorer, SeedsAtOtherSigmasAreOtherGroupsOfTheSameMethod) {
  std::vector<LoadedLog> logs{
      loaded_log("m/a/seed=1/noise_0.5.tsv", {900}), loaded_log("m/a/seed=1/noise_0.25.tsv", {900}),
      loaded_log("m/a/seed=2/noise_0.25.tsv", {900}), loaded_log("m/b/noise_0.5.tsv", {900})};
  logs[1].sigma.value = logs[2].sigma.value = 0.25;
  const Json data = data_of(logs);
  EXPECT_EQ(data["logs"][0]["method"], "a");
  EXPECT_EQ(data["logs"][1]["method"], "a");
  EXPECT_EQ(data["logs"][3]["method"], "b");
  EXPECT_NE(data["logs"][0]["group"], data["logs"][1]["group"]);
  EXPECT_EQ(data["logs"][1]["group"], data["logs"][2]["group"]);
}

TEST(Explorer, AMethodHasOneColourAndOneMark) {
  std::vector<LoadedLog> logs;
  for (int i = 0; i < 9; ++i) {
    for (const char* sigma : {"0.25", "0.5"})
      logs.push_back(loaded_log(join_text("m", i, "/noise_", sigma, ".tsv"), {900}));
  }
  const Json data = data_of(logs)["logs"];
  std::set<std::pair<std::string, std::string>> looks;
  for (std::size_t i = 0; i < data.size(); i += 2) {
    EXPECT_EQ(data[i]["colour"], data[i + 1]["colour"]);
    EXPECT_EQ(data[i]["mark"], data[i + 1]["mark"]);
    looks.emplace(data[i]["colour"].get<std::string>(), data[i]["mark"].get<std::string>());
  }
  EXPECT_EQ(looks.size(), 9u);
  // Those of the figures of certus plot.
  const Json known =
      data_of({loaded_log("gaussian/noise_0.5.tsv", {900}), loaded_log("ours/noise_0.5.tsv", {900}),
               loaded_log("catrs/noise_0.5.tsv", {900})})["logs"];
  EXPECT_EQ(known[0]["colour"], "#0072B2");
  EXPECT_EQ(known[0]["mark"], "circle");
  EXPECT_EQ(known[1]["colour"], "#D55E00");
  EXPECT_EQ(known[1]["mark"], "square");
  EXPECT_EQ(known[2]["mark"], "open-square");
}

TEST(Explorer, NamesOfMethodsAndClassesAreThoseGiven) {
  ExplorerOptions named = options();
  named.methods = {"First", "Second"};
  named.class_names = {{"cat", "dog"}, {}};
  const Json data = explorer_data(std::vector{loaded_log("a.tsv", {900}), loaded_log("b.tsv", {900})},
                                  std::vector<AuditResult>(2), named);
  EXPECT_EQ(data["logs"][0]["method"], "First");
  EXPECT_EQ(data["logs"][1]["method"], "Second");
  EXPECT_EQ(data["logs"][0]["classNames"], Json::array({"cat", "dog"}));
  EXPECT_EQ(data["logs"][1]["classNames"], Json::array());
}

TEST(Explorer, WhereThePairedTestFindsACrossingIsSaid) {
  std::vector<std::int64_t> a, b;
  for (int i = 0; i < 100; ++i) {
    a.insert(a.end(), {550, 999});  // half of the images well, half hardly
    b.insert(b.end(), {800, 800});
  }
  const Json pairs = data_of({loaded_log("a.tsv", a), loaded_log("b.tsv", b)})["pairs"];
  EXPECT_EQ(pairs["relations"], "x");
  EXPECT_EQ(pairs["verdicts"], "x");
  ASSERT_EQ(pairs["crossings"]["0"].size(), 1u);
  const double from = pairs["crossings"]["0"][0][0];
  const double to = pairs["crossings"]["0"][0][1];
  EXPECT_TRUE(from < to && from > 0.55 && to < 0.999) << from << ' ' << to;
  ASSERT_EQ(pairs["leads"]["0"].size(), 3u);  // b leads from the first p that the images decide
  EXPECT_EQ(pairs["leads"]["0"][0], -1);
  EXPECT_GT(pairs["leads"]["0"][1], 0.55);
  EXPECT_EQ(pairs["leads"]["0"][2], from);
}

TEST(Explorer, UnknownVotesAreCountedByWhatTheLogSaysOfThem) {
  LoadedLog loaded = loaded_log("a.tsv", {900, -1, -1, -1});
  loaded.log.predicted = {0, CertificationLog::kAbstained, 4, 5};
  loaded.log.column_n.reset();
  loaded.log.radius = {0.6, 0.0, 0.3, 0.3};
  loaded.log.votes_of_radius = {{0.6, {895, 904}}};
  const Json log = data_of({loaded})["logs"][0];
  EXPECT_EQ(log["classes"][0]["images"], 4);
  EXPECT_EQ(log["classes"][0]["unknownAbstained"], 1);
  EXPECT_EQ(log["classes"][0]["unknownOther"], 2);
  EXPECT_EQ(log["rounding"]["least"], packed_votes(std::vector<PaDistribution::Group>{{895, 1}}));
  EXPECT_EQ(log["rounding"]["most"], packed_votes(std::vector<PaDistribution::Group>{{904, 1}}));
}

TEST(Explorer, StoppedImagesAreGivenByTheirN) {
  LoadedLog stopped = test::loaded_stopped("a.tsv", {{40, 40}, {20, 40}, {30, 40}, {700, 1000}});
  const Json data = data_of({stopped, test::loaded_votes("b.tsv", 0.5, {900, 900, 900, 900})});
  const Json& log = data["logs"][0];
  using Groups = std::vector<PaDistribution::Group>;
  EXPECT_EQ(log["classes"][0]["votes"],
            Json::array({{{"n", 40}, {"votes", packed_votes(Groups{{20, 1}, {30, 1}, {40, 1}})}},
                         {{"n", 1000}, {"votes", packed_votes(Groups{{700, 1}})}}}));
  const PaDistribution p_a(stopped.log, 1000);
  EXPECT_EQ(log["rounding"], nullptr);
  EXPECT_EQ(log["logged"]["acr"], nullptr);
  EXPECT_EQ(log["stopped"], (Json{{"meanDraws", 100 + 280.0},
                                  {"steps", 1'000'000},
                                  {"least", packed_votes(*p_a.least_groups())},
                                  {"most", packed_votes(*p_a.most_groups())},
                                  {"halfWidth", p_a.band_half_width(0.9)}}));
  EXPECT_FALSE(data["logs"][1].contains("stopped"));
  EXPECT_EQ(data["pairs"]["verdicts"], " ");
  EXPECT_EQ(data["warnings"].size(), 1u);
}

TEST(Explorer, TheBandForPaItselfIsRoundedOutward) {
  const LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, {900, 950, 1000, 1000, 400});
  const Json log = data_of({loaded})["logs"][0];
  const auto grid = log["paItself"]["p"].get<std::vector<double>>();
  ASSERT_EQ(grid.size(), 60u);
  EXPECT_EQ(grid.front(), 0.5);
  EXPECT_EQ(grid.back(), 1.0);
  const auto band = p_a_itself(PaDistribution(loaded.log, 1000), grid, 0.9);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    EXPECT_LE(log["paItself"]["lower"][i].get<double>(), band[i].lower);
    EXPECT_GE(log["paItself"]["upper"][i].get<double>(), band[i].upper);
    EXPECT_NEAR(log["paItself"]["lower"][i].get<double>(), band[i].lower, 1.1e-6);
    EXPECT_NEAR(log["paItself"]["upper"][i].get<double>(), band[i].upper, 1.1e-6);
  }
  EXPECT_FALSE(data_of({test::loaded_stopped("b.tsv", {{40, 40}})})["logs"][0].contains("paItself"));
  const std::vector<LoadedLog> many(25, loaded);  // a page of many logs does without
  EXPECT_FALSE(data_of(many)["logs"][0].contains("paItself"));
}

TEST(Explorer, PairsNeedOneSigmaAndTestsSharedImages) {
  LoadedLog a = loaded_log("a.tsv", {900, 900});
  LoadedLog b = loaded_log("b.tsv", {800, 800});
  LoadedLog c = loaded_log("c.tsv", {800, 700});
  b.sigma.value = 0.25;
  c.log.idx = {7, 8};
  const Json data = data_of({a, b, c});
  EXPECT_EQ(data["pairs"]["relations"], "+");  // of a and c
  EXPECT_EQ(data["pairs"]["verdicts"], " ");
  ASSERT_EQ(data["warnings"].size(), 1u);
  EXPECT_THAT(data["warnings"][0].get<std::string>(), HasSubstr("of which they share 0"));
}

TEST(Explorer, NothingInTheDataIsReadAsHtml) {
  for (const std::string hostile :
       {"</script><script>alert(1)</script>", "<!--<script>", "]]>", "<img src=x onerror=alert(1)>", "&lt;",
        "\"'`\\ {{data}} ${x}", "line\nfeed\ttab\x01\x7f", "\xe2\x80\xa8 and \xe2\x80\xa9",
        "=cmd|'/c calc'!A1"}) {
    LoadedLog loaded = loaded_log(hostile, {900});
    loaded.notes = {hostile};
    loaded.manifest = RunManifest{.model = hostile};
    const Json data = data_of({loaded});
    const std::string page = explorer_page(kFrame, data);
    const std::string inside = page.substr(32, page.find("</script>") - 32);
    for (const char* forbidden : {"<", ">", "&", "\xe2\x80\xa8", "\xe2\x80\xa9", "\n"})
      EXPECT_THAT(inside, Not(HasSubstr(forbidden))) << hostile;
    EXPECT_EQ(read_back(page), data) << hostile;
    EXPECT_THAT(page, ::testing::EndsWith("</script><p>{{data}} is gone</p>"));
  }
}

TEST(Explorer, InvalidUtf8IsReplaced) {
  for (const std::string odd : {"bad\xff.tsv", "cut\xe2\x80", "over\xc0\xaflong", "half\xed\xa0\x80"}) {
    LoadedLog loaded = loaded_log(odd, {900});
    loaded.notes = {odd};
    const Json back = read_back(explorer_page(kFrame, data_of({loaded})));
    EXPECT_THAT(back["logs"][0]["path"].get<std::string>(), HasSubstr("\xef\xbf\xbd"));
    EXPECT_THAT(back["logs"][0]["notes"][0].get<std::string>(), HasSubstr("\xef\xbf\xbd"));
  }
}

TEST(Explorer, FrameHasOnePlaceForTheData) {
  const std::string_view frame = explorer_frame();
  if (frame.empty()) GTEST_SKIP() << "built without the page: configure with -DCERTUS_EXPLORER=ON";
  EXPECT_THAT(std::string(frame.substr(0, 20)), HasSubstr("<!doctype html>"));
  const std::size_t place = frame.find("{{data}}");
  ASSERT_NE(place, std::string_view::npos);
  EXPECT_EQ(frame.find("{{data}}", place + 1), std::string_view::npos);
  EXPECT_EQ(frame.substr(frame.size() - 8), "</html>\n");
}

}  // namespace
}  // namespace certus
