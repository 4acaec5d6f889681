#include "certus/procedure/fixed_image.h"

#include <utility>

namespace certus {
namespace {

class FixedImage final : public ChosenImage {
 public:
  FixedImage(const ImageContext& context, std::int64_t n0, std::int64_t n, RadiusOfVotes radius_of,
             std::vector<double> extension)
      : ChosenImage(context, n0),
        estimation_{.first = static_cast<std::uint64_t>(n0), .count = n},
        radius_of_(std::move(radius_of)),
        extension_(std::move(extension)) {}

  CertificationRecord row() const override {
    CertificationRecord row = row_of_votes();
    const auto radius = radius_of_(votes(), chosen());
    if (radius) row.predicted = chosen();
    row.radius = radius.value_or(0.0);
    row.extension = extension_;
    return row;
  }

 private:
  DrawRange wanted_after_choice() const override { return estimation_; }
  void take(const Votes&) override { estimation_.count = 0; }

  DrawRange estimation_;
  RadiusOfVotes radius_of_;
  std::vector<double> extension_;
};

}  // namespace

std::unique_ptr<ImageProcedure> fixed_image(const ImageContext& context, std::int64_t n0, std::int64_t n,
                                            RadiusOfVotes radius_of, std::vector<double> extension) {
  return std::make_unique<FixedImage>(context, n0, n, std::move(radius_of), std::move(extension));
}

}  // namespace certus
