#pragma once

#include <memory>

#include "certus/data/image.h"
#include "certus/procedure/procedure.h"
#include "certus/smooth/draw_scheduler.h"

namespace certus {

/// An image of a data set on its way through a procedure, for the scheduler.
class ProcedureTask : public DrawTask {
 public:
  ProcedureTask(std::unique_ptr<ImageProcedure> procedure, Image image, const NoiseKey& key);

  ImageView image() const override { return image_.view(); }
  NoiseKey key() const override { return key_; }
  DrawRange wanted() const override { return procedure_->wanted(); }
  void add(const Votes& votes, std::span<const int> labels) override;

  CertificationRecord row() const { return procedure_->row(); }  ///< once it has ended; without the time
  std::int64_t draws_made() const { return procedure_->draws_made(); }

 private:
  std::unique_ptr<ImageProcedure> procedure_;
  Image image_;
  NoiseKey key_;
};

/// What the procedure is told about an image. Its noise is a function of seed, index and purpose.
ImageContext image_context(const Procedure& procedure, std::int64_t index, int label, std::uint64_t seed,
                           int num_classes);

/// The row of one image, without the time. The promise is that of the procedure.
CertificationRecord run_on_image(const Procedure& procedure, VoteCounter& f, Image image, std::int64_t index,
                                 std::uint64_t seed);

}  // namespace certus
