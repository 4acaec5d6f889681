#pragma once

namespace certus {

/// How work that can be resumed begins.
enum class Start {
  kNew,      ///< starts where there is nothing yet
  kResume,   ///< continues what is there
  kReplace,  ///< starts again, whatever is there
};

}  // namespace certus
