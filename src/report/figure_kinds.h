#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/metrics/named_logs.h"
#include "certus/report/accuracy_figure.h"

namespace certus {

/// What people may ask of a figure. Each kind reads some of it.
struct FigureRequest {
  AccuracyFigureParams accuracy;     ///< its bands and confidence are also those of the distribution of p_A
  std::vector<std::string> metrics;  ///< of a sweep: SweepMetric::parse; empty: accuracy:0 and acr
  std::vector<std::int64_t> counts;  ///< numbers of votes, a curve for each; empty: the n of the budget
  double p_a = 0.9;                  ///< of the classifier of the toy example
  LogSetOptions logs;                ///< its budget is also that of figures without logs

  void describe(Parameters& p);

 private:
  void describe_what(Parameters& p);
  void describe_budget(Parameters& p);
};

/// One kind of figure, and what it reads.
struct FigureKind {
  std::string name;
  std::string files;  ///< what its files are called; empty: it reads none
  std::size_t most_files = 0;
  std::vector<std::string> reads;  ///< parameters of the request, by name
  /// Fails where the files or the request do not fit the kind.
  Figure (*make)(const FigureRequest& request, const std::vector<std::string>& files) = nullptr;
};

const std::vector<FigureKind>& figure_kinds();

}  // namespace certus
