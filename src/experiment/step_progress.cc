#include "certus/experiment/step_progress.h"

#include <regex>

namespace certus {

std::string step_progress(const std::string& line) {
  // Progress of train and its row of an epoch; of certify and of tables of votes; of analyze.
  static const std::regex kEpoch("(epoch [0-9]+/[0-9]+)(, (test|p_A) .*|[,:].*)?");
  static const std::regex kImages("([0-9]+/[0-9]+ images)(,.*)?");
  static const std::regex kShare("[^%]*: ([0-9]+ %) of [0-9,]+ draws");
  static const std::regex kLeft(".*(, [0-9]+:[0-9][0-9]:[0-9][0-9] left).*");
  std::smatch found;
  if (std::regex_match(line, found, kShare)) return found[1];
  if (!std::regex_match(line, found, kEpoch) && !std::regex_match(line, found, kImages)) return "";
  std::string text = found[1];
  if (found.size() > 3 && found[3].matched) text += found[3] == "test" ? ", testing" : ", estimating p_A";
  if (std::smatch left; std::regex_match(line, left, kLeft)) text += left[1];
  return text;
}

}  // namespace certus
