#include "certus/recipe/import_p_correct.h"

#include <gmock/gmock.h>

#include <cstring>

#include "certus/recipe/npy_file.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// A file as numpy.save writes it: the header is padded with spaces to a multiple of 64.
template <typename Number>
std::string npy(const std::vector<Number>& numbers, const std::string& type, const std::string& shape) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out = std::string("\x93NUMPY\x01", 7) + '\0';
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  for (const Number number : numbers) {
    char bytes[sizeof(Number)];
    std::memcpy(bytes, &number, sizeof(Number));
    out.append(bytes, sizeof(Number));
  }
  return out;
}

TEST(ReadNpy, TakesBothWidthsOfNumbers) {
  const test::TempDir dir;
  EXPECT_THAT(read_npy(dir.write("a.npy", npy<float>({0.5F, 1.0F, 0.25F}, "<f4", "(3,)"))),
              ElementsAre(0.5, 1.0, 0.25));
  EXPECT_THAT(read_npy(dir.write("b.npy", npy<double>({0.1}, "<f8", "(1,)"))), ElementsAre(0.1));
}

TEST(ReadNpy, TellsWhatItDoesNotTake) {
  const test::TempDir dir;
  const auto error = [&](const std::string& content) {
    return error_of([&] { read_npy(dir.write("x.npy", content)); });
  };
  const std::string good = npy<float>({0.5F, 1.0F}, "<f4", "(2,)");
  EXPECT_THAT(error(""), HasSubstr("does not begin as a NumPy file"));
  EXPECT_THAT(error("idx\tlabel\tcorrect\n"), HasSubstr("does not begin as a NumPy file"));
  EXPECT_THAT(error(good.substr(0, 9)), HasSubstr("does not begin as a NumPy file"));
  std::string version = good;
  version[6] = 2;
  EXPECT_THAT(error(version), HasSubstr("is of format version 2, expected version 1"));
  EXPECT_THAT(error(npy<float>({1.0F}, ">f4", "(1,)")), HasSubstr("numbers of type '>f4', expected '<f4'"));
  EXPECT_THAT(error(npy<float>({1.0F}, "<i4", "(1,)")), HasSubstr("numbers of type '<i4'"));
  EXPECT_THAT(error(npy<float>({1.0F, 1.0F}, "<f4", "(2, 1)")),
              HasSubstr("has shape (2, 1), expected one row"));
  EXPECT_THAT(error(npy<float>({1.0F}, "<f4", "()")), HasSubstr("has shape (), expected one row"));
  EXPECT_THAT(error(good.substr(0, good.size() - 1)),
              HasSubstr("has 7 bytes of numbers, expected 4 for each of 2"));
  EXPECT_THAT(error(good + "x"), HasSubstr("has 9 bytes of numbers"));
  EXPECT_THAT(error(good.substr(0, 40)), HasSubstr("has shape (none)"));
}

TEST(ImportPCorrect, GivesTheCountsBehindTheShares) {
  const test::TempDir dir;
  std::vector<float> shares;
  std::vector<std::int64_t> counts;
  for (std::int64_t k = 0; k <= 100; ++k) {
    counts.push_back(k);
    shares.push_back(static_cast<float>(k) * (1.0F / 100.0F));  // as a GPU takes a mean
  }
  const auto path = dir.write("p.npy", npy(shares, "<f4", "(101,)"));
  EXPECT_EQ(import_p_correct(path, 100, 101), counts);
}

TEST(ImportPCorrect, RefusesOtherSamplesAndImages) {
  const test::TempDir dir;
  const auto path = dir.write("p.npy", npy<float>({0.5F, 0.25F}, "<f4", "(2,)"));
  EXPECT_THAT(import_p_correct(path, 4, 2), ElementsAre(2, 1));
  EXPECT_THAT(error_of([&] { import_p_correct(path, 50, 2); }),
              HasSubstr("image 1 has 0.25, expected a share of 50 draws, k / 50"));
  EXPECT_THAT(error_of([&] { import_p_correct(path, 4, 3); }),
              HasSubstr("has shares of 2 images, but the data set has 3"));
  const auto bad = dir.write("bad.npy", npy<float>({1.5F}, "<f4", "(1,)"));
  EXPECT_THAT(error_of([&] { import_p_correct(bad, 2, 1); }), HasSubstr("image 0 has 1.5"));
  const auto nan = dir.write("nan.npy", npy<float>({NAN}, "<f4", "(1,)"));
  EXPECT_THAT(error_of([&] { import_p_correct(nan, 2, 1); }), HasSubstr("image 0 has nan"));
}

}  // namespace
}  // namespace certus
