#include "certus/report/evaluation_notes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/report/budget_text.h"
#include "certus/report/log_names.h"
#include "certus/report/table.h"

namespace certus {
namespace {

/// How the numbers of an anytime record are to be read.
std::string anytime_meaning(const Procedure& procedure) {
  return join_text(procedure.accuracy_meaning(),
                   "; its mean radius is not an ACR and is left out; the band of P(p_A >= p) holds ",
                   "however images stopped");
}

std::string draws_sentence(const DrawsSpent& spent) {
  return join_text("mean ", grouped_text(std::llround(spent.mean)), " of ",
                   grouped_text(std::llround(spent.fixed)),
                   " draws per image: ", fixed_text(spent.fixed / spent.mean, 1), " times fewer");
}

std::string false_certificates_sentence(const FalseCertificates& statement, std::int64_t rows, double rho) {
  return join_text(
      "with probability at least ", 1.0 - rho, ", at most ", statement.most, " of these ", rows,
      rows == 1 ? " image" : " images", statement.most == 1 ? " has" : " have", " a false certificate (",
      percent_text(statement.share, 2),
      " points; Cohen et al.'s closed form: ", percent_text(std::min(1.0, statement.cohen_share), 2),
      "); the noise is independent between images");
}

/// How rounded radii were read; empty where none were.
std::string reading_of_radii(const LoadedLog& loaded) {
  if (loaded.as_printed) {
    return "its radii are rounded and read as printed, as the field does; radii that were rounded up claim "
           "more than their votes prove, and so does ACR, so nothing is said about the data set as a whole";
  }
  if (!loaded.has_rounded_radii()) return "";
  return "its radii are rounded: each counts as the smallest radius that prints like it, because its votes "
         "need not prove more; ACR is the mean of these; p_A is read from the middle of the votes that print "
         "like it; upper limits allow for all of them, and so does 'ACR at most'";
}

std::vector<std::string> notes_of(const LogEvaluation& log, const EvaluationOptions& options) {
  std::vector<std::string> notes{budget_sentence(log.loaded)};
  notes.insert(notes.end(), log.loaded.notes.begin(), log.loaded.notes.end());
  if (std::string reading = reading_of_radii(log.loaded); !reading.empty())
    notes.push_back(std::move(reading));
  if (log.draws) {
    notes.push_back(draws_sentence(*log.draws));
    notes.push_back(anytime_meaning(*log.loaded.procedure));
  }
  if (!log.loaded.log.has_radii()) notes.emplace_back("a prediction log, without radii: accuracy only");
  if (log.uncertain_below && options.p.front() < *log.uncertain_below) {
    notes.push_back(join_text(
        "votes of images that were not certified right are unknown: below p = ", *log.uncertain_below,
        " the share is a lower bound, and its upper limit includes them"));
  }
  if (log.false_certificates)
    notes.push_back(false_certificates_sentence(*log.false_certificates, log.whole.rows, options.rho));
  return notes;
}

bool have_several_budgets(const std::vector<LogEvaluation>& logs) {
  std::set<std::pair<std::int64_t, double>> budgets;
  for (const LogEvaluation& log : logs) {
    if (log.loaded.has_budget()) budgets.emplace(*log.loaded.n.value, *log.loaded.alpha.value);
  }
  return budgets.size() > 1;
}

}  // namespace

std::vector<std::string> evaluation_notes(const LogEvaluations& found) {
  LogNotes notes(found.logs.size());
  for (const LogEvaluation& log : found.logs) {
    for (const std::string& note : notes_of(log, found.options)) notes.add(log.name, note);
  }
  std::vector<std::string> lines = notes.lines();
  if (std::any_of(found.logs.begin(), found.logs.end(), [](auto& log) { return log.whole.acr.has_value(); }))
    lines.push_back(acr_caveat());
  if (have_several_budgets(found.logs)) {
    lines.emplace_back(
        "WARNING: these logs were certified with different budgets; they are not comparable until they are "
        "converted to one.");
  }
  return lines;
}

}  // namespace certus
