#pragma once

#include <memory>

#include "certus/engine_onednn/step.h"
#include "certus/model/graph.h"

namespace certus {

/// The largest value under the window; padding never wins.
std::unique_ptr<Step> make_max_pool(const Window& window, const Shape& input, const Shape& output);
/// The same for unsigned or signed bytes.
std::unique_ptr<Step> make_byte_max_pool(const Window& window, const Shape& input, const Shape& output,
                                         bool is_signed);

/// The mean of all pixels of every channel.
std::unique_ptr<Step> make_global_average(const Shape& input);
/// The sum of all pixels of every channel; sums bytes into std::int32_t.
std::unique_ptr<Step> make_byte_sum(const Shape& input, bool is_signed);

}  // namespace certus
