// Texts that people choose for names, and which name of the parameter messages have.
#include "certus/metrics/labels.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"
#include "certus/base/parameters.h"

namespace certus {
namespace {

using ::testing::ElementsAre;

/// Labels as a line gives them.
Labels labels_of(const std::vector<std::string>& texts) {
  Labels labels;
  Parameters options(Parameters::Names::kOptions);
  labels.describe_methods(options);
  options.assign("--label", texts);
  return labels;
}

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Labels, ReplaceNamesAndLeaveTheOthers) {
  EXPECT_THAT(labels_of({"a=Ours"}).of({"a", "b"}), ElementsAre("Ours", "b"));
  EXPECT_THAT(labels_of({}).of_methods({"a", "b"}, {"a.tsv", "b.tsv"}), ElementsAre("a", "b"));
}

TEST(Labels, OfASingleLogCountMoreThanOfItsMethod) {
  EXPECT_THAT(labels_of({"1.tsv=first", "m=M"}).of_methods({"m", "m"}, {"1.tsv", "2.tsv"}),
              ElementsAre("first", "M"));
}

TEST(Labels, MessagesHaveTheNameThatThePersonWrites) {
  EXPECT_EQ(message_of([] {
              labels_of({"c=x"}).of({"a", "b"});
            }),
            "--label is 'c=x', expected NAME=TEXT with one of a, b");
  EXPECT_EQ(message_of([] { labels_of({"a="}).of({"a"}); }), "--label is 'a=', expected a text behind '='");
  EXPECT_EQ(message_of([] {
              labels_of({"a=b"}).of({"a", "b"});
            }),
            "--label: a and b would both be called 'b'; give them different texts");
}

TEST(Labels, WhatStandsBesideLogsIsNoSeedOfTheirs) {
  const auto of = [](const std::vector<std::string>& texts) {
    return labels_of(texts).of_methods_beside({"m", "c"}, {"m.tsv", "c.csv"}, 1);
  };
  EXPECT_THAT(of({"c=Printed"}), ElementsAre("m", "Printed"));
  EXPECT_EQ(message_of([&] {
              of({"m=x", "c=x"});
            }),
            "--label: m.tsv and c.csv would both be called 'x', but c.csv is a printed curve, which is not a "
            "seed of a method; give "
            "them different texts");
}

}  // namespace
}  // namespace certus
