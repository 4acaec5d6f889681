#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "certus/record/record_seal.h"
#include "certus/report/explorer_frame.h"
#include "support/program.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Report : public ::testing::Test {
 protected:
  void SetUp() override {
    if (explorer_frame().empty())
      GTEST_SKIP() << "built without the page: configure with -DCERTUS_EXPLORER=ON";
  }

  std::string simulate(const std::string& name, const std::string& population,
                       const std::vector<std::string>& more = {}, const std::string& images = "300") {
    const std::string path = (dir_ / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::vector<std::string> words{"simulate", "--population", population, "--images", images,
                                   "--sigma",  "0.5",          "-o",       path};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return path;
  }

  std::string page_path() const { return (dir_ / "page.html").string(); }

  /// The data in the page that these words write.
  json data_of(std::vector<std::string> words) {
    words.insert(words.begin(), "report");
    words.insert(words.end(), {"-o", page_path(), "--force"});
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string page = content_of(page_path());
    const std::string mark = "id=\"certus-data\">";
    const std::size_t begin = page.find(mark) + mark.size();
    return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  }

  test::TempDir dir_;
};

TEST_F(Report, WritesOnePageAndSaysSoInOneLine) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:7,2");
  const Outcome outcome = certus_run({"report", a, b, "-o", page_path()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("Wrote " + page_path() + ": 2 logs, "));
  EXPECT_THAT(outcome.out, EndsWith("MB; open it in a browser, it needs no network\n"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(content_of(page_path()), StartsWith("<!doctype html>"));
  EXPECT_THAT(content_of(page_path()), EndsWith("</html>\n"));
}

TEST_F(Report, SaysTheSameAsEvaluateCompareAndAudit) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:7,2", {"--style", "field"});
  const json data = data_of({a, b, "--confidence", "0.9"});
  const json evaluated = certus_run({"evaluate", a, b, "--format", "json"}).parsed();
  const json audited = certus_run({"audit", a, b, "--format", "json"}).parsed();
  for (std::size_t i = 0; i < 2; ++i) {
    const json& log = data["logs"][i];
    for (const char* key : {"sigma", "n", "alpha", "sources", "notes"})
      EXPECT_EQ(log[key], evaluated[i][key]) << key;
    EXPECT_EQ(log["images"], evaluated[i]["rows"]);
    EXPECT_EQ(log["abstained"], evaluated[i]["abstentions"]);
    EXPECT_EQ(log["logged"]["acr"], evaluated[i]["acr"]);
    ASSERT_EQ(log["logged"]["accuracy"].size(), evaluated[i]["certified_accuracy"].size());
    for (std::size_t r = 0; r < log["logged"]["accuracy"].size(); ++r) {
      const json& expected = evaluated[i]["certified_accuracy"][r];
      EXPECT_EQ(log["logged"]["accuracy"][r],
                (json{{"radius", expected["radius"]}, {"value", expected["value"]}}));
    }
    EXPECT_EQ(log["findings"], audited[i]["findings"]);
  }
  EXPECT_TRUE(data["logs"][0]["rounding"].is_null());
  EXPECT_TRUE(data["logs"][1]["rounding"].is_object());
  EXPECT_EQ(data["logs"][0]["manifest"]["n"], 100'000);
  EXPECT_EQ(data["confidence"], 0.9);
  const json compared =
      certus_run({"compare", a, b, "--confidence", "0.9", "--format", "json"}).parsed()["pairs"][0];
  const std::map<std::string, std::string> relations{
      {"better", "+"}, {"worse", "-"}, {"equal", "="}, {"crosses", "x"}};
  const std::map<std::string, std::string> verdicts{
      {"dominates", "+"}, {"dominated", "-"}, {"crosses", "x"}, {"undecided", "?"}};
  EXPECT_EQ(data["pairs"]["relations"], relations.at(compared["relation"]));
  EXPECT_EQ(data["pairs"]["verdicts"], verdicts.at(compared["paired_test"]["verdict"]));
  EXPECT_EQ(data["pairs"]["crossings"].value("0", json::array()), compared["paired_test"]["crossings"]);
}

TEST_F(Report, LabelsNameMethodsAndStayInTheCommand) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:7,2");
  const json data = data_of({a, b, "--label", "a=Our method", "--label", "b=Theirs"});
  EXPECT_EQ(data["logs"][0]["method"], "Our method");
  EXPECT_EQ(data["logs"][1]["method"], "Theirs");
  EXPECT_THAT(data["command"].get<std::string>(), HasSubstr(" --label 'a=Our method' --label b=Theirs"));
  const Outcome refused = certus_run({"report", a, b, "-o", page_path(), "--force", "--label", "c=x"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("--label is 'c=x', expected NAME=TEXT with one of a, b"));
}

TEST_F(Report, SeedsAreOneMethod) {
  const std::string a = simulate("a/seed-1/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("a/seed-2/noise_0.5.tsv", "beta:8,2", {"--seed", "2"});
  const std::string c = simulate("b/noise_0.5.tsv", "beta:7,2");
  const json data = data_of({a, b, c, "--label", "a=Ours"});
  EXPECT_EQ(data["logs"][0]["method"], "Ours");
  EXPECT_EQ(data["logs"][1]["method"], "Ours");
  EXPECT_EQ(data["logs"][0]["group"], data["logs"][1]["group"]);
  EXPECT_EQ(data["logs"][1]["seed"], "2");
  EXPECT_EQ(data["pairs"]["relations"].get<std::string>().size(), 2u);
}

TEST_F(Report, ClassesHaveTheNamesOfTheirDataSet) {
  const std::string log = simulate("x/noise_0.5.tsv", "beta:8,2");
  EXPECT_EQ(data_of({log})["logs"][0]["classNames"], json::array());  // simulated images have none
  EXPECT_EQ(data_of({log, "--data", "cifar10"})["logs"][0]["classNames"][0], "airplane");
  EXPECT_EQ(data_of({log, "--data", "imagenet"})["logs"][0]["classNames"], json::array());  // numbers only
  for (int i = 9; i >= 0; --i)
    std::filesystem::create_directories(dir_ / "ten" / ("kind" + std::to_string(i)));
  const json folder = data_of({log, "--data", (dir_ / "ten").string()});
  EXPECT_EQ(folder["logs"][0]["classNames"][4], "kind4");
  std::filesystem::remove(dir_ / "ten" / "kind9");
  const Outcome few =
      certus_run({"report", log, "-o", page_path(), "--force", "--data", (dir_ / "ten").string()});
  EXPECT_EQ(few.code, 1);
  EXPECT_THAT(few.err, HasSubstr("a label is 9, but " + (dir_ / "ten").string() + " has 9 classes"));
  const std::string foreign = simulate("cifar10/a/noise_0.5.tsv", "beta:8,2", {"--style", "field"});
  EXPECT_EQ(data_of({foreign})["logs"][0]["classNames"][8], "ship");
  EXPECT_THAT(certus_run({"report", log, "-o", page_path(), "--force", "--data", "cifar11"}).err,
              HasSubstr("'cifar11' is neither a known data set"));
}

TEST_F(Report, TakesOtherBudgetsAndImagesAndWarns) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:8,2", {"--n", "1000"});
  const json warnings = data_of({a, b})["warnings"];
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0].get<std::string>(), HasSubstr("was certified with n = 1000"));
  EXPECT_EQ(data_of({a})["warnings"], json::array());
}

