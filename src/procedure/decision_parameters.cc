#include "certus/procedure/decision_parameters.h"

#include "certus/base/parameters.h"

namespace certus {

void describe(Parameters& p, DecisionParams& params) {
  p.add_choice<DecisionBoundary>(
       "boundary", params.boundary,
       {{"spending", DecisionBoundary::kSpending}, {"mixture", DecisionBoundary::kMixture}},
       "at radii: spending takes the fewest draws; mixture takes more, but draws beyond n can be added later")
      .shown_as("B")
      .rarely();
  p.add("worth", params.worth,
        "at radii: draws that a certificate is worth; an image that would cost more abstains")
      .shown_as("DRAWS")
      .usually("n")
      .in(1, 1e15)
      .rarely();
  p.add(
       "reserve", params.reserve,
       "at radii: share of alpha that the spending boundary keeps, so that draws beyond n can be added later")
      .shown_as("SHARE")
      .in(0, 0.9)
      .rarely();
}

void describe(Parameters& p, WidthParams& params) {
  p.add("width", params.width, "draw only until the radius is known to within W, at most n votes")
      .shown_as("W")
      .usually("")
      .in(1e-6, 1e9)
      .rarely();
}

}  // namespace certus
