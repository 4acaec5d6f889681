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

  /// @param decision  of no draw yet
  AnytimeCertification(std::int64_t index, Image image, const NoiseKey& key, std::int64_t n0, double alpha,
                       Decision decision);

  ImageView image() const override { return image_.view(); }
  NoiseKey key() const override { return key_; }
  DrawRange wanted() const override;
  void add(const Votes& votes) override;

  /// Once it has ended; without the time.
  CertificationRecord record() const;

 private:
  Image image_;
  NoiseKey key_;
  double alpha_;
  Decision decision_;
  CertificationRecord record_;
  std::optional<int> chosen_;
  Votes votes_;  ///< of the draws after the choice
};

}  // namespace certus
