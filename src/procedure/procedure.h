#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "certus/procedure/image_procedure.h"
#include "certus/procedure/recorded_rows.h"
#include "certus/record/run_manifest.h"
#include "certus/stats/certified_radius.h"

namespace certus {

class Procedure;

/// What all records of a procedure have in common, whatever its parameters. One file per procedure defines
/// its kind and its class; procedures.cc lists them.
struct ProcedureKind {
  std::string_view name;  ///< in manifests
  RecordColumns columns;
  /// Whether every image has the same n, fixed beforehand. Else images stop because of their votes, n is the
  /// most draws, and shares of votes are estimates that stopping moves a little.
  bool has_one_n = true;
  /// Whether the radius is a function of the votes for one class alone (certified_radius), so that it lies on
  /// the lattice of a budget.
  bool has_lattice_radii = true;
  bool needs_runner_up = false;    ///< whether checking a row needs the votes of the second class
  bool needs_blank_votes = false;  ///< whether it needs the draws for no class
  Purpose purpose = Purpose::kVotes;
  std::string_view note = {};  ///< what to know about every record of it; empty: nothing
  /// Fields of the manifest, beside n, that may change when draws are added.
  std::vector<std::string_view> top_up_fields = {};
  /// The procedure that a manifest describes. Fails, naming the field, on one that does not describe any.
  std::shared_ptr<const Procedure> (*of_manifest)(const RunManifest& manifest,
                                                  const std::string& file) = nullptr;
};

/// What is done with every image: what it draws and when it stops, what it records, how a row is checked, and
/// what can be said about its record later. Each procedure states in its header what its answers promise.
///
/// Immutable, and safe to use from several threads.
class Procedure {
 public:
  virtual ~Procedure() = default;
  Procedure(const Procedure&) = delete;
  Procedure& operator=(const Procedure&) = delete;

  virtual const ProcedureKind& kind() const = 0;
  std::int64_t n0() const { return n0_; }           ///< draws that choose the class
  const Budget& budget() const { return budget_; }  ///< n: all further draws, or the most of them

  /// Fails unless the parameters make sense and could ever give an answer; says what could.
  virtual void check_can_answer() const = 0;
  /// What its manifest has beyond the fields of every manifest.
  virtual std::vector<ManifestField> fields() const { return {}; }

  // Running it.

  virtual std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const = 0;
  /// Continues the image of a finished record; fails unless can_top_up.
  virtual std::unique_ptr<ImageProcedure> go_on(const ImageContext& context,
                                                const CertificationRecord& before) const;
  /// Fails, with the reason, unless draws may be added to a record of `before`, a procedure of the same kind,
  /// so that the result is one of this procedure. Alpha is that of the record: it has paid for every look
  /// already, or never will.
  /// @param record  for the message
  virtual void check_top_up(const Procedure& before, const std::string& record) const;
  /// This procedure as it adds draws to a record of `before`: with what only that record knows. Null: as it
  /// is.
  virtual std::shared_ptr<const Procedure> continuing(const Procedure& /*before*/) const { return nullptr; }
  std::int64_t most_draws() const { return n0_ + budget_.n; }  ///< for an image
  /// The smallest probability of a miss that a certificate can claim; the noise must have tails for it.
  virtual double least_claim() const;

  // Reading its record.

  /// What is wrong with rows: radii that their votes do not prove, values that contradict each other. Fast:
  /// for every reading of a record.
  virtual std::vector<RowProblem> row_problems(const RecordedRows& rows) const = 0;
  /// What is wrong with how images ended. May take as long as setting up the run: for the audit.
  virtual std::vector<RowProblem> end_problems(const RecordedRows&) const { return {}; }
  /// Whether the image of this row came to the decision it was drawn for.
  virtual bool is_decided(const RecordedRows&, std::size_t) const { return true; }
  /// The radii that images were decided at; empty where there are none.
  virtual std::vector<double> asked_radii() const { return {}; }
  /// When an image has votes enough: "as many votes for every image".
  virtual std::string stopping_rule() const { return "as many votes for every image"; }
  /// How certified accuracy of its record is to be read, where that is special.
  virtual std::string accuracy_meaning() const { return {}; }

 protected:
  Procedure(std::int64_t n0, const Budget& budget) : n0_(n0), budget_(budget) {}

 private:
  std::int64_t n0_;
  Budget budget_;
};

/// Fails unless n0 and the budget make sense and n votes could certify anything when `alpha` of the budget's
/// alpha bounds p_A.
void check_can_certify(std::int64_t n0, const Budget& budget, double alpha);

/// Fails when n is so large that the best certificate would claim more than the noise has: the probability of
/// a miss that it bounds has to exceed that of a draw whose Gaussian original has a pair of pixels beyond the
/// largest radius (kMissingTailOfPair of noise/gaussian.h).
void check_noise_suffices(const Procedure& procedure, std::size_t pixels);

}  // namespace certus
