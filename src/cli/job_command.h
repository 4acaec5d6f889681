#pragma once

#include <memory>
#include <optional>

#include "certus/cli/arguments.h"
#include "certus/procedure/procedure.h"

namespace certus::cli {

/// What certify and predict have in common: their options, and the run over a data set with record, resume,
/// progress and summary.
std::vector<Option> job_options();
/// How help groups them: what, budget, procedure (given by the command), noise, engine, output.
std::vector<OptionGroup> job_groups(OptionGroup budget, std::optional<OptionGroup> procedure = {});
int run_job_command(const Arguments& arguments, std::shared_ptr<const Procedure> procedure);

/// The budget of --sigma, --n and --alpha; sigma has to be given.
Budget job_budget(const Arguments& arguments);

}  // namespace certus::cli
