#pragma once

#include <cstddef>

#include "certus/report/figure.h"

namespace certus {

/// The figure with UTF-8 in all its text, whatever bytes the names in it have.
Figure with_valid_text(Figure figure);

/// Replaces characters that common text fonts lack by '?', and tells how many. Where no font has one,
/// gnuplot's PNG and PDF lose more than the character: the figure turns black. SVG leaves fonts to its
/// reader.
std::size_t replace_rare_characters(Figure& figure);

}  // namespace certus
