#include "certus/study/studied_engines.h"

#include <algorithm>

#include "certus/engines/int8_scales.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

std::unique_ptr<VoteCounter> StudiedEngines::voter(const Graph& graph, const EngineChoice& choice) const {
  auto voter = make_vote_counter(graph, choice, workers, batch);
  voter->stop = stop;
  return voter;
}

void StudiedEngines::note_slow_int8(const std::vector<EngineChoice>& choices) const {
  const bool has_int8 = std::ranges::any_of(choices, [](auto& each) { return each.precision == "int8"; });
  if (has_int8 && !slow_int8_note().empty()) on_note(slow_int8_note());
}

std::string engine_label(const EngineChoice& choice) {
  return choice.engine + ' ' + choice.precision;
}

}  // namespace certus
