#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace certus {

/// What a network subtracts from pixels in [0, 1] and divides by, for every channel. Noise is added before
/// it.
struct Normalization {
  std::vector<float> mean;
  std::vector<float> std;
  friend bool operator==(const Normalization&, const Normalization&) = default;
};

/// The usual constants of a data set: "cifar10", "cifar100", "imagenet"; or "none"; or numbers as
/// "mean/std" with commas between channels: "0.5,0.5,0.5/0.25,0.25,0.25". Empty for "none". Fails, listing
/// these, on anything else.
std::optional<Normalization> parse_normalization(std::string_view text);

/// Text that parse_normalization reads back as the same numbers; the name where there is one.
std::string normalization_text(const std::optional<Normalization>& normalization);

}  // namespace certus
