#include "certus/engine_onednn/speed_calibration.h"

namespace certus {
namespace {

class GreyImages : public Dataset {
 public:
  explicit GreyImages(const Graph& graph)
      : shape_{graph.input_shape()[0], graph.input_shape()[1], graph.input_shape()[2]} {}
  std::int64_t size() const override { return 4; }
  Image get(std::int64_t) const override { return {shape_, std::vector<float>(shape_.size(), 0.5F)}; }
  ImageShape shape() const override { return shape_; }
  int num_classes() const override { return 1; }
  std::string identity() const override { return "grey images"; }

 private:
  ImageShape shape_;
};

}  // namespace

Calibration speed_calibration(const Graph& graph) {
  const Model model{.graph = graph, .identity = "a network to be measured", .preprocessing = ""};
  return make_calibration(model, GreyImages(graph), {.sigma = 0.5});
}

}  // namespace certus
