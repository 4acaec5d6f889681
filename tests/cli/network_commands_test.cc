#include <cmath>
#include <cstring>

#include "certus/cli/run.h"
#include "certus/kernels/onednn_runtime.h"
#include "certus/record/record_seal.h"
#include "support/lenet_folder.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

class NetworkCommands : public test::LenetFolder {
 protected:
  NetworkCommands() : LenetFolder(12) {}
  static std::string expect_done(const Words& words) { return done(words).out; }
  static std::string error(const Words& words) {
    const std::string said = LenetFolder::error(words);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    return said;
  }
  Words certify(const Words& more) const {
    Words words{"certify",    path("m.safetensors"), "--data",      "mnist",
                "--data-dir", dir_.path().string(),  "--no-verify", "--no-time"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Words budget(const std::string& output, const Words& more = {}) const {
    Words words = certify({"--sigma", "0.5", "--n", "50", "-o", path(output)});
    words.insert(words.end(), more.begin(), more.end());
    const auto says = [&](const char* name) {
      return std::find(more.begin(), more.end(), name) != more.end();
    };
    if (!says("--seed") && !says("--resume")) words.insert(words.end(), {"--seed", "0"});
    return words;
  }
};

TEST_F(NetworkCommands, CertifyWritesARecordThatAuditFindsNothingIn) {
  const Outcome outcome = certus_run(budget("noise_0.5.tsv"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Certified accuracy %"));
  EXPECT_THAT(outcome.out, HasSubstr("P(p_A >= p) %"));
  EXPECT_THAT(outcome.out, HasSubstr("Next: certus report"));
  EXPECT_THAT(outcome.err, HasSubstr("12 images before the run: clean accuracy "));
  EXPECT_THAT(outcome.err, HasSubstr(", under noise "));
  EXPECT_THAT(outcome.err,
              HasSubstr("the clean accuracy is near chance (10.0 % for 10 classes)"));  // fresh weights
  const std::string text = content_of(dir_ / "noise_0.5.tsv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
  const auto manifest = nlohmann::json::parse(content_of(dir_ / "noise_0.5.json"));
  EXPECT_THAT(manifest["model"].get<std::string>(), HasSubstr("lenet, sha256 "));
  EXPECT_THAT(manifest["data"].get<std::string>(), HasSubstr("mnist test, sha256 "));
  EXPECT_EQ(manifest["precision"], "float32");
  expect_done({"audit", path("noise_0.5.tsv")});
}

TEST_F(NetworkCommands, NoteAnotherSigmaThanThatOfTraining) {
  dir_.write("config.toml", "[noise]\nsigma = 1.0\n");
  EXPECT_THAT(done(budget("noise_0.5.tsv")).err,
              HasSubstr("note: sigma is 0.5, but " + path("config.toml") +
                        " says that the model was trained with sigma = 1; "));
  Words predict = budget("predict.tsv");
  predict[0] = "predict";
  EXPECT_THAT(done(predict).err, HasSubstr("trained with sigma = 1"));
  dir_.write("config.toml", "[noise]\nsigma = 0.5\n");
  EXPECT_THAT(done(budget("again.tsv")).err, Not(HasSubstr("trained with")));
}

TEST_F(NetworkCommands, RefuseAPlanThatCannotWork) {
  EXPECT_THAT(error(certify({"--sigma", "0.5", "--n", "5"})), HasSubstr("at least 10 votes are needed"));
  EXPECT_THAT(error(certify({"--n", "50"})), HasSubstr("--sigma is missing; give the noise level"));
  EXPECT_THAT(error(certify({"--sigma", "0"})), HasSubstr("--sigma is '0', expected a number in"));
  EXPECT_THAT(error(certify({"--sigma", "0.5", "--start", "12", "--n", "50"})),
              HasSubstr("no image is left: start 12"));
  EXPECT_THAT(error(certify({"--sigma", "0.5", "--shard", "3/2", "--n", "50"})),
              HasSubstr("--shard is '3/2', expected K/M"));
  EXPECT_THAT(error({"predict", path("m.safetensors"), "--data", "mnist", "--sigma", "1", "--n", "9"}),
              HasSubstr("PREDICT needs at least 10 votes"));
  EXPECT_THAT(error({"certify", path("m.safetensors"), "--sigma", "1", "--n", "50"}),
              HasSubstr("--data is missing"));
  EXPECT_THAT(error(budget("x.tsv", {"--engine", "abacus"})),
              HasSubstr("engine abacus with device cpu and precision f32 does not exist; certus has onednn "
                        "(f32 and int8 on cpu)"));
  EXPECT_THAT(error(budget("x.tsv", {"--device", "abacus"})), HasSubstr("device 'abacus' is not known"));
  EXPECT_THAT(error(budget("x.tsv", {"--arch", "resnet50"})),
              HasSubstr("its certus.arch is 'lenet', but 'resnet50' was given"));
  EXPECT_THAT(error(budget("x.tsv", {"--sigma", "1"})), HasSubstr("--sigma is given 2 times, expected once"));
  EXPECT_THAT(error(certify({"--sigma"})), HasSubstr("--sigma lacks its value, a number in [1e-06, 1000]"));
  EXPECT_THAT(error(budget("x.tsv", {"--resume", "--force"})), HasSubstr("give one of them"));
  EXPECT_THAT(error(certify({"--sigma", "1", "--n", "50", "-o", "-"})), HasSubstr("--output is '-'"));
  EXPECT_THAT(error(certify({"--sigma", "1", "--n", "50", "-o", "/dev/null"})),
              HasSubstr("/dev/null: is not a regular file"));
  EXPECT_THAT(error(budget("x.tsv", {"--resize", "256,224"})),
              HasSubstr("--resize is for folders of pictures and imagenet"));
  EXPECT_THAT(error(certify({"--sigma", "0.5", "--n", "1e9"})),
              HasSubstr("the tails of the noise carry at most"));
  EXPECT_THAT(error(budget("x.tsv", {"--sound", "--engine", "torch"})),
              HasSubstr("its rounding may depend on a draw's place in the batch; use engine onednn"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "x.tsv"));
}

TEST_F(NetworkCommands, MergeWantsAllShards) {
  expect_done(budget("s1.tsv", {"--shard", "1/2"}));
  EXPECT_THAT(
      error({"merge", path("s1.tsv"), "-o", path("m.tsv")}),
      HasSubstr("the parts hold 6 of 12 images (all of [0, 12)); a part is missing, or one was interrupted"));
  expect_done(budget("s2.tsv", {"--shard", "2/2"}));
  expect_done({"merge", path("s1.tsv"), path("s2.tsv"), "-o", path("m.tsv")});
  EXPECT_THAT(error(budget("s1.tsv", {"--skip", "2", "--resume"})),
              HasSubstr("field 'selection' is \"all of [0, 12)\""));
}

TEST_F(NetworkCommands, NameAModelOrDataThatDoesNotFit) {
  EXPECT_THAT(error({"certify", "/dev/zero", "--data", "mnist", "--sigma", "1"}),
              HasSubstr("/dev/zero: is not a regular file"));
  EXPECT_THAT(error({"certify", path("gone.onnx"), "--data", "mnist", "--sigma", "1"}),
              HasSubstr("gone.onnx: cannot be opened"));
  EXPECT_THAT(error({"certify", path("mnist/t10k-labels-idx1-ubyte"), "--data", "mnist", "--sigma", "1"}),
              HasSubstr("expected a model as .onnx or .safetensors"));
  Words unverified = budget("x.tsv");
  std::erase(unverified, "--no-verify");
  EXPECT_THAT(error(unverified), HasSubstr("--no-verify takes any data in this layout"));
  std::filesystem::create_directories(dir_ / "cifar-10-batches-bin");
  dir_.write("cifar-10-batches-bin/test_batch.bin", std::string(3073, '\1'));
  EXPECT_THAT(error({"certify", path("m.safetensors"), "--data", "cifar10", "--data-dir",
                     dir_.path().string(), "--no-verify", "--sigma", "1"}),
              HasSubstr("the model takes images of 1x28x28, but the data set cifar10 test"));
  expect_done({"model", "new", "lenet", "--classes", "3", "-o", path("three.safetensors")});
  EXPECT_THAT(error({"certify", path("three.safetensors"), "--data", "mnist", "--data-dir",
                     dir_.path().string(), "--no-verify", "--sigma", "1"}),
              HasSubstr("the model knows 3 classes, but the data set mnist test"));
}

TEST_F(NetworkCommands, OverwriteNothingUnasked) {
  expect_done(budget("a.tsv"));
  const std::string before = content_of(dir_ / "a.tsv");
  EXPECT_THAT(error(budget("a.tsv")),
              HasSubstr("a.tsv: exists already; --resume continues it, --force starts again"));
  EXPECT_THAT(error(budget("a.tsv", {"--resume", "--seed", "1"})),
              HasSubstr("field 'seed' is 0 in the run to be resumed"));
  expect_done(budget("a.tsv", {"--resume"}));
  EXPECT_EQ(content_of(dir_ / "a.tsv"), before);
  expect_done(budget("a.tsv", {"--force", "--seed", "1"}));
  EXPECT_NE(content_of(dir_ / "a.tsv"), before);
  EXPECT_THAT(error(budget("no/such/folder/a.tsv")),
              HasSubstr("no/such/folder/a.tsv: cannot be opened for writing: No such file"));
}

TEST_F(NetworkCommands, PredictAndTwoClassRadiiAreEvaluated) {
  Words words = budget("p.tsv");
  words[0] = "predict";
  EXPECT_THAT(expect_done(words), HasSubstr("a prediction log"));
  expect_done(budget("two.tsv", {"--radius", "two-class"}));
  expect_done({"audit", path("two.tsv")});
  EXPECT_THAT(expect_done({"evaluate", path("two.tsv")}), HasSubstr("Certified accuracy"));
  // A radius that its votes do not prove is seen.
  std::string text = content_of(dir_ / "two.tsv");
  const std::size_t at = text.find("\t0.", text.find("\n0\t"));
  ASSERT_NE(at, std::string::npos);
  text[at + 3] = text[at + 3] == '9' ? '8' : '9';
  dir_.write("two.tsv", text);
  EXPECT_THAT(error({"evaluate", path("two.tsv")}), HasSubstr("was changed after its run ended"));
  unseal_record(dir_ / "two.tsv");
  EXPECT_THAT(error({"evaluate", path("two.tsv")}), HasSubstr("column 'radius': found"));
  EXPECT_EQ(certus_run({"audit", path("two.tsv")}).code, 1);
}

TEST_F(NetworkCommands, ModelRunPrintsLogits) {
  std::vector<float> image(2 * 784, 0.25F);
  std::string bytes(image.size() * 4, '\0');
  std::memcpy(bytes.data(), image.data(), bytes.size());
  dir_.write("x.f32", bytes);
  const Words run{"model",    "run", path("m.safetensors"), "--input", path("x.f32"), "--shape", "2,1,28,28",
                  "--format", "json"};
  const auto json = nlohmann::json::parse(expect_done(run));
  ASSERT_EQ(json["logits"].size(), 2U);
  ASSERT_EQ(json["logits"][0].size(), 10U);
  EXPECT_EQ(json["logits"][0], json["logits"][1]);
  // The same network as ONNX gives the same logits.
  expect_done({"model", "export", path("m.safetensors"), "-o", path("m.onnx")});
  Words onnx = run;
  onnx[2] = path("m.onnx");
  EXPECT_EQ(nlohmann::json::parse(expect_done(onnx))["logits"], json["logits"]);
  Words wrong = run;
  wrong[6] = "3,1,28,28";
  EXPECT_THAT(error(wrong),
              HasSubstr("x.f32: 6272 bytes, expected 9408 (2352 little-endian float32 numbers"));
  wrong[6] = "2,3,32,32";
  EXPECT_THAT(error(wrong), HasSubstr("takes images of 1x28x28"));
  wrong[6] = "two";
  EXPECT_THAT(error(wrong), HasSubstr("--shape is 'two', expected images,channels,height,width"));
}

TEST_F(NetworkCommands, ModelInfoAndConversion) {
  EXPECT_THAT(expect_done({"model", "info", path("m.safetensors"), "--layers"}), HasSubstr("431,080"));
  EXPECT_THAT(error({"model", "info"}), HasSubstr("model info: the model is missing"));
  EXPECT_THAT(error({"model", "paint", "x"}),
              HasSubstr("unknown action 'paint', expected one of info, run, import"));
  EXPECT_THAT(error({"model", "export", path("m.safetensors"), "-o", path("m.txt")}),
              HasSubstr("ends in .onnx or .safetensors"));
  expect_done({"model", "export", path("m.safetensors"), "-o", path("m.onnx")});
  EXPECT_THAT(error({"model", "export", path("m.safetensors"), "-o", path("m.onnx")}),
              HasSubstr("exists already"));
  EXPECT_THAT(error({"model", "import", path("m.onnx"), "-o", path("n.safetensors")}),
              HasSubstr("safetensors hold weights only"));
  expect_done({"model", "import", path("m.onnx"), "--normalize", "0.1/0.3", "-o", path("n.onnx")});
  EXPECT_EQ(nlohmann::json::parse(
                expect_done({"model", "info", path("n.onnx"), "--format", "json"}))["normalization"],
            "0.1/0.3");
  EXPECT_THAT(error({"model", "import", path("n.onnx"), "--normalize", "0.1/0.3", "-o", path("o.onnx")}),
              HasSubstr("normalizes its input already"));
}

TEST_F(NetworkCommands, RefuseAPrecisionThatNoEngineHas) {
  EXPECT_THAT(error(budget("x.tsv", {"--precision", "int8", "--engine", "torch"})),
              HasSubstr("engine torch with device cpu and precision int8 does not exist; certus has"));
  EXPECT_THAT(error(budget("x.tsv", {"--precision", "int8", "--device", "cuda"})),
              HasSubstr("engine auto with device cuda and precision int8 does not exist; certus has"));
  EXPECT_THAT(error(budget("x.tsv", {"--engine", "onednn", "--device", "cuda"})),
              HasSubstr("engine onednn with device cuda and precision f32 does not exist; certus has"));
  EXPECT_THAT(error(budget("x.tsv", {"--precision", "f16"})),
              HasSubstr("--precision is 'f16', expected one of f32, int8"));
  EXPECT_THAT(error(budget("x.tsv", {"--scales", path("s.json")})),
              HasSubstr("--scales is for --precision int8"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "x.tsv"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "m.safetensors.int8-0.5.json"));
}

TEST_F(NetworkCommands, Int8ScalesAreChosenOnceAndBelongToModelAndNoise) {
  const Outcome first = certus_run(budget("a.tsv", {"--precision", "int8"}));
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("int8 scales chosen on 12 noisy images of mnist test"));  // no others here
  EXPECT_THAT(first.err, HasSubstr("int8 scales saved in " + path("m.safetensors.int8-0.5.json")));
  const auto manifest = nlohmann::json::parse(content_of(dir_ / "a.json"));
  EXPECT_THAT(manifest["precision"].get<std::string>(), HasSubstr("int8, scales sha256 "));
  const Outcome second = certus_run(budget("b.tsv", {"--precision", "int8"}));
  EXPECT_EQ(second.code, 0);
  EXPECT_THAT(second.err, Not(HasSubstr("int8 scales")));
  EXPECT_EQ(content_of(dir_ / "b.tsv"), content_of(dir_ / "a.tsv"));
  expect_done({"audit", path("a.tsv")});

  const std::string scales = path("m.safetensors.int8-0.5.json");
  EXPECT_THAT(error(certify({"--sigma", "1", "--n", "50", "-o", path("x.tsv"), "--precision", "int8",
                             "--scales", scales})),
              HasSubstr(scales + ": scales for sigma 0.5, expected 1"));
  expect_done({"model", "new", "lenet", "--seed", "5", "-o", path("other.safetensors")});
  Words other = budget("x.tsv", {"--precision", "int8", "--scales", scales});
  other[1] = path("other.safetensors");
  EXPECT_THAT(error(other), HasSubstr(scales + ": scales of lenet, sha256 "));
  const std::string text = content_of(scales);
  dir_.write("m.safetensors.int8-0.5.json", text.substr(0, text.size() / 2));
  EXPECT_THAT(error(budget("x.tsv", {"--precision", "int8"})),
              HasSubstr(scales + ": is damaged or is not a file of int8 scales"));
  auto json = nlohmann::json::parse(text);
  json.erase("image_range");
  dir_.write("m.safetensors.int8-0.5.json", json.dump());
  EXPECT_THAT(error(budget("x.tsv", {"--precision", "int8"})), HasSubstr("field 'image_range' is missing"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "x.tsv"));
}

TEST_F(NetworkCommands, Int8IsNotedWhereItIsSlow) {
  const auto notes = [](const Words& words) {
    const std::string said = done(words).err;
    const std::string note =
        "note: this processor has no VNNI, the instructions for int8: int8 is several times slower";
    const std::size_t first = said.find(note);
    if (first == std::string::npos) return 0;
    return said.find(note, first + 1) == std::string::npos ? 1 : 2;
  };
  const int expected = onednn_has_vnni() ? 0 : 1;
  EXPECT_EQ(notes(budget("a.tsv", {"--precision", "int8"})), expected);
  Words predict = budget("c.tsv", {"--precision", "int8"});
  predict[0] = "predict";
  EXPECT_EQ(notes(predict), expected);
  const Words bench{"bench", "lenet", "--seconds", "0.05", "--threads", "1", "--engine", "onednn"};
  EXPECT_EQ(notes(bench), expected);
  Words only_f32 = bench;
  only_f32.insert(only_f32.end(), {"--precision", "f32"});
  EXPECT_EQ(notes(only_f32), 0);
  EXPECT_EQ(notes(budget("d.tsv")), 0);
}

TEST_F(NetworkCommands, ARecordGoesOnInItsOwnPrecision) {
  expect_done(budget("a.tsv", {"--max", "3", "--engine", "onednn"}));
  expect_done(budget("b.tsv", {"--max", "3", "--precision", "int8"}));
  const std::string f32 = content_of(dir_ / "a.tsv");
  EXPECT_THAT(error(budget("a.tsv", {"--max", "3", "--precision", "int8", "--resume"})),
              HasSubstr("a.json: field 'engine' is \"onednn "));
  EXPECT_THAT(error(budget("b.tsv", {"--max", "3", "--engine", "onednn", "--resume"})),
              HasSubstr("b.json: field 'engine' is \"onednn, integers (exact on every machine"));
  EXPECT_EQ(content_of(dir_ / "a.tsv"), f32);
}

TEST_F(NetworkCommands, BenchSaysHowLongAnImageTakes) {
  const auto json = nlohmann::json::parse(
      expect_done({"bench", path("m.safetensors"), "--seconds", "0.05", "--format", "json"}));
  EXPECT_GT(json["peak"]["f32"]["ops_per_second"].get<double>(), 0.0);
  std::vector<std::string> kinds;
  for (const auto& speed : json["speeds"]) {
    kinds.push_back(speed["engine"].get<std::string>() + ' ' + speed["precision"].get<std::string>());
    const double rate = speed["images_per_second"].get<double>();
    EXPECT_GT(rate, 0.0);
    EXPECT_DOUBLE_EQ(speed["seconds_per_certified_image"].get<double>(), 100'100.0 / rate);
    EXPECT_GT(speed["share_of_peak"].get<double>(), 0.0);
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"onednn f32", "onednn int8", "torch f32"}));
  EXPECT_FALSE(
      std::filesystem::exists(dir_ / "m.safetensors.int8-0.5.json"));  // scales of grey images are not kept
  const auto one =
      nlohmann::json::parse(expect_done({"bench", "lenet", "--seconds", "0.05", "--format", "json",
                                         "--threads", "1", "--engine", "onednn", "--precision", "int8"}));
  EXPECT_EQ(one["speeds"].size(), 1U);
  EXPECT_EQ(one["threads"], 1);
}

TEST_F(NetworkCommands, BenchComparesEnginesOnTheSameNoise) {
  const Words words{"bench",
                    "--agreement",
                    path("m.safetensors"),
                    "--data",
                    "mnist",
                    "--data-dir",
                    dir_.path().string(),
                    "--no-verify",
                    "--sigma",
                    "0.5",
                    "--n",
                    "60",
                    "--skip",
                    "2"};
  Words as_json = words;
  as_json.insert(as_json.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(expect_done(as_json));
  EXPECT_EQ(json["images"], 6);
  EXPECT_EQ(json["reference"], "torch f32");
  ASSERT_EQ(json["engines"].size(), 3U);
  EXPECT_EQ(json["engines"][0]["changed_votes"], 0);
  for (const auto& engine : json["engines"]) EXPECT_EQ(engine["draws"], 6 * 160);
  const auto& int8 = json["engines"][2];
  EXPECT_EQ(int8["precision"], "int8");
  EXPECT_DOUBLE_EQ(int8["changed_share"].get<double>(), int8["changed_votes"].get<double>() / (6 * 160));
  EXPECT_NEAR(int8["acr_change"]["value"].get<double>(),
              int8["acr"].get<double>() - json["engines"][0]["acr"].get<double>(), 1e-12);
  EXPECT_EQ(int8["certified_accuracy_change"].size(), json["engines"][0]["certified_accuracy"].size());
  EXPECT_EQ(int8["p_a_change"].size(), 10U);
  // What it votes on is what certify votes on.
  expect_done(budget("r.tsv", {"--engine", "torch", "--skip", "2", "--force", "--seed", "0"}));
  Words fifty = words;
  fifty[10] = "--n";
  fifty[11] = "50";
  fifty.insert(fifty.end(), {"--format", "json", "--precision", "int8"});
  const auto of_fifty = nlohmann::json::parse(expect_done(fifty));
  const auto record = nlohmann::json::parse(expect_done({"evaluate", path("r.tsv"), "--format", "json"}));
  EXPECT_THAT(record.dump(), HasSubstr(of_fifty["engines"][0]["acr"].dump()));
  EXPECT_THAT(expect_done(words), HasSubstr("changed votes %"));
}

TEST_F(NetworkCommands, BenchRefusesWhatItCannotCompare) {
  const std::string model = path("m.safetensors");
  const Words data{"--data", "mnist", "--data-dir", dir_.path().string(), "--no-verify"};
  const auto with_data = [&](Words words) {
    words.insert(words.end(), data.begin(), data.end());
    return error(words);
  };
  EXPECT_THAT(error({"bench", "--agreement", model, "--sigma", "1"}), HasSubstr("--data is missing"));
  EXPECT_THAT(with_data({"bench", "--agreement", model}), HasSubstr("--sigma is missing"));
  EXPECT_THAT(with_data({"bench", "--agreement", "--sigma", "1"}), HasSubstr("on one model, found 0"));
  EXPECT_THAT(with_data({"bench", "--agreement", "lenet", "--sigma", "1"}),
              HasSubstr("needs a trained model, found 'lenet'"));
  EXPECT_THAT(with_data({"bench", "--agreement", path("gone.onnx"), "--sigma", "1"}),
              HasSubstr("gone.onnx: cannot be opened"));
  EXPECT_THAT(with_data({"bench", "--agreement", model, "--sigma", "1", "--seconds", "1"}),
              HasSubstr("--seconds is for speeds"));
  EXPECT_THAT(with_data({"bench", "--agreement", model, "--sigma", "1"}), HasSubstr("a smaller --skip"));
  EXPECT_THAT(with_data({"bench", "--agreement", model, "--sigma", "1", "--n", "5"}),
              HasSubstr("every image would abstain"));
  EXPECT_THAT(with_data({"bench", "--agreement", model, "--sigma", "1", "--engine", "torch"}),
              HasSubstr("torch f32 is the reference itself"));
  EXPECT_THAT(
      with_data({"bench", "--agreement", model, "--sigma", "1", "--precision", "f32", "--scales", "s"}),
      HasSubstr("--scales is for --precision int8"));
  EXPECT_THAT(error({"bench", model, "--sigma", "1"}), HasSubstr("--sigma is for bench --agreement"));
  EXPECT_THAT(error({"bench", model, "--scales", "s.json"}), HasSubstr("--scales is for bench --agreement"));
  EXPECT_THAT(error({"bench", path("gone.onnx")}), HasSubstr("gone.onnx: cannot be opened"));
  EXPECT_THAT(error({"bench", "abacus"}), HasSubstr("abacus"));
  EXPECT_THAT(error({"bench", "lenet", "--engine", "torch", "--precision", "int8"}),
              HasSubstr("engine torch with device cpu and precision int8"));
}

}  // namespace
}  // namespace certus
