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

}  // namespace
}  // namespace certus
