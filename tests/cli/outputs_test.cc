// No output of a run is one of its inputs.
#include "support/lenet_folder.h"
#include "support/pictures.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

/// Logs, a model, a table, a data set and a training configuration.
class Outputs : public test::LenetFolder {
 protected:
  Outputs() : LenetFolder(10) {
    for (const char* log : {"a.tsv", "b.tsv", "page.html", "fig.svg.dat"})
      done({"simulate", "--images", "20", "--n", "100", "--sigma", "0.5", "-o", path(log)});
    dir_.write("p.txt", "0.5\n0.9\n");
    dir_.write("curve.csv", "radius,accuracy\n0,0.8\n0.25,0.7\n0.5,0.5\n");
    fs::create_directories(dir_ / "cell");
    dir_.write("cell/summary.json",
               R"({"method": "a", "varied": [], "sigma": 0.5, "seed": 0, "n": 100, "acr": 0.5,
                   "certified_accuracy": [{"radius": 0.0, "value": 0.8}], "last_epoch": {}})");
    dir_.write("config.toml", done({"train", "mnist/desk/cat-rs-0.25", "--print-config"}).out);
  }
  /// A command with what it needs to read the model and the data.
  Words on_model(Words words, const Words& more) const {
    const Words usual{"--data", "mnist", "--data-dir", dir_.path().string(), "--no-verify", "--sigma", "0.5"};
    words.insert(words.end(), usual.begin(), usual.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// The command line fails, and the file is as it was.
  void expect_unchanged(const Words& words, const std::string& name) {
    std::string line;
    for (const std::string& word : words) line += word + ' ';
    const std::string before = content_of(path(name));
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1) << line << outcome.err;
    EXPECT_THAT(outcome.err, AnyOf(HasSubstr("is one of the inputs"), HasSubstr("is the manifest of "),
                                   HasSubstr("is a file of the input ")))
        << line;
    EXPECT_EQ(content_of(path(name)), before) << line;
  }
};

TEST_F(Outputs, AreNoInputsOfTheRun) {
  const std::string model = path("m.safetensors"), a = path("a.tsv"), b = path("b.tsv");
  const std::string images = path("mnist/t10k-images-idx3-ubyte");
  struct Case {
    Words words;
    std::string unchanged;
  };
  const std::vector<Case> cases{
      {on_model({"certify", model}, {"-o", model}), "m.safetensors"},
      {on_model({"certify", model}, {"-o", images}), "mnist/t10k-images-idx3-ubyte"},
      {on_model({"certify", model}, {"-o", path("config.toml")}), "config.toml"},
      {on_model({"certify", model}, {"-o", a, "--precision", "int8", "--scales", a}), "a.tsv"},
      {on_model({"certify", model}, {"-o", a, "--precision", "int8", "--scales", path("a.json")}), "a.json"},
      {on_model({"certify", model}, {"-o", a, "--at", "0.5", "--top-up", a}), "a.tsv"},
      {on_model({"predict", model}, {"-o", model}), "m.safetensors"},
      {on_model({"p-correct", model}, {"-o", model}), "m.safetensors"},
      {on_model({"p-correct"}, {"--import", a, "--samples", "10", "-o", a}), "a.tsv"},
      {on_model({"soft-labels", model}, {"-o", model}), "m.safetensors"},
      {on_model({"soft-labels", model}, {"-o", images}), "mnist/t10k-images-idx3-ubyte"},
      {on_model({"analyze", "gradnorm", model}, {"--images", model}), "m.safetensors"},
      {on_model({"analyze", "gradnorm", model}, {"-o", model}), "m.safetensors"},
      {{"simulate", "--population", path("p.txt"), "-o", path("p.txt")}, "p.txt"},
      {{"evaluate", a, "-o", path("a.json")}, "a.json"},
      {{"evaluate", a, "-o", a}, "a.tsv"},
      {{"evaluate", a, "-o", path("cell/../a.json")}, "a.json"},
      {{"report", a, "-o", path("a.json")}, "a.json"},
      {{"report", path("page.html"), "-o", path("page.html")}, "page.html"},
      {{"table", a, "-o", path("a.json")}, "a.json"},
      {{"compare", a, b, "-o", path("b.json")}, "b.json"},
      {{"audit", a, "-o", path("a.json")}, "a.json"},
      {{"convert", a, "--to-n", "50", "-o", path("a.json")}, "a.json"},
      {{"convert", path("curve.csv"), "--sigma", "0.5", "--n", "100", "--alpha", "0.001", "-o",
        path("curve.csv")},
       "curve.csv"},
      {{"plan", "--at", "0.1", a, "-o", a}, "a.tsv"},
      {{"merge", a, "-o", a}, "a.tsv"},
      {{"merge", a, "-o", path("a.json")}, "a.json"},
      {{"plot", "accuracy", path("fig.svg.dat"), "-o", path("fig.svg")}, "fig.svg.dat"},
      {{"plot", "accuracy", path("fig.svg.dat"), "-o", path("./fig.svg")}, "fig.svg.dat"},
      {{"model", "export", model, "-o", model}, "m.safetensors"},
      {{"model", "import", model, "-o", path("cell/../m.safetensors")}, "m.safetensors"},
      {{"experiment", "summary", path("cell"), "-o", path("cell/summary.json")}, "cell/summary.json"},
      {{"data", "info", "mnist", "--data-dir", dir_.path().string(), "-o", images},
       "mnist/t10k-images-idx3-ubyte"},
      {{"train", path("config.toml"), "-o", dir_.path().string()}, "config.toml"},
  };
  for (Case each : cases) {
    each.words.emplace_back("--force");
    expect_unchanged(each.words, each.unchanged);
  }
}

