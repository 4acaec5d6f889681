// The program with its module for libtorch, without it, and with a file that is not it.
#include <gmock/gmock.h>

#include "support/subprocess.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::Subprocess;
using ::testing::HasSubstr;

/// A copy of the program alone: its module does not lie beside it.
class TorchBackend : public ::testing::Test {
 protected:
  TorchBackend() {
    std::filesystem::create_directories(dir_ / "bin/program");
    std::filesystem::copy_file(CERTUS_PROGRAM, program_);
  }
  void add_module(const std::filesystem::path& file) const {
    std::filesystem::copy_file(file, program_.parent_path() / "certus_torch.so");
  }
  Subprocess run(std::vector<std::string> words) const {
    words.insert(words.begin(), program_.string());
    return {words, dir_.path(), {}};
  }
  std::vector<std::string> train() const {
    return {"train", "mnist/desk/gaussian-0.50", "--data-dir", dir_.path().string(),
            "-o",    (dir_ / "run").string()};
  }
  test::TempDir dir_;
  std::filesystem::path program_ = dir_ / "bin/program/certus";
};

TEST_F(TorchBackend, IsNotNeededByOtherCommands) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"theory", "toy"},
        {"train", "--list"},
        {"train", "mnist/desk/gaussian-0.50", "--print-config"},
        {"model", "new", "lenet", "-o", (dir_ / "m.onnx").string()}}) {
    Subprocess process = run(words);
    EXPECT_EQ(process.wait(), 0) << process.err();
  }
}

TEST_F(TorchBackend, IsMissedInOneLine) {
  Subprocess process = run(train());
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("certus_torch.so was not found in"));
  EXPECT_THAT(process.err(), HasSubstr(program_.parent_path().string()));
  EXPECT_THAT(process.err(), HasSubstr("build certus with libtorch"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "run"));
}

TEST_F(TorchBackend, IsRefusedWhenItCannotBeLoaded) {
  dir_.write("bin/program/certus_torch.so", "not a library\n");
  Subprocess process = run(train());
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("certus_torch.so cannot be loaded: "));
}

TEST_F(TorchBackend, IsRefusedWhenItIsAnotherLibrary) {
  add_module(CERTUS_OTHER_LIBRARY);
  Subprocess process = run(train());
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("certus_torch_backend is missing; is it a module of certus?"));
}

TEST_F(TorchBackend, IsFoundBesideTheProgram) {
  add_module(std::filesystem::path(CERTUS_PROGRAM).parent_path() / "certus_torch.so");
  Subprocess process = run(train());
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("certus data fetch"));  // it is the data that are missing now
}

}  // namespace
}  // namespace certus
