#include "certus/noise/grid_thresholds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certus/base/error.h"

namespace certus {
namespace {

TEST(GridThresholds, EncloseTheExactValues) {
  // floor(2^60 Phi(-(2j - 1) / (510 sigma))) with 60 digits: mpmath, int(floor(2**60 * ncdf(...))).
  struct Known {
    double sigma;
    std::size_t j;
    std::uint64_t floor;
  };
  for (const Known& known : {Known{0.12, 1, 568945577991010745U},
                             {0.12, 2, 553923252455312501U},
                             {0.12, 37, 134282850735200806U},
                             {0.12, 183, 1418427469U},
                             {0.25, 1, 572853345098702716U},
                             {0.25, 100, 68353631812356303U},
                             {0.25, 382, 1252672941U},
                             {0.5, 2, 571049710841517453U},
                             {0.5, 37, 446565628741264185U},
                             {0.5, 765, 1165254425U},
                             {1.0, 1, 575558891833921441U},
                             {1.0, 100, 401442403280905066U},
                             {1.0, 1530, 1151274542U},
                             {2.0, 1, 576009821851962449U},
                             {2.0, 37, 543570903809641910U},
                             {2.0, 3060, 1144346012U}}) {
    const auto thresholds = grid_thresholds(known.sigma);
    ASSERT_GE(thresholds.size(), known.j);
    EXPECT_EQ(thresholds[known.j - 1], (Threshold{known.floor, known.floor + 1}))
        << known.sigma << ' ' << known.j;
  }
}

TEST(GridThresholds, FallToTheLastBit) {
  for (const double sigma : {0.001, 0.003, 0.12, 0.5, 4.0}) {
    const auto thresholds = grid_thresholds(sigma);
    EXPECT_EQ(thresholds.back(), (Threshold{0, 1}));
    for (std::size_t j = 0; j < thresholds.size(); ++j) {
      const double t = (2.0 * static_cast<double>(j) + 1.0) / (510.0 * sigma);
      const double d = 0x1p60 * 0.5 * std::erfc(t / std::sqrt(2.0));
      if (j + 1 == thresholds.size()) {
        EXPECT_LT(d, 1.0);  // it stands for all that follow
        break;
      }
      EXPECT_NEAR(static_cast<double>(thresholds[j].low), d, 1.0 + 1e-13 * d);
      EXPECT_GE(thresholds[j].high, 2U);
      EXPECT_GE(thresholds[j].low, thresholds[j + 1].low);
    }
  }
}

TEST(GridThresholds, RefuseSigmasWithoutATable) {
  EXPECT_THROW(grid_thresholds(0.0), Error);
  EXPECT_THROW(grid_thresholds(17.0), Error);
}

}  // namespace
}  // namespace certus
