// Kinds of figures: what they read is what people may ask.
#include "certus/report/figure_kinds.h"

#include <gmock/gmock.h>

#include <set>

#include "certus/base/parameters.h"

namespace certus {
namespace {

TEST(FigureKinds, ReadTheParametersOfARequestAndTogetherAllOfThem) {
  FigureRequest request;
  Parameters parameters(Parameters::Names::kSettings);
  request.describe(parameters);
  std::set<std::string> asked, read;
  for (const Parameter& each : parameters.descriptions()) asked.insert(each.name);
  for (const FigureKind& kind : figure_kinds()) read.insert(kind.reads.begin(), kind.reads.end());
  EXPECT_EQ(asked, read);
}

TEST(FigureKinds, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const FigureKind& kind : figure_kinds()) EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
  EXPECT_EQ(names.size(), 9U);
}

}  // namespace
}  // namespace certus
