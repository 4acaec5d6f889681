#pragma once

#include <span>
#include <string>

#include "certus/record/load_log.h"
#include "certus/report/figure.h"
#include "certus/report/method_curves.h"

namespace certus {

/// P(p_A >= p) over p in [1/2, 1], on a probit axis: the distribution that certified accuracy at every budget
/// follows from.
/// @param methods     names for the legend, one a log
/// @param bands       simultaneous over p, with the given confidence
Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods, Bands bands,
                  double confidence);

}  // namespace certus
