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

/// Parts of a wide table are set apart like tables of their own.
std::string table_in(const Table& table, Format format) {
  constexpr std::size_t kTerminal = 100;
  if (!table.is_wide || format != Format::kText) return render(table, format);
  std::string out;
  for (const Table& part : in_parts(table, kTerminal))
    out += (out.empty() ? "" : "\n") + render(part, format);
  return out;
}

}  // namespace

std::string render(const Document& document, Format format) {
  if (format == Format::kJson) {
    // Paths are bytes; what is not UTF-8 in them must not make the whole output fail.
    return document.json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  std::string out;
  bool after_sentence = false;
  for (const auto& block : document.blocks) {
    const auto* sentence = std::get_if<std::string>(&block);
    // Sentences in a row stay together; everything else is set apart by an empty line. Markdown needs it
    // anyway.
    if (!out.empty() && !(sentence != nullptr && after_sentence && format != Format::kMarkdown)) out += "\n";
    out += sentence != nullptr ? sentence_in(*sentence, format) : table_in(std::get<Table>(block), format);
    after_sentence = sentence != nullptr;
  }
  return out;
}

}  // namespace certus
