#include "certus/report/packed_votes.h"

namespace certus {
namespace {

using Groups = std::vector<PaDistribution::Group>;

/// What web/src reads, written down once more from the header's words.
Groups unpacked(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  EXPECT_EQ(text.size() % 4, 0u);
  std::vector<std::uint64_t> bytes;
  std::uint64_t bits = 0;
  int held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | digits.find(c);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(bits >> held & 0xff);
  }
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = 0;
  int shift = 0;
  for (const std::uint64_t byte : bytes) {
    number |= (byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    numbers.push_back(number);
    number = 0;
    shift = 0;
  }
  EXPECT_EQ(shift, 0);
  Groups groups;
  std::int64_t votes = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    votes += static_cast<std::int64_t>(numbers[i] / 2);
    const bool several = numbers[i] % 2 == 1;
    groups.push_back({votes, several ? static_cast<std::int64_t>(numbers[++i]) : 1});
  }
  return groups;
}

void expect_round_trip(const Groups& groups) {
  const Groups back = unpacked(packed_votes(groups));
  ASSERT_EQ(back.size(), groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EXPECT_EQ(back[i].votes, groups[i].votes);
    EXPECT_EQ(back[i].images, groups[i].images);
  }
}

TEST(PackedVotes, AreTheBytesThatTheHeaderDescribes) {
  EXPECT_EQ(packed_votes({}), "");
  EXPECT_EQ(packed_votes(Groups{{0, 1}}), "AA==");          // 0
  EXPECT_EQ(packed_votes(Groups{{0, 3}, {2, 1}}), "AQME");  // 1 3 4
  EXPECT_EQ(packed_votes(Groups{{100, 1}}), "yAE=");        // 200 = 0xc8 0x01
}

TEST(PackedVotes, ComeBackWhateverTheirSize) {
  expect_round_trip({{0, 1}});
  expect_round_trip({{0, 2}, {1, 1}, {63, 1}, {64, 127}, {127, 128}, {128, 1}});
  expect_round_trip({{0, 1'000'000'000}, {1, 1}, {999'999'999, 7}, {1'000'000'000, 10'000'000}});
  Groups many;
  for (std::int64_t votes = 0; votes < 100'000; votes += 1 + votes % 977)
    many.push_back({votes, 1 + votes % 3});
  expect_round_trip(many);
}

TEST(PackedVotes, TakeTwoBytesAnImageWhereAllDiffer) {
  Groups spread;
  for (std::int64_t image = 0; image < 1000; ++image) spread.push_back({100 * image, 1});
  EXPECT_LT(packed_votes(spread).size(), 1000 * 2 * 4 / 3 + 4);
}

TEST(PackedVotes, MustRise) {
  EXPECT_THROW(packed_votes(Groups{{5, 1}, {5, 1}}), std::logic_error);
  EXPECT_THROW(packed_votes(Groups{{5, 1}, {4, 1}}), std::logic_error);
  EXPECT_THROW(packed_votes(Groups{{5, 0}}), std::logic_error);
}

}  // namespace
}  // namespace certus
