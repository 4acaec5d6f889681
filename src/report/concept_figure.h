#pragma once

#include "certus/record/population.h"
#include "certus/report/figure.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// A classifier that exists as a distribution of p_A only.
struct ConceptModel {
  std::string label;
  Population population;
};

/// Two classifiers that show what ACR rewards: one that is right about most images, and one that gives up
/// hard images for p_A near 1 on easy ones, whose ACR is larger although it is right about fewer.
std::vector<ConceptModel> concept_models();

/// Share of images by p_A, and certified accuracy over the radius, whose area is ACR, for models at a budget:
/// round(p_A n) votes certify. The notes have ACR and the share of images with p_A above 1/2.
Figure concept_figure(const std::vector<ConceptModel>& models, const Budget& budget);

}  // namespace certus
