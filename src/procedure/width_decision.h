#pragma once

#include <cstdint>
#include <vector>

#include "certus/stats/certified_radius.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/probability.h"

namespace certus {

struct WidthParams {
  Budget budget;        ///< n: most draws; alpha: for the whole interval at all looks; sigma
  double width = 0.05;  ///< how closely the radius is to be known
  double growth = 1.1;  ///< of draws from look to look
};

/// How far an image has come, and all that must be kept of it to continue later.
struct WidthProgress {
  std::int64_t votes = 0;
  std::int64_t draws = 0;
  std::int64_t blank = 0;       ///< draws for no class; those in doubt may have been votes
  Probability lower{0.0, 1.0};  ///< of p, over all looks
  Probability upper{1.0, 0.0};
};

/// The looks: 10 draws, then growing by the factor, at last budget.n. Fails on parameters out of range.
std::vector<std::int64_t> width_looks(const WidthParams& params);

/// One image on its way to a radius known to within `width`: fed votes, it asks for draws, and ends. No
/// engine inside; a function of the votes in the order of their draws and of nothing else.
///
/// With probability at least 1 - alpha, at all looks at once: certified() <= R <= most(), where R = sigma
/// Phi^-1(p) is the radius that endless draws would certify (0 where p <= 1/2). The ends come from a
/// confidence sequence and are intersected over the looks, so that certified() never falls and most() never
/// rises. A draw in doubt may have been for any class: it counts as no vote for certified() and as a vote for
/// most(). Both ends move with the votes, so they enclose those of the votes that nobody knows.
///
/// It ends when the radius is known: most() exceeds certified() by at most `width`; also when no draws up to
/// the limit could add more than `width` to certified(), were they all votes (p next to 1, where most() is
/// infinite); and at the limit. A class that was chosen wrongly is soon known to have no radius above
/// `width`. May be continued from its progress at any time, with another width or a larger n.
class WidthDecision {
 public:
  explicit WidthDecision(const WidthParams& params, const WidthProgress& progress = {});

  /// Draws to the next look; 0 when ended.
  std::int64_t wanted() const { return ended_ ? 0 : looks_[look_] - progress_.draws; }
  /// The votes for the chosen class among the next `draws`, at most wanted(), of which `blank` are for no
  /// class.
  void add(std::int64_t votes, std::int64_t draws, std::int64_t blank = 0);

  const WidthProgress& progress() const { return progress_; }
  std::size_t looks_made() const { return look_; }
  double certified() const;  ///< 0 where nothing is
  double most() const;       ///< may be infinite
  bool is_known() const { return most() - certified() <= params_.width; }

 private:
  WidthParams params_;
  ConfidenceSequence sequence_;
  std::vector<std::int64_t> looks_;
  WidthProgress progress_;
  std::size_t look_ = 0;
  bool ended_ = false;
};

}  // namespace certus