TEST_F(Outputs, AreNoInputsByAnotherName) {
  const std::string model = path("m.safetensors");
  fs::create_hard_link(model, dir_ / "hard.tsv");
  fs::create_symlink(model, dir_ / "soft.tsv");
  fs::create_directory_symlink(dir_.path(), dir_ / "folder");
  for (const char* name : {"hard.tsv", "soft.tsv", "folder/m.safetensors", "cell/../soft.tsv"})
    expect_unchanged(on_model({"certify", model}, {"-o", path(name), "--force"}), "m.safetensors");
  fs::create_hard_link(dir_ / "a.json", dir_ / "hard.json");
  expect_unchanged({"evaluate", path("a.tsv"), "-o", path("hard.json"), "--force"}, "a.json");
  // The scales are not there yet: the run would make them, and then its record in their place.
  fs::create_symlink("later.json", dir_ / "scales.json");
  const Outcome outcome = certus_run(on_model(
      {"certify", model}, {"--precision", "int8", "--scales", path("scales.json"), "-o", path("later.tsv")}));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("is one of the inputs"));
  EXPECT_FALSE(fs::exists(dir_ / "later.tsv"));
}

TEST_F(Outputs, AreNoPicturesOfTheData) {
  const std::string model = path("m.safetensors");
  fs::create_directories(dir_ / "pictures/cat");
  dir_.write("pictures/cat/1.png", "not read so far");
  fs::create_hard_link(dir_ / "pictures/cat/1.png", dir_ / "elsewhere.tsv");
  for (const char* name : {"pictures/cat/1.png", "elsewhere.tsv"}) {
    expect_unchanged(
        {"certify", model, "--data", path("pictures"), "--sigma", "0.5", "-o", path(name), "--force"},
        "pictures/cat/1.png");
  }
}

TEST_F(Outputs, AreDifferentFiles) {
  const Outcome outcome = certus_run(on_model({"analyze", "gradnorm", path("m.safetensors")},
                                              {"--images", path("x.txt"), "-o", path("cell/../x.txt")}));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("is the same file, and the run writes both"));
}

}  // namespace
}  // namespace certus
