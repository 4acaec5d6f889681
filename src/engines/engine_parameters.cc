#include "certus/engines/engine_parameters.h"

#include "certus/base/parameters.h"

namespace certus {

Parameter& describe_threads(Parameters& p, std::optional<std::int64_t>& workers) {
  return p.add("threads", workers, "workers, each with its own engine; changes no vote")
      .shown_as("T")
      .usually("one per core")
      .in(1, 1024);
}

void describe_engine(Parameters& p, EngineChoice& choice, std::optional<std::int64_t>& workers) {
  p.group("ENGINE");
  describe_threads(p, workers);
  p.add("engine", choice.engine,
        "what executes the network: onednn (faster for usual networks) or torch; auto takes the first that "
        "can")
      .shown_as("E")
      .rarely();
  p.add("device", choice.device, "cpu, or cuda where libtorch has it").shown_as("D").rarely();
}

void describe_voters(Parameters& p, const VoterFields& fields, const std::string& usual_precision) {
  p.group("ENGINE");
  p.add("precision", fields.choice.precision,
        "int8 is several times faster; what is certified is then the int8 network")
      .shown_as("P")
      .usually(usual_precision)
      .one_of({"f32", "int8"});
  describe_engine(p, fields.choice, fields.workers);
  p.add("scales", fields.scales, "int8: file with the scales to use; it is made if it does not exist")
      .shown_as("FILE")
      .usually("MODEL.int8-S.json")
      .rarely();
  p.add("batch", fields.batch, "draws that a worker takes at a time; changes no vote")
      .shown_as("B")
      .in(1, 1e6)
      .rarely();
}

}  // namespace certus