TEST_F(Report, NamesTheCommandThatMakesItAgain) {
  const std::string plain = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string odd = simulate("it's $HOME; `x`/noise_0.5.tsv", "beta:8,2");
  const json data = data_of({plain, odd, "--title", "Two words", "--confidence", "0.9"});
  const std::string quoted = "'" + (dir_ / "it'\\''s $HOME; `x`/noise_0.5.tsv'").string();
  EXPECT_EQ(data["command"], "certus report " + plain + ' ' + quoted + " -o " + page_path() +
                                 " --title 'Two words' --confidence 0.9");
  EXPECT_EQ(data["title"], "Two words");
}

TEST_F(Report, ReplacesNothingUnlessToldTo) {
  const std::string a = simulate("a.tsv", "beta:8,2");
  dir_.write("page.html", "mine");
  const Outcome refused = certus_run({"report", a, "-o", page_path()});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("exists"));
  EXPECT_EQ(content_of(page_path()), "mine");
  EXPECT_EQ(certus_run({"report", a, "-o", page_path(), "--force"}).code, 0);
  const std::string before = content_of(a);
  EXPECT_THAT(certus_run({"report", a, "-o", a, "--force"}).err, HasSubstr("is one of the inputs"));
  EXPECT_EQ(content_of(a), before);
}

