#include "certus/autograd/fused_segment.h"

#include <torch/csrc/autograd/custom_function.h>

#include "certus/autograd/segment_pass.h"

namespace certus {
namespace {

using torch::autograd::variable_list;

/// The segment as libtorch differentiates it.
class SegmentFunction : public torch::autograd::Function<SegmentFunction> {
 public:
  static variable_list forward(torch::autograd::AutogradContext* context,
                               const std::shared_ptr<SegmentKernel>& kernel, const TensorMap* parameters,
                               at::TensorList tensors) {
    auto pass = c10::make_intrusive<SegmentPass>(kernel, tensors.vec());
    variable_list results = segment_forward(*pass, *parameters);
    context->saved_data["pass"] = c10::IValue::make_capsule(std::move(pass));
    return results;
  }

  static variable_list backward(torch::autograd::AutogradContext* context, variable_list gradients) {
    const auto capsule = context->saved_data["pass"].toCapsule();
    auto& pass = static_cast<SegmentPass&>(*capsule);
    std::vector<bool> wanted;
    for (const at::Tensor& tensor : pass.tensors) wanted.push_back(tensor.requires_grad());
    variable_list results = segment_backward(pass, gradients, wanted);
    results.insert(results.begin(), 2, at::Tensor());  // what is not a tensor has no gradient
    return results;
  }
};

}  // namespace

FusedSegment::FusedSegment(const Graph& graph, const Segment& segment, NetworkMode mode)
    : kernel_(std::make_shared<SegmentKernel>(graph, segment, mode)) {}

std::vector<at::Tensor> FusedSegment::run(const TensorMap& parameters,
                                          const std::vector<at::Tensor>& inputs) const {
  const SegmentPlan& plan = kernel_->plan;
  variable_list tensors;
  for (const at::Tensor& input : inputs) tensors.push_back(with_regular_pixels(input));
  for (const std::string& name : plan.parameter_names)
    tensors.push_back(plan.trains() ? parameters.at(name) : parameters.at(name).detach());
  return SegmentFunction::apply(kernel_, &parameters, at::TensorList(tensors));
}

}  // namespace certus
