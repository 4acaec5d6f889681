#pragma once

#include "certus/cli/arguments.h"
#include "certus/report/document.h"

namespace certus::cli {

/// What `plan --at` has to say: the cost and yield of deciding at radii on the images of the logs.
Document decision_plan(const Arguments& arguments);

}  // namespace certus::cli
