#pragma once

#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/record/run_manifest.h"

namespace certus {

/// What is wrong with the rows of an anytime record, in their order, given its manifest: more draws than it
/// allows, radii that were not asked for or that the votes cannot have proven, bounds that do not follow from
/// the votes. Fast: for every reading of a record. Fails on a manifest without a boundary we know.
std::vector<LogProblem> anytime_row_problems(const CertificationLog& log, const RunManifest& manifest);

/// What is wrong with how the images ended: at an n where nobody looks, where the manifest's rule goes on, or
/// with a smaller radius than the last look certifies or a larger one than any look can have. None for
/// records to which draws were added, whose looks are those of several runs. Sets the rule up again, which
/// takes as long as in the run: for the audit.
std::vector<LogProblem> anytime_end_problems(const CertificationLog& log, const RunManifest& manifest);

}  // namespace certus
