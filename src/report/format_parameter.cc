#include "certus/report/format_parameter.h"

#include "certus/base/parameters.h"

namespace certus {

Parameter& describe_format(Parameters& p, Format& format) {
  return p
      .add_choice<Format>("format", format,
                          {{"text", Format::kText},
                           {"markdown", Format::kMarkdown},
                           {"latex", Format::kLatex},
                           {"csv", Format::kCsv},
                           {"json", Format::kJson}},
                          "how to print")
      .shown_as("F");
}

}  // namespace certus
