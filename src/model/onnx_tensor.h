#pragma once

#include <onnx/onnx_pb.h>

#include "certus/model/onnx_constant.h"

namespace certus {

/// The numbers of a tensor of an ONNX file. float32, float16 and double become float32; the integer types
/// become int64. Fails, naming the tensor, on other types, on external data, and when the shape and the
/// numbers do not match.
OnnxConstant read_onnx_tensor(const onnx::TensorProto& tensor);

/// "float32", "string", ...: what messages call an element type of ONNX.
std::string onnx_type_name(int type);

}  // namespace certus
