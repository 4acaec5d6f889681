#include "certus/report/concept_figure.h"

#include <numeric>

namespace certus {
namespace {

using ::testing::HasSubstr;

const Budget kBudget{.n = 100'000, .alpha = 0.001, .sigma = 1.0};

/// The area under certified accuracy, which is ACR.
double area(const Series& accuracy) {
  double sum = 0.0;
  for (std::size_t i = 1; i < accuracy.x.size(); ++i)
    sum += (accuracy.x[i] - accuracy.x[i - 1]) * (accuracy.y[i] + accuracy.y[i - 1]) / 2.0 / 100.0;
  return sum;
}

TEST(ConceptFigure, ShowsAModelOfLargerAcrThatIsRightAboutFewerImages) {
  const Figure figure = concept_figure(concept_models(), kBudget);
  const Series& most = figure.panels.at(1).series.at(0);
  const Series& easy = figure.panels.at(1).series.at(1);
  EXPECT_GT(area(easy), 1.1 * area(most));
  EXPECT_LT(easy.y.front(), most.y.front() - 20.0);  // points of clean accuracy
  EXPECT_GT(easy.y.back(), most.y.back());
}

TEST(ConceptFigure, CountsEveryImageOnce) {
  const Figure figure = concept_figure(concept_models(), kBudget);
  for (const Series& histogram : figure.panels.at(0).series) {
    // The last value closes the last step.
    EXPECT_NEAR(std::accumulate(histogram.y.begin(), histogram.y.end() - 1, 0.0), 100.0, 1e-6);
  }
}

TEST(ConceptFigure, NotesTheNumbersThatItDraws) {
  const std::vector<ConceptModel> models{{"sure", Population::parse("constant:0.9")}};
  const Figure figure = concept_figure(models, kBudget);
  // 90,000 of 100,000 votes certify 1.2651 at alpha = 0.001.
  EXPECT_THAT(figure.notes.at(1), HasSubstr("sure: ACR 1.265, p_A above 1/2 for 100.0 % of the images"));
  EXPECT_NEAR(area(figure.panels.at(1).series.at(0)), 1.265, 0.02);
}

}  // namespace
}  // namespace certus
