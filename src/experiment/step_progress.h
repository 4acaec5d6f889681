#pragma once

#include <string>

namespace certus {

/// How far a step is, from a line that its command printed, in as few words as possible: "epoch 1/8, 0:14:38
/// left", "120/500 images, 0:01:10 left" or "43 %". Empty when the line tells something else, for example
/// what is trained on which data.
std::string step_progress(const std::string& line);

}  // namespace certus
