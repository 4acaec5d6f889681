#include "certus/model/model_parameters.h"

#include "certus/base/parameters.h"

namespace certus {

void describe(Parameters& p, ModelOptions& options) {
  p.add("arch", options.architecture,
        "architecture of a weights file that does not name it: cifar_resnet110, resnet50, lenet, ...")
      .shown_as("NAME")
      .rarely();
  p.add("normalize", options.normalization,
        "normalization of a model that has none inside: cifar10, cifar100, imagenet, none, or means and "
        "deviations as 0.5,0.5,0.5/0.25,0.25,0.25")
      .shown_as("NAME|M/S")
      .rarely();
}

}  // namespace certus
