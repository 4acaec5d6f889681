#include "certus/model/onnx_tensor.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "certus/base/error.h"
#include "certus/model/half.h"

namespace certus {
namespace {

static_assert(std::endian::native == std::endian::little, "raw data of ONNX is little-endian");

using Proto = onnx::TensorProto;

/// The numbers, from raw bytes if the file has them, otherwise from the field of their type.
template <typename Raw, typename Out, typename Field, typename Convert>
std::vector<Out> numbers(const Proto& tensor, const Field& field, std::int64_t count, Convert convert) {
  const auto mismatch = [&](std::size_t found, const char* unit) {
    fail(ErrorKind::kData, "tensor '", tensor.name(), "' has ", found, " ", unit, ", but its shape needs ",
         count, " numbers of ", sizeof(Raw), " bytes; damaged file?");
  };
  std::vector<Out> out;
  if (tensor.has_raw_data()) {
    const std::string& raw = tensor.raw_data();
    if (raw.size() % sizeof(Raw) != 0 || raw.size() / sizeof(Raw) != static_cast<std::size_t>(count)) {
      mismatch(raw.size(), "bytes");
    }
    out.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < out.size(); ++i) {
      Raw value{};
      std::memcpy(&value, raw.data() + i * sizeof(Raw), sizeof(Raw));
      out[i] = convert(value);
    }
    return out;
  }
  if (field.size() != count) mismatch(static_cast<std::size_t>(field.size()), "numbers");
  out.reserve(static_cast<std::size_t>(count));
  for (const auto value : field) out.push_back(convert(static_cast<Raw>(value)));
  return out;
}

}  // namespace

std::string onnx_type_name(int type) {
  static constexpr const char* kNames[] = {
      "undefined", "float32", "uint8",  "int8",   "uint16", "int16",     "int32",      "int64",   "string",
      "bool",      "float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16"};
  if (type >= 0 && type < static_cast<int>(std::size(kNames))) return kNames[type];
  return join_text("element type ", type);
}

OnnxConstant read_onnx_tensor(const Proto& tensor) {
  OnnxConstant out;
  out.name = tensor.name();
  if (tensor.data_location() == Proto::EXTERNAL || tensor.external_data_size() > 0) {
    fail(ErrorKind::kData, "tensor '", tensor.name(),
         "' keeps its numbers in another file; expected one self-contained file, save it without external "
         "data");
  }
  if (tensor.has_segment()) fail(ErrorKind::kData, "tensor '", tensor.name(), "' is split into segments");
  out.shape.assign(tensor.dims().begin(), tensor.dims().end());
  std::int64_t count = 0;
  try {
    count = element_count(out.shape);
  } catch (const Error& error) {
    fail(ErrorKind::kData, "tensor '", tensor.name(), "': ", std::string_view(error.what()));
  }
  const auto to_float = [](auto value) { return static_cast<float>(value); };
  const auto to_int = [&](auto value) {
    const auto integer = static_cast<std::int64_t>(value);
    if (integer == kOnnxBatch) fail(ErrorKind::kData, "tensor '", tensor.name(), "' holds ", integer);
    return integer;
  };
  switch (tensor.data_type()) {
    case Proto::FLOAT:
      out.floats = numbers<float, float>(tensor, tensor.float_data(), count, to_float);
      return out;
    case Proto::DOUBLE:
      out.floats = numbers<double, float>(tensor, tensor.double_data(), count, to_float);
      return out;
    case Proto::FLOAT16:
      out.floats = numbers<std::uint16_t, float>(tensor, tensor.int32_data(), count, float_from_half);
      return out;
    case Proto::INT64:
      out.ints = numbers<std::int64_t, std::int64_t>(tensor, tensor.int64_data(), count, to_int);
      break;
    case Proto::INT32:
      out.ints = numbers<std::int32_t, std::int64_t>(tensor, tensor.int32_data(), count, to_int);
      break;
    case Proto::BOOL:
      out.ints = numbers<std::uint8_t, std::int64_t>(tensor, tensor.int32_data(), count, to_int);
      break;
    default:
      fail(ErrorKind::kData, "tensor '", tensor.name(), "' is of type ", onnx_type_name(tensor.data_type()),
           ", expected float32, float16, double, int64 or int32");
  }
  out.type = OnnxConstant::Type::kInt;
  return out;
}

}  // namespace certus
