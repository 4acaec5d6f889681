#pragma once

#include "certus/procedure/procedure.h"

namespace certus {

/// PREDICT (Cohen et al. 2019). With probability at least 1 - alpha over the n draws it abstains or returns
/// the class of the smoothed classifier at x: the class with most votes, when the test of it against the
/// runner-up has a p-value of at most alpha (winner_test.h, which has the proof). Draws that vote for no
/// class can hold off a winner, and draws in doubt count as the runner-up's.
std::shared_ptr<const Procedure> predict_procedure(const Budget& budget);

/// The p-value of that test for these votes.
double prediction_p_value(const Votes& votes);

const ProcedureKind& predict_kind();

}  // namespace certus
