#pragma once

#include <cstddef>
#include <string>

namespace certus {

/// Text that Markdown shows as it is: no mark-up, no HTML, in one line.
std::string markdown_text(const std::string& text);

/// Text that LaTeX shows as it is, in one line; Greek letters and p_A are set as in print.
/// @param replaced  counts the characters that pdflatex cannot set without further packages; they become '?'
std::string latex_text(const std::string& text, std::size_t& replaced);

}  // namespace certus
