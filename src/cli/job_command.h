#pragma once

#include <memory>
#include <optional>

#include "certus/certify/certification_run.h"
#include "certus/command_line/command_line.h"
#include "certus/report/table.h"

namespace certus::cli {

/// What certify and predict have in common: their options, and the run over a data set with record, resume,
/// progress and summary.
struct JobOptions {
  CertificationOptions run;
  std::optional<double> sigma;
  std::int64_t n = 100'000;
  double alpha = 0.001;
  Format format = Format::kText;

  void describe_what(CommandLine& line);  ///< WHAT and BUDGET
  void describe_how(CommandLine& line);   ///< NOISE, ENGINE and OUTPUT
  Budget budget() const;                  ///< fails when --sigma is absent
};

/// Runs the procedure, prints what the record says, and returns the exit status.
int run_job_command(const JobOptions& job, std::shared_ptr<const Procedure> procedure,
                    const CommandLine& line);

}  // namespace certus::cli
