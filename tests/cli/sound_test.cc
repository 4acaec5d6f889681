// What certify and predict do about randomness: seeds, generators, sound noise.
#include "certus/cli/run.h"
#include "certus/record/record_seal.h"
#include "support/lenet_folder.h"

namespace certus {
namespace {

using test::content_of;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

class Sound : public test::LenetFolder {
 protected:
  Sound() : LenetFolder(6) {}
  Words command(const std::string& name, const std::string& output, const Words& more) const {
    Words words{name,          path("m.safetensors"),
                "--engine",    "onednn",
                "--data",      "mnist",
                "--data-dir",  dir_.path().string(),
                "--no-verify", "--no-time",
                "--sigma",     "0.5",
                "--n",         "50",
                "-o",          path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string record(const std::string& output, const Words& more = {}) const {
    done(command("certify", output, more));
    return content_of(dir_ / output);
  }
  nlohmann::json manifest(const std::string& name) const {
    return nlohmann::json::parse(content_of(dir_ / name));
  }
};

TEST_F(Sound, TheManifestNamesTheNoiseAndWhatWasSeenOfIt) {
  record("plain.tsv", {"--seed", "1"});
  EXPECT_EQ(manifest("plain.json")["noise"], "gaussian, philox4x32-10");
  EXPECT_THAT(manifest("plain.json")["noise_check"].get<std::string>(), StartsWith("passed: "));
  record("sound.tsv", {"--seed", "1", "--sound", "--generator", "chacha20"});
  EXPECT_EQ(manifest("sound.json")["noise"], "sound (8-bit grid, 60-bit thresholds), chacha20");
  EXPECT_THAT(manifest("sound.json")["noise_check"].get<std::string>(), StartsWith("passed: "));
  EXPECT_THAT(manifest("sound.json")["engine"].get<std::string>(), HasSubstr("onednn "));
  done({"audit", path("sound.tsv")});
}

TEST_F(Sound, RecordsAreTheSameForTheSameSeedAndOtherwiseForOtherNoise) {
  const Words seed{"--seed", "1"};
  const auto with = [&](Words more) {
    more.insert(more.end(), seed.begin(), seed.end());
    return more;
  };
  const std::string plain = record("a.tsv", seed);
  const std::string sound = record("b.tsv", with({"--sound"}));
  const std::string cipher = record("c.tsv", with({"--generator", "chacha20"}));
  EXPECT_NE(plain, sound);
  EXPECT_NE(plain, cipher);
  EXPECT_EQ(record("d.tsv", with({"--sound", "--batch", "7", "--threads", "2"})), sound);
  EXPECT_EQ(record("e.tsv", with({"--generator", "chacha20", "--batch", "1"})), cipher);
  EXPECT_NE(record("f.tsv", with({"--sound", "--precision", "int8"})), sound);
  EXPECT_EQ(record("g.tsv", with({"--sound", "--precision", "int8", "--batch", "9"})),
            content_of(dir_ / "f.tsv"));
}

TEST_F(Sound, WithoutASeedEveryRunHasItsOwnAndResumeKeepsIt) {
  record("a.tsv");
  record("b.tsv");
  const auto seed = manifest("a.json")["seed"].get<std::uint64_t>();
  EXPECT_NE(seed, manifest("b.json")["seed"].get<std::uint64_t>());
  const std::string whole = content_of(dir_ / "a.tsv");
  // Torn after the second image: the rest is drawn from the seed of the manifest.
  const std::size_t second = whole.find("\n2\t");
  unseal_record(dir_ / "a.tsv");
  dir_.write("a.tsv", whole.substr(0, second + 1));
  EXPECT_EQ(record("a.tsv", {"--resume"}), whole);
  EXPECT_EQ(record("again.tsv", {"--seed", std::to_string(seed)}), whole);
  EXPECT_THAT(error(command("certify", "a.tsv", {"--resume", "--sound"})),
              HasSubstr("field 'noise' is \"gaussian"));
  EXPECT_THAT(error(command("certify", "a.tsv", {"--resume", "--seed", "1"})), HasSubstr("field 'seed' is "));
}

TEST_F(Sound, ASeedThatIsAskedForIsCalledPublic) {
  const char* warning = "note: a seed is for reproduction, not for service";
  EXPECT_THAT(done(command("predict", "p.tsv", {"--seed", "1", "--sound"})).err, HasSubstr(warning));
  EXPECT_THAT(done(command("predict", "q.tsv", {"--sound"})).err, Not(HasSubstr(warning)));
}

TEST_F(Sound, ShardsNeedOneSeed) {
  EXPECT_THAT(error(command("certify", "s.tsv", {"--shard", "1/2"})), HasSubstr("--shard needs --seed"));
  record("s1.tsv", {"--shard", "1/2", "--seed", "3"});
  record("s2.tsv", {"--shard", "2/2", "--seed", "3"});
  done({"merge", path("s1.tsv"), path("s2.tsv"), "-o", path("s.tsv")});
  EXPECT_EQ(content_of(dir_ / "s.tsv"), record("whole.tsv", {"--seed", "3"}));
}

TEST_F(Sound, RecordsFromBeforeTheChoiceAreResumed) {
  const std::string whole = record("a.tsv", {"--seed", "3"});
  nlohmann::json old = manifest("a.json");
  old.erase("noise");
  old.erase("noise_check");
  old.erase("rows_sha256");
  old.erase("fields_sha256");
  dir_.write("a.json", old.dump());
  dir_.write("a.tsv", whole.substr(0, whole.find("\n2\t") + 1));
  EXPECT_EQ(record("a.tsv", {"--seed", "3", "--resume"}), whole);
}

TEST_F(Sound, RefusesWhatHasNoProof) {
  EXPECT_THAT(error(command("certify", "x.tsv", {"--sound", "--radius", "two-class"})),
              HasSubstr("--radius two-class cannot be used with --sound"));
  Words large = command("certify", "x.tsv", {"--sound"});
  *(std::find(large.begin(), large.end(), "--sigma") + 1) = "20";
  EXPECT_THAT(error(large),
              HasSubstr("sigma is 20: noise on the 8-bit grid is drawn for sigma in [0.001, 16]"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "x.tsv"));
}

}  // namespace
}  // namespace certus
