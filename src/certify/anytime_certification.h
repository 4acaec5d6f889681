#pragma once

#include <optional>
#include <variant>

#include "certus/data/image.h"
#include "certus/record/certification_record.h"
#include "certus/smooth/draw_scheduler.h"
#include "certus/smooth/radius_decision.h"
#include "certus/smooth/width_decision.h"

namespace certus {

/// One image that is drawn until its decision ends. n0 draws choose a class; fresh draws, numbered from n0
/// on, are counted from look to look. What the certificate promises stands in the header of the decision.
///
/// Draws that are for no class, or in doubt, are draws without a vote for the chosen class.
class AnytimeCertification : public DrawTask {
 public:
  using Decision = std::variant<RadiusDecision, WidthDecision>;

  /// @param decision  without draws
  AnytimeCertification(std::int64_t index, Image image, const NoiseKey& key, std::int64_t n0, double alpha,
                       Decision decision);

  /// Goes on where `before` ended, of the same image, key and alpha: draws are numbered on.
  /// @param decision  with the progress of `before`, from decision_progress or width_progress
  AnytimeCertification(const CertificationRecord& before, Image image, const NoiseKey& key, double alpha,
                       int num_classes, Decision decision);

  ImageView image() const override { return image_.view(); }
  NoiseKey key() const override { return key_; }
  DrawRange wanted() const override;
  void add(const Votes& votes) override;

  /// Once it has ended; without the time.
  CertificationRecord record() const;
  std::int64_t draws_made() const;  ///< by this task

 private:
  Image image_;
  NoiseKey key_;
  double alpha_;
  Decision decision_;
  CertificationRecord record_;
  std::optional<int> chosen_;
  Votes votes_;                    ///< of the draws after the choice
  std::int64_t looks_before_ = 0;  ///< that the decision does not count among its own
};

/// How far the image of a record has come, for a decision to go on. `radii` are those it was decided at.
DecisionProgress decision_progress(const CertificationRecord& record, const std::vector<double>& radii);
WidthProgress width_progress(const CertificationRecord& record);

}  // namespace certus
