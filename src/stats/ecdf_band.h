#pragma once

#include <cstdint>

namespace certus {

/// Half-width of a simultaneous band around an empirical distribution of m independent values (Dvoretzky,
/// Kiefer and Wolfowitz, with Massart's constant): sqrt(ln(2 / delta) / (2m)), at most 1. With probability at
/// least 1 - delta the true distribution lies within the band at all points simultaneously, for every m.
double ecdf_band_half_width(std::int64_t m, double delta);

}  // namespace certus
