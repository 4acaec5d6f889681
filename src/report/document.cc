#include "certus/report/document.h"

#include <algorithm>

#include "certus/base/utf8.h"
#include "certus/base/wrapped_text.h"
#include "certus/report/json_values.h"
#include "certus/report/markup_text.h"

namespace certus {
namespace {

std::string sentence_in(const std::string& sentence, Format format, std::size_t columns) {
  if (format == Format::kMarkdown) return markdown_text(sentence) + "\n";
  if (format == Format::kText) {
    const std::size_t indent = std::min(sentence.find_first_not_of(' '), sentence.size());
    return wrapped_text(one_line(sentence), columns, {.first = indent, .others = indent + 2});
  }
  return (format == Format::kLatex ? "% " : "# ") + one_line(sentence) + "\n";
}

}  // namespace

JsonValue::JsonValue() = default;
JsonValue::JsonValue(const JsonValue& other)
    : held_(other.held_ ? std::make_unique<Held>(*other.held_) : nullptr) {}
JsonValue::JsonValue(JsonValue&& other) noexcept = default;
JsonValue& JsonValue::operator=(JsonValue other) noexcept {
  held_.swap(other.held_);
  return *this;
}
JsonValue::~JsonValue() = default;

std::string JsonValue::text() const {
  // Paths are bytes; what is not UTF-8 in them must not make the whole output fail.
  return held().value.dump(2, ' ', false, Json::error_handler_t::replace);
}

JsonValue::Held& JsonValue::held() {
  if (!held_) held_ = std::make_unique<Held>();
  return *held_;
}

const JsonValue::Held& JsonValue::held() const {
  static const Held null;
  return held_ ? *held_ : null;
}

Document in_sequence(std::vector<Document> documents) {
  Document all;
  json_in(all) = Json::array();
  for (Document& one : documents) {
    json_in(all).push_back(std::move(json_in(one)));
    for (auto& block : one.blocks) all.blocks.push_back(std::move(block));
  }
  return all;
}

std::string render(const Document& document, Format format, std::size_t columns) {
  if (format == Format::kJson) return document.json.text() + "\n";
  std::string out;
  bool after_sentence = false;
  for (const auto& block : document.blocks) {
    const auto* sentence = std::get_if<std::string>(&block);
    // Sentences in a row stay together; everything else is set apart by an empty line. Markdown needs it
    // anyway.
    if (!out.empty() && !(sentence != nullptr && after_sentence && format != Format::kMarkdown)) out += "\n";
    out += sentence != nullptr ? sentence_in(*sentence, format, columns)
                               : render(std::get<Table>(block), format, columns);
    after_sentence = sentence != nullptr;
  }
  return out;
}

}  // namespace certus
