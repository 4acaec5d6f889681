#include "certus/report/document.h"

#include "certus/base/utf8.h"
#include "certus/report/markup_text.h"

namespace certus {
namespace {

std::string sentence_in(const std::string& sentence, Format format) {
  if (format == Format::kMarkdown) return markdown_text(sentence) + "\n";
  const char* prefix = format == Format::kLatex ? "% " : format == Format::kCsv ? "# " : "";
  return prefix + one_line(sentence) + "\n";
}

}  // namespace

std::string render(const Document& document, Format format) {
  if (format == Format::kJson) {
    // Paths are bytes; what is not UTF-8 in them must not cost the whole output.
    return document.json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  std::string out;
  bool after_sentence = false;
  for (const auto& block : document.blocks) {
    const auto* sentence = std::get_if<std::string>(&block);
    // Sentences in a row stay together; everything else is set apart by an empty line. Markdown needs it
    // anyway.
    if (!out.empty() && !(sentence != nullptr && after_sentence && format != Format::kMarkdown)) out += "\n";
    out += sentence != nullptr ? sentence_in(*sentence, format) : render(std::get<Table>(block), format);
    after_sentence = sentence != nullptr;
  }
  return out;
}

Json json_of(const std::vector<Estimate>& estimates, const char* at) {
  Json out = Json::array();
  for (const Estimate& e : estimates) {
    out.push_back({{at, e.at}, {"value", e.value}, {"lower", e.lower}, {"upper", e.upper}});
  }
  return out;
}

}  // namespace certus
