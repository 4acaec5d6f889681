#include "certus/model/safetensors.h"

#include <cstring>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

/// A file with that header and this many bytes of data.
std::string file_of(const std::string& header, const std::string& data) {
  std::uint64_t length = header.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + header + data;
}

std::string error_for(const std::string& content) {
  const test::TempDir dir;
  const auto path = dir.write("w.safetensors", content);
  return error_of([&] { read_safetensors(path); });
}

TEST(Safetensors, ReadsBackWhatItWrote) {
  const test::TempDir dir;
  const NamedTensors content{.tensors = {{"b.weight", {{2, 3}, {1, -2, 3.5F, 4, 5, 1e-30F}}},
                                         {"a.bias", {{}, {7}}},
                                         {"empty", {{0, 4}, {}}}},
                             .metadata = {{"certus.arch", "lenet"}}};
  write_safetensors(dir / "w.safetensors", content, Overwrite::kRefuse);
  const NamedTensors read = read_safetensors(dir / "w.safetensors");
  EXPECT_EQ(read.tensors, content.tensors);
  EXPECT_EQ(read.metadata, content.metadata);
}

TEST(Safetensors, ConvertsHalfPrecision) {
  const test::TempDir dir;
  // 1, -2, 65504, 2^-24 and infinity in half; 1 and -3 in bfloat16; pi in double; a counter that is left out.
  const std::string half("\x00\x3c\x00\xc0\xff\x7b\x01\x00\x00\x7c", 10);
  const std::string bfloat("\x80\x3f\x40\xc0", 4);
  const double pi = 3.141592653589793;
  std::string data = half + bfloat + std::string(8, '\0') + std::string(8, '\1');
  std::memcpy(data.data() + 14, &pi, 8);
  const std::string header =
      R"({"h":{"dtype":"F16","shape":[5],"data_offsets":[0,10]},"b":{"dtype":"BF16","shape":[2],"data_offsets":[10,14]},)"
      R"("d":{"dtype":"F64","shape":[1],"data_offsets":[14,22]},"n":{"dtype":"I64","shape":[],"data_offsets":[22,30]}})";
  const auto path = dir.write("w.safetensors", file_of(header, data));
  const auto tensors = read_safetensors(path).tensors;
  EXPECT_EQ(tensors.at("h").values, (std::vector<float>{1.0F, -2.0F, 65504.0F, 0x1p-24F, INFINITY}));
  EXPECT_EQ(tensors.at("b").values, (std::vector<float>{1.0F, -3.0F}));
  EXPECT_EQ(tensors.at("d").values, (std::vector<float>{3.14159274F}));
  EXPECT_FALSE(tensors.contains("n"));
}

TEST(Safetensors, RefusesDamagedFiles) {
  EXPECT_THAT(error_for(""), HasSubstr("is not a whole safetensors file (0 bytes, with a header of 0)"));
  EXPECT_THAT(error_for("not a safetensors file at all"), HasSubstr("truncated or another format?"));
  EXPECT_THAT(error_for(file_of(std::string(17 << 20, ' '), "")), HasSubstr("with a header of 17825792"));
  EXPECT_THAT(error_for(file_of("[1]", "")), HasSubstr("not a JSON object"));
  EXPECT_THAT(error_for(file_of("{\"a\": 3}", "")), HasSubstr("tensor 'a': its entry lacks dtype"));
}

TEST(Safetensors, RefusesOffsetsThatDoNotFit) {
  const auto entry = [](const std::string& rest) { return "{\"a\":{\"dtype\":\"F32\"," + rest + "}}"; };
  const std::string eight(8, '\0');
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[2],"data_offsets":[0,16])"), eight)),
              HasSubstr("tensor 'a': lies in bytes 0 to 16 of 8; truncated"));
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[3],"data_offsets":[0,8])"), eight)),
              HasSubstr("has 8 bytes, expected 3 numbers of 4 bytes"));
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[2],"data_offsets":[8,0])"), eight)),
              HasSubstr("lies in bytes 8 to 0"));
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[-2],"data_offsets":[0,8])"), eight)),
              HasSubstr("its shape holds -2"));
  EXPECT_THAT(
      error_for(file_of(entry(R"("shape":[1099511627776,1099511627776],"data_offsets":[0,8])"), eight)),
      HasSubstr("is impossible"));
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[1],"data_offsets":[0,4])"), eight)),
              HasSubstr("bytes that belong to no tensor"));
  EXPECT_THAT(error_for(file_of(entry(R"("shape":[1],"data_offsets":[4,8])"), eight)),
              HasSubstr("there is a hole"));
  EXPECT_THAT(error_for(file_of("{\"a\":{\"dtype\":\"F33\",\"shape\":[],\"data_offsets\":[0,4]}}", "1234")),
              HasSubstr("type 'F33' is not known"));
}

TEST(Safetensors, RefusesOverlapsAndRepeatedNames) {
  const std::string a = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
  const std::string b = R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]})";
  EXPECT_THAT(error_for(file_of("{" + a + "," + b + "}", std::string(12, '\0'))),
              HasSubstr("tensor 'b' begins at byte 4, expected 8; it overlaps another"));
  EXPECT_THAT(error_for(file_of("{" + a + "," + a + "}", std::string(8, '\0'))),
              HasSubstr("tensor 'a' is in the header twice"));
}

TEST(Safetensors, SurvivesEveryTruncation) {
  const test::TempDir dir;
  write_safetensors(dir / "w.safetensors",
                    {.tensors = {{"a", {{3}, {1, 2, 3}}}, {"b", {{1}, {4}}}}, .metadata = {}},
                    Overwrite::kRefuse);
  const std::string whole = test::content_of(dir / "w.safetensors");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(error_for(whole.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace certus
