#pragma once

#include <span>
#include <string>

#include "certus/logs/load_log.h"
#include "certus/report/figure.h"
#include "certus/report/method_curves.h"

namespace certus {

/// P(p_A >= p) over p, on a probit axis: the distribution that certified accuracy at every budget follows
/// from. From 0 on for logs that know the votes of every image, from 1/2 on for others.
/// A group of several seeds is one curve: their mean, with their range.
/// @param groups   of log_groups
/// @param bands    for p_A itself (p_a_itself), simultaneous over p, with the given confidence
/// @param by       the setting that a sweep varies; empty: no sweep
/// @param printed  curves that are drawn as they are; not in a sweep
Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups, Bands bands,
                  double confidence, const std::string& by = {}, std::span<const MethodCurve> printed = {});

/// The same with the groups of log_groups, without a sweep.
/// @param methods  names for the legend, one for each log
Figure p_a_figure(std::span<const LoadedLog> logs, std::span<const std::string> methods, Bands bands,
                  double confidence, std::span<const MethodCurve> printed = {});

}  // namespace certus
