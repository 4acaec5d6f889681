#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certus/engines/engine_choice.h"

namespace certus {

/// The engines that a study measures, and how it runs them.
struct StudiedEngines {
  EngineChoice asked;                        ///< an empty precision: every precision
  std::optional<std::int64_t> workers = {};  ///< usual_workers unless given
  std::int64_t batch = 256;
  std::function<void(const std::string&)> on_note = [](const std::string&) {};
  std::atomic<bool>* stop = nullptr;  ///< raised: Interrupted is thrown, and all is lost

  std::unique_ptr<VoteCounter> voter(const Graph& graph, const EngineChoice& choice) const;

  /// Notes that int8 is slow, where one of the choices is int8 and the processor has no VNNI.
  void note_slow_int8(const std::vector<EngineChoice>& choices) const;
};

/// "onednn int8"
std::string engine_label(const EngineChoice& choice);

}  // namespace certus
