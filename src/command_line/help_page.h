#pragma once

#include <string>
#include <vector>

#include "certus/base/embedded_file.h"

namespace certus::cli {

/// A command line, and what it shows.
struct Example {
  std::string line;
  std::string what;
};

/// What a person reads about a command, except its options, which describe themselves.
struct HelpPage {
  std::string summary;  ///< one line
  std::vector<std::string> paragraphs;
  std::vector<Example> examples;
};

/// Reads a page of help/NAME.txt:
///
///   one line that says what the command is for
///
///   Paragraphs, each of one or more lines, with empty lines between them.
///
///       certus evaluate noise_0.5.tsv
///           what this command line shows
///
/// A command line is indented by four blanks, and stands on one line; what it shows is indented by eight.
/// Fails, naming file and line, on anything else, and on a page without summary, paragraph or example.
HelpPage parse_help_page(const EmbeddedFile& file);

}  // namespace certus::cli
