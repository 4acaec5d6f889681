#pragma once

#include <memory>
#include <optional>
#include <string>

#include "certus/cli/network_options.h"
#include "certus/cli/shared_options.h"
#include "certus/noise/generator.h"
#include "certus/procedure/procedure.h"

namespace certus::cli {

/// What certify and predict have in common: their options, and the run over a data set with record, resume,
/// progress and summary.
struct JobOptions {
  std::string model;
  DataOptions data;
  std::optional<std::int64_t> skip, max;
  std::int64_t start = 0;
  std::optional<std::string> shard;
  ModelOptions model_options;

  std::optional<double> sigma;
  Budget usual;  ///< n and alpha

  bool sound = false;
  std::optional<std::int64_t> seed;
  Generator generator = Generator::kPhilox;
  VotingOptions voting;

  std::optional<std::string> output;
  StartOptions existing;
  bool no_time = false;
  Format format = Format::kText;

  void describe_what(CommandLine& line);  ///< WHAT and BUDGET
  void describe_how(CommandLine& line);   ///< NOISE, ENGINE and OUTPUT
  Budget budget() const;                  ///< fails when --sigma is absent
};

/// @param top_up  the record whose images continue
int run_job_command(const JobOptions& job, std::shared_ptr<const Procedure> procedure,
                    const std::optional<std::string>& top_up = {});

}  // namespace certus::cli
