#include "certus/report/document.h"

#include <gtest/gtest.h>

#include "certus/report/json_values.h"

namespace certus {
namespace {

TEST(Document, SetsBlocksApart) {
  Document document;
  document.add(Table{.title = "", .header = {"a"}, .rows = {{count_cell(1)}}});
  document.add("One.");
  document.add("Two.");
  json_in(document) = {{"x", 0.1}};
  EXPECT_EQ(render(document, Format::kText), "  a\n  -\n  1\n\nOne.\nTwo.\n");
  EXPECT_EQ(render(document, Format::kCsv), "a\n1\n\n# One.\n# Two.\n");
  EXPECT_EQ(render(document, Format::kLatex).substr(0, 14), "\\begin{table}\n");
  EXPECT_EQ(render(document, Format::kJson), "{\n  \"x\": 0.1\n}\n");
}

TEST(Document, BreaksLinesOfTextOnly) {
  Document document;
  document.add(Table{.title = "A title of many words",
                     .header = {"name", "first", "second"},
                     .rows = {{text_cell("a"), count_cell(1), count_cell(2)}}});
  document.add("A sentence of many words.");
  document.add("  An indented one.");
  EXPECT_EQ(render(document, Format::kText, 16),
            "A title of many\n  words\n  name  first\n  ----  -----\n  a         1\n\n"
            "A title of many\n  words\n  name  second\n  ----  ------\n  a          2\n\n"
            "A sentence of\n  many words.\n  An indented\n    one.\n");
  EXPECT_EQ(render(document, Format::kCsv, 16),
            "# A title of many words\nname,first,second\na,1,2\n\n# A sentence of many words.\n#   An "
            "indented one.\n");
}

}  // namespace
}  // namespace certus
