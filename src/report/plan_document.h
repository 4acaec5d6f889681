#pragma once

#include <string>
#include <vector>

#include "certus/metrics/decision_plan.h"
#include "certus/metrics/pilot_plan.h"
#include "certus/metrics/plan.h"
#include "certus/report/document.h"

namespace certus {

/// What a budget can and cannot certify, and what it costs: a row per radius, then sentences.
/// @param rate_hint  what a reader must do to see the time, where the speed of the machine is unknown
Document plan_document(const PlanParams& params, const Plan& plan,
                       const std::string& rate_hint = "state the images per second");

/// What deciding at radii costs and gives on the images of logs: a row per log and radius, then a row per
/// log, then the notes of the logs.
/// @param plans  of each of the logs
Document decision_plan_document(const DecisionPlanParams& params, const std::vector<LoadedLog>& logs,
                                const std::vector<DecisionPlan>& plans);

/// What budgets certify at one radius and cost, estimated from pilots: a row per pilot, budget and way to
/// spend it, then the notes of the pilots, then one recommendation per pilot.
/// @param plans  of each of the pilots
Document pilot_plan_document(const PilotPlanParams& params, const std::vector<LoadedLog>& pilots,
                             const std::vector<PilotPlan>& plans);

}  // namespace certus
