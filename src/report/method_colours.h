#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

namespace certus {

/// One colour and one mark for each method, the same in every figure and on the page of `certus report`.

/// The colours of places 0 to 7, told apart by most colour-blind readers (Okabe and Ito 2008; their yellow is
/// darkened because it is too pale for lines). web/src/view/palette.ts has the same ones for a light ground,
/// in the same order.
inline constexpr std::array<const char*, 8> kMethodColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                              "#E69F00", "#56B4E9", "#333333", "#A89A00"};

/// The marks (point types) of places 0 to 7.
enum class Mark {
  kCircle,
  kSquare,
  kTriangle,
  kDiamond,
  kTriangleDown,
  kOpenCircle,
  kOpenSquare,
  kOpenTriangle
};
inline constexpr std::array<Mark, 8> kMethodMarks = {
    Mark::kCircle,       Mark::kSquare,     Mark::kTriangle,   Mark::kDiamond,
    Mark::kTriangleDown, Mark::kOpenCircle, Mark::kOpenSquare, Mark::kOpenTriangle};

/// The mark of a place: from 8 on colours repeat, each with another mark than before.
constexpr Mark method_mark(int place) {
  const auto number = static_cast<std::size_t>(place);
  return kMethodMarks[(number + number / kMethodColours.size()) % kMethodMarks.size()];
}

/// The place of each name's method: kMethodColours[place % 8] and method_mark(place) are its colour and its
/// mark; from 8 on colours repeat, and place / 8 says how often, for a dash that tells them apart where lines
/// have no marks. Equal names have equal places, and different names never share one.
///
/// The methods of the field have fixed places, however they are written ("CAT-RS", "catrs"), so that figures
/// of different runs look alike: gaussian 0, easy-focus (also "ours") 1, smoothadv 2, consistency 3, macer 4,
/// smoothmix 5, cat-rs 6, stability 7. Other names take the places that are left, in alphabetical order,
/// whatever the order in which they are given.
std::vector<int> method_colours(std::span<const std::string> names);

}  // namespace certus
