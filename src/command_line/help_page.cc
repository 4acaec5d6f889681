#include "certus/command_line/help_page.h"

#include "certus/base/error.h"
#include "certus/base/split_text.h"

namespace certus::cli {
namespace {

constexpr std::size_t kLineIndent = 4, kWhatIndent = 8;

/// Takes the lines of a page one after the other.
class PageReader {
 public:
  explicit PageReader(std::string_view name) : name_(name) {}

  void take(std::string_view line) {
    ++number_;
    const std::size_t indent = line.find_first_not_of(' ');
    if (number_ == 1) return take_summary(line, indent);
    if (indent == std::string_view::npos) return end_block(line);
    const std::string text(line.substr(indent));
    if (number_ == 2) bad("an empty line is expected after the summary");
    if (indent == 0) return take_paragraph(text);
    if (indent == kLineIndent) return take_example(text);
    if (indent == kWhatIndent) return take_what(text);
    bad(join_text("indented by ", indent, " blanks, expected 0 in a paragraph, ", kLineIndent,
                  " before a command line, ", kWhatIndent, " before what it shows"));
  }

  HelpPage finish() {
    if (page_.paragraphs.empty()) bad("the page ends without a paragraph");
    if (page_.examples.empty()) bad("the page ends without an example");
    check_example_is_explained();
    return std::move(page_);
  }

 private:
  [[noreturn]] void bad(const std::string& why) const {
    fail(ErrorKind::kConfig, "help/", name_, ".txt:", number_, ": ", why);
  }

  void take_summary(std::string_view line, std::size_t indent) {
    if (indent != 0) bad("a summary is expected in the first line");
    page_.summary = line;
  }

  void take_paragraph(const std::string& text) {
    if (!page_.examples.empty()) bad("a paragraph stands behind the examples, expected before them");
    if (!in_block_) page_.paragraphs.emplace_back();
    std::string& paragraph = page_.paragraphs.back();
    paragraph += (paragraph.empty() ? "" : " ") + text;
    in_block_ = true;
  }

  void take_example(const std::string& text) {
    if (page_.examples.empty() && in_block_) bad("an empty line is expected before the examples");
    check_example_is_explained();
    page_.examples.push_back({text, ""});
    in_block_ = true;
  }

  void take_what(const std::string& text) {
    if (page_.examples.empty() || !in_block_)
      bad("this belongs to no example, expected right behind a command line");
    std::string& what = page_.examples.back().what;
    what += (what.empty() ? "" : " ") + text;
  }

  void end_block(std::string_view line) {
    if (!line.empty()) bad("blanks stand on an empty line");
    in_block_ = false;
  }

  void check_example_is_explained() const {
    if (!page_.examples.empty() && page_.examples.back().what.empty())
      bad(join_text("the example '", page_.examples.back().line, "' does not say what it shows"));
  }

  std::string_view name_;
  HelpPage page_;
  int number_ = 0;
  bool in_block_ = false;  ///< the line before was not empty
};

}  // namespace

HelpPage parse_help_page(const EmbeddedFile& file) {
  PageReader reader(file.name);
  std::string_view rest = file.content;
  if (rest.ends_with('\n')) rest.remove_suffix(1);
  for (const std::string_view line : split_text(rest, '\n')) reader.take(line);
  return reader.finish();
}

}  // namespace certus::cli
