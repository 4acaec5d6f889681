#pragma once

#include <span>
#include <string>

#include "certus/record/load_log.h"
#include "certus/report/figure.h"
#include "certus/report/method_curves.h"

namespace certus {

/// P(p_A >= p) over p, on a probit axis: the distribution that certified accuracy at every budget follows
/// from. From 0 on for logs that know the votes of every image, from 1/2 on for others.
/// @param methods     names for the legend, one a log
/// @param bands       simultaneous over p, with the given confidence
/// @param printed     curves that are drawn as they are
Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods, Bands bands,
                  double confidence, std::span<const MethodCurve> printed = {});

}  // namespace certus
