#pragma once

#include "certus/certify/job.h"
#include "certus/cli/arguments.h"

namespace certus::cli {

/// What certify and predict have in common: options, and the run over a data set with record, resume,
/// progress and summary. The seed of the job is that of --seed, of the record to be resumed or topped up, or
/// fresh. `top_up` names a finished anytime record whose images go on.
std::vector<Option> job_options();
int run_job_command(const Arguments& arguments, Job job, const std::optional<std::string>& top_up = {});

/// The budget of --sigma, --n and --alpha; sigma has to be given.
Budget job_budget(const Arguments& arguments);

}  // namespace certus::cli
