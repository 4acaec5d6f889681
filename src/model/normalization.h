#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace certus {

/// What a network subtracts from pixels in [0, 1] and what it then divides by, for every channel. Noise is
/// added before the normalization.
struct Normalization {
  std::vector<float> mean;
  std::vector<float> std;
  friend bool operator==(const Normalization&, const Normalization&) = default;
};

/// The usual constants of a data set: "cifar10", "cifar100", "imagenet"; or "none"; or numbers in the form
/// "mean/std" with commas between channels: "0.5,0.5,0.5/0.25,0.25,0.25". Empty for "none". Anything else
/// fails with a list of these forms.
std::optional<Normalization> parse_normalization(std::string_view text);

/// Text that parse_normalization reads back as the same numbers; the name if there is one.
std::string normalization_text(const std::optional<Normalization>& normalization);

}  // namespace certus
