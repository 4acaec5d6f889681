#pragma once

#include <cstdint>
#include <optional>

#include "certus/noise/noise_key.h"
#include "certus/record/certification_record.h"
#include "certus/record/votes.h"

namespace certus {

/// The draws first, first + 1, ... of an image.
struct DrawRange {
  std::uint64_t first = 0;
  std::int64_t count = 0;
};

/// What a procedure is told about an image.
struct ImageContext {
  std::int64_t index = 0;  ///< in the data set
  int label = 0;
  NoiseKey key;  ///< of its draws
  int num_classes = 0;
};

/// One image on its way through a procedure: it asks for draws, is given their votes, and ends with a row of
/// the record. The row is a function of the votes of these draws and of nothing else.
class ImageProcedure {
 public:
  virtual ~ImageProcedure() = default;
  /// The draws it needs before it can decide anything; none (count 0) when it has ended.
  virtual DrawRange wanted() const = 0;
  /// The votes of all of these draws.
  virtual void add(const Votes& votes) = 0;
  /// Once it has ended; without the time.
  virtual CertificationRecord row() const = 0;
  virtual std::int64_t draws_made() const = 0;
};

/// An image whose class is chosen on the first n0 draws. Choosing and estimating on the same draws would void
/// the guarantee of every certificate, so the draws that follow are others: those from n0 on.
class ChosenImage : public ImageProcedure {
 public:
  DrawRange wanted() const final;
  void add(const Votes& votes) final;
  std::int64_t draws_made() const override { return draws_made_; }

 protected:
  ChosenImage(const ImageContext& context, std::int64_t n0);
  /// Continues the image of a record: its class is chosen, and its votes are there.
  ChosenImage(const CertificationRecord& before, int chosen, int num_classes);

  int chosen() const { return *chosen_; }
  const Votes& votes() const { return votes_; }  ///< after the choice
  /// The record with all that is known without the radius: index, label, n0, n and votes.
  CertificationRecord row_of_votes() const;

 private:
  /// The draws it needs after the choice.
  virtual DrawRange wanted_after_choice() const = 0;
  virtual void take(const Votes& votes) = 0;

  CertificationRecord record_;
  std::optional<int> chosen_;
  Votes votes_;
  std::int64_t draws_made_ = 0;
};

}  // namespace certus
