#include "certus/recipe/npy_file.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as the file has them");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPrefixBytes = 10;  // magic, version, length of the header
constexpr std::size_t kMaxBytes = std::size_t{1} << 28;

/// The text of a header's field up to the next comma, or to the closing bracket of "(50000,)"; NumPy writes
/// "{'descr': '<f4', 'fortran_order': False, 'shape': (50000,), }".
std::string_view field(std::string_view header, std::string_view name) {
  const std::string key = join_text('\'', name, "': ");
  const std::size_t begin = header.find(key);
  if (begin == std::string_view::npos) return "";
  const std::string_view value = header.substr(begin + key.size());
  return value.substr(0, value.starts_with('(') ? value.find(')') + 1 : value.find(','));
}

template <typename Number>
std::vector<double> numbers_of(std::string_view bytes) {
  std::vector<double> numbers;
  numbers.reserve(bytes.size() / sizeof(Number));
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Number)) {
    Number number{};
    std::memcpy(&number, bytes.data() + at, sizeof(Number));
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<double> read_npy(const std::filesystem::path& path) {
  const std::string content = read_file(path, kMaxBytes);
  const std::string_view bytes = content;
  if (!bytes.starts_with(kMagic) || bytes.size() < kPrefixBytes) {
    fail(ErrorKind::kData, path, ": does not begin as a NumPy file, expected one that numpy.save wrote");
  }
  const auto byte = [&](std::size_t at) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes[at]));
  };
  if (byte(6) != 1) {
    fail(ErrorKind::kData, path, ": is of format version ", byte(6), ", expected version 1");
  }
  const std::size_t header_bytes = byte(8) | byte(9) << 8;
  const std::string_view header = bytes.substr(kPrefixBytes, header_bytes);
  const std::string_view type = field(header, "descr"), shape = field(header, "shape");
  if (type != "'<f4'" && type != "'<f8'") {
    fail(ErrorKind::kData, path, ": holds numbers of type ", type.empty() ? "(none)" : type,
         ", expected '<f4' (float32) or '<f8' (float64)");
  }
  const auto length = shape.size() > 3 && shape.starts_with('(') && shape.ends_with(",)")
                          ? parse_int(shape.substr(1, shape.size() - 3))
                          : std::nullopt;
  if (!length || *length < 0) {
    fail(ErrorKind::kData, path, ": has shape ", shape.empty() ? "(none)" : shape,
         ", expected one row of numbers, such as (50000,)");
  }
  const std::size_t size = type == "'<f4'" ? sizeof(float) : sizeof(double);
  const std::string_view data = bytes.substr(std::min(bytes.size(), kPrefixBytes + header_bytes));
  if (data.size() % size != 0 || data.size() / size != static_cast<std::size_t>(*length)) {
    fail(ErrorKind::kData, path, ": has ", data.size(), " bytes of numbers, expected ", size, " for each of ",
         *length, "; a file that was cut off?");
  }
  return size == sizeof(float) ? numbers_of<float>(data) : numbers_of<double>(data);
}

}  // namespace certus