TEST_F(Report, TellsBadInputInOneLineAsCompareDoes) {
  const std::string a = simulate("a.tsv", "beta:8,2");
  const std::string prediction =
      dir_.write("prediction.tsv", "idx\tlabel\tpredict\tcorrect\n0\t1\t1\t1\n1\t2\t-1\t0\n").string();
  const std::string no_sigma =
      dir_.write("unknown.tsv", "idx\tlabel\tpredict\tradius\tcorrect\ttime\n0\t1\t1\t0.5\t1\t0\n").string();
  for (const auto& [logs, expected] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{a, prediction}, "a prediction log has no radii to compare"},
           {{a, no_sigma}, "sigma is unknown; give --sigma"},
           {{a, a}, "is given twice"},
           {{a, (dir_ / "none.tsv").string()}, "none.tsv: cannot be opened"}}) {
    std::vector<std::string> words = {"compare", "--mixed"};
    words.insert(words.end(), logs.begin(), logs.end());
    const std::string compared = certus_run(words).err;
    words = {"report", "-o", page_path()};
    words.insert(words.end(), logs.begin(), logs.end());
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(expected));
    EXPECT_EQ(outcome.err, compared);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_FALSE(std::filesystem::exists(page_path()));
}

TEST_F(Report, HostileNamesAndContentsStayText) {
  const std::string hostile = "<img src=x onerror=alert(1)>\xe2\x80\xa8\xff&\"";
  const std::string log = simulate(hostile + "/noise_0.5.tsv", "beta:8,2");
  const std::string other = simulate("b/noise_0.5.tsv", "beta:7,2");
  // A manifest is a file like others: anybody may have written it.
  unseal_record(other);
  std::string manifest = content_of(dir_ / "b/noise_0.5.json");
  const std::size_t model = manifest.find("\"model\": \"") + 10;
  manifest.insert(model, "</script><script>alert(2)</script>");
  dir_.write("b/noise_0.5.json", manifest);
  const json data = data_of({log, other, "--title", "</title><script>alert(3)</script>"});
  EXPECT_THAT(data["logs"][0]["path"].get<std::string>(),
              HasSubstr("<img src=x onerror=alert(1)>\xe2\x80\xa8\xef\xbf\xbd&\""));
  EXPECT_THAT(data["logs"][0]["method"].get<std::string>(), StartsWith("<img src=x"));
  EXPECT_THAT(data["logs"][1]["manifest"]["model"].get<std::string>(), StartsWith("</script>"));
  const std::string page = content_of(page_path());
  for (const char* text : {"<img src=x", "<script>alert", "\xe2\x80\xa8"})
    EXPECT_EQ(page.find(text), std::string::npos);
}

TEST_F(Report, TwentyFiveLogsOfTenThousandImagesTakeLessThanTwoMegabytes) {
  std::vector<std::string> words{"report"};
  for (int i = 0; i < 25; ++i) {
    words.push_back(simulate("m" + std::to_string(i) + "/noise_0.5.tsv", "beta:4,1",
                             {"--seed", std::to_string(i)}, "10000"));
  }
  words.insert(words.end(), {"-o", page_path()});
  ASSERT_EQ(certus_run(words).code, 0);
  EXPECT_LT(std::filesystem::file_size(page_path()), 2'000'000u);
}

TEST(ReportCommand, NamesTheRemedyWhereThePageWasLeftOut) {
  const Outcome outcome = certus_run({"report", "none.tsv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr(explorer_frame().empty() ? "-DCERTUS_EXPLORER=ON" : "none.tsv: cannot be opened"));
}

TEST_F(Report, RefusesPipesBecauseItReadsLogsTwice) {
  const std::string pipe = (dir_ / "pipe_noise_0.5").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Outcome outcome = certus_run({"report", pipe, "-o", page_path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("save it to a file first"));
}

}  // namespace
}  // namespace certus
