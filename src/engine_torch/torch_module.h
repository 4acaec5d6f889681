#pragma once

#include <ATen/ATen.h>

#include <map>
#include <string>
#include <vector>

#include "certus/model/graph.h"

namespace certus {

/// A Graph executed by libtorch, one operation after the other: what training differentiates, and the float32
/// reference that other engines are compared with.
class TorchModule {
 public:
  enum class Mode {
    kEval,   ///< batch norm uses running statistics
    kTrain,  ///< batch norm uses those of the batch and updates the running ones (momentum 0.1)
  };

  TorchModule(Graph graph, at::Device device);

  /// Logits (images x classes) of images x channels x height x width.
  at::Tensor forward(const at::Tensor& images, Mode mode) const;

  /// By the names of the graph; forward reads, and in kTrain updates, these tensors.
  const std::map<std::string, at::Tensor>& parameters() const { return parameters_; }

 private:
  Graph graph_;
  std::map<std::string, at::Tensor> parameters_;
  std::vector<int> last_use_;        ///< by node: the last node that reads it
  std::vector<bool> may_overwrite_;  ///< by node: whether it may write over its first input
};

}  // namespace certus
