#include "certus/model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "certus/base/error.h"
#include "certus/base/nesting.h"
#include "certus/model/half.h"

namespace certus {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are stored little-endian");

using Json = nlohmann::ordered_json;
constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 16 << 20;
constexpr std::size_t kMaxFileBytes = std::size_t{8} << 30;

float from_bfloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

template <typename Stored, typename Convert>
std::vector<float> decode(std::string_view bytes, Convert convert) {
  std::vector<float> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    values[i] = convert(stored);
  }
  return values;
}

/// Bytes per number, or 0 for an unknown type.
std::size_t bytes_of(const std::string& type) {
  if (type == "F64" || type == "I64" || type == "U64") return 8;
  if (type == "F32" || type == "I32" || type == "U32") return 4;
  if (type == "F16" || type == "BF16" || type == "I16" || type == "U16") return 2;
  if (type == "I8" || type == "U8" || type == "BOOL") return 1;
  return 0;
}

/// The header as JSON. Repeated names, which JSON readers accept silently, fail.
Json parse_header(const std::filesystem::path& path, std::string_view text) {
  check_json_nesting(path, text);
  std::set<std::string> names;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1 && !names.insert(parsed.get<std::string>()).second) {
      fail(ErrorKind::kData, path, ": tensor '", parsed.get<std::string>(), "' is in the header twice");
    }
    return true;
  };
  Json header = Json::parse(text, watch, /*allow_exceptions=*/false);
  if (!header.is_object()) {
    fail(ErrorKind::kData, path,
         ": the header is not a JSON object; expected a safetensors file, possibly damaged");
  }
  return header;
}

struct Entry {
  std::string name, type;
  Shape shape;
  std::uint64_t begin = 0, end = 0;
};

Entry parse_entry(const std::filesystem::path& path, const std::string& name, const Json& json,
                  std::uint64_t data_bytes) {
  const auto wrong = [&](const auto&... parts) {
    fail(ErrorKind::kData, path, ": tensor '", name, "': ", parts...);
  };
  if (!json.is_object() || !json.contains("dtype") || !json["dtype"].is_string() || !json.contains("shape") ||
      !json["shape"].is_array() || !json.contains("data_offsets") || !json["data_offsets"].is_array() ||
      json["data_offsets"].size() != 2) {
    wrong("its entry lacks dtype, shape or data_offsets; damaged header?");
  }
  Entry entry{.name = name, .type = json["dtype"].get<std::string>()};
  const std::size_t number_bytes = bytes_of(entry.type);
  if (number_bytes == 0) wrong("type '", entry.type, "' is not known, expected F32, F16, BF16 or F64");
  for (const Json& size : json["shape"]) {
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() > (std::uint64_t{1} << 40)) {
      wrong("its shape holds ", size.dump(), ", expected sizes");
    }
    entry.shape.push_back(size.get<std::int64_t>());
  }
  if (entry.shape.size() > 16) wrong("has ", entry.shape.size(), " axes, expected at most 16");
  for (const Json& offset : json["data_offsets"]) {
    if (!offset.is_number_unsigned()) wrong("its offset is ", offset.dump(), ", expected a byte position");
  }
  entry.begin = json["data_offsets"][0].get<std::uint64_t>();
  entry.end = json["data_offsets"][1].get<std::uint64_t>();
  if (entry.begin > entry.end || entry.end > data_bytes) {
    wrong("lies in bytes ", entry.begin, " to ", entry.end, " of ", data_bytes, "; truncated file?");
  }
  const auto count = static_cast<std::uint64_t>(element_count(entry.shape));
  if (count > data_bytes || count * number_bytes != entry.end - entry.begin) {
    wrong("has ", entry.end - entry.begin, " bytes, expected ", shape_text(entry.shape), " numbers of ",
          number_bytes, " bytes");
  }
  return entry;
}

/// Fails unless the tensors fill the data without overlaps or holes, as the format requires.
void check_layout(const std::filesystem::path& path, std::vector<Entry> entries, std::uint64_t data_bytes) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t at = 0;
  for (const Entry& entry : entries) {
    if (entry.begin != at) {
      fail(ErrorKind::kData, path, ": tensor '", entry.name, "' begins at byte ", entry.begin, ", expected ",
           at, entry.begin < at ? "; it overlaps another" : "; there is a hole before it");
    }
    at = entry.end;
  }
  if (at != data_bytes) {
    fail(ErrorKind::kData, path, ": the tensors end at byte ", at, " of ", data_bytes,
         "; bytes that belong to no tensor follow");
  }
}

}  // namespace

NamedTensors read_safetensors(const std::filesystem::path& path) {
  const std::string file = read_file(path, kMaxFileBytes);
  std::uint64_t header_bytes = 0;
  if (file.size() >= kLengthBytes) std::memcpy(&header_bytes, file.data(), kLengthBytes);
  if (file.size() < kLengthBytes || header_bytes > kMaxHeaderBytes ||
      header_bytes > file.size() - kLengthBytes) {
    fail(ErrorKind::kData, path, ": is not a whole safetensors file (", file.size(),
         file.size() == 1 ? " byte" : " bytes", ", with a header of ", header_bytes,
         "); truncated or another format?");
  }
  const std::string_view all(file);
  const Json header = parse_header(path, all.substr(kLengthBytes, header_bytes));
  const std::string_view data = all.substr(kLengthBytes + header_bytes);

  NamedTensors content;
  std::vector<Entry> entries;
  for (const auto& [name, json] : header.items()) {
    if (name == "__metadata__") {
      if (!json.is_object())
        fail(ErrorKind::kData, path, ": __metadata__ is not an object of texts; damaged header?");
      for (const auto& [key, value] : json.items()) {
        if (!value.is_string())
          fail(ErrorKind::kData, path, ": __metadata__ '", key, "' is not a text; damaged header?");
        content.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    entries.push_back(parse_entry(path, name, json, data.size()));
  }
  check_layout(path, entries, data.size());
  for (const Entry& entry : entries) {
    const std::string_view bytes = data.substr(entry.begin, entry.end - entry.begin);
    std::vector<float> values;
    if (entry.type == "F32") {
      values = decode<float>(bytes, [](float v) { return v; });
    } else if (entry.type == "F64") {
      values = decode<double>(bytes, [](double v) { return static_cast<float>(v); });
    } else if (entry.type == "F16") {
      values = decode<std::uint16_t>(bytes, float_from_half);
    } else if (entry.type == "BF16") {
      values = decode<std::uint16_t>(bytes, from_bfloat);
    } else {
      continue;  // an integer: a counter, not a weight
    }
    content.tensors[entry.name] = {entry.shape, std::move(values)};
  }
  return content;
}

void write_safetensors(const std::filesystem::path& path, const NamedTensors& content, Overwrite overwrite) {
  Json header = Json::object();
  if (!content.metadata.empty()) header["__metadata__"] = content.metadata;
  std::uint64_t at = 0;
  for (const auto& [name, tensor] : content.tensors) {
    CERTUS_CHECK(element_count(tensor.shape) == static_cast<std::int64_t>(tensor.values.size()));
    const std::uint64_t end = at + tensor.values.size() * sizeof(float);
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {at, end}}};
    at = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the numbers are aligned
  const std::uint64_t header_bytes = text.size();
  std::string file(kLengthBytes, '\0');
  std::memcpy(file.data(), &header_bytes, kLengthBytes);
  file += text;
  file.reserve(file.size() + at);
  for (const auto& [name, tensor] : content.tensors) {
    file.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
  }
  write_file(path, file, overwrite);
}

}  // namespace certus
