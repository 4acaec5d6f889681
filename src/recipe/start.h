#pragma once

namespace certus {

/// How work that can be resumed begins.
enum class Start {
  kNew,      ///< where nothing is yet
  kResume,   ///< continues what is there
  kReplace,  ///< starts again, whatever is there
};

}  // namespace certus
