#include "certus/report/table.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

Table example() {
  return {.title = "A_title",
          .header = {"log", "rows", "share %"},
          .rows = {{text_cell("a_b,c|d"), count_cell(10'000), percent_cell(0.12345, 1)},
                   {text_cell("x"), count_cell(7), percent_cell(1.0 / 3.0, 1)}}};
}

TEST(Table, AsText) {
  EXPECT_EQ(render(example(), Format::kText),
            "A_title\n"
            "  log        rows  share %\n"
            "  -------  ------  -------\n"
            "  a_b,c|d  10,000     12.3\n"
            "  x             7     33.3\n");
}

TEST(Table, AsMarkdown) {
  EXPECT_EQ(render(example(), Format::kMarkdown),
            "**A_title**\n\n| log | rows | share % |\n| :-- | --: | --: |\n| a\\_b,c\\|d | 10,000 | 12.3 "
            "|\n| x | 7 | 33.3 |\n");
}

TEST(Table, AsLatex) {
  EXPECT_EQ(render(example(), Format::kLatex),
            "\\begin{table}\n\\centering\n\\caption{A\\_title}\n\\begin{tabular}{lrr}\n\\toprule\n"
            "log & rows & share \\% \\\\\n\\midrule\na\\_b,c|d & 10,000 & 12.3 \\\\\nx & 7 & 33.3 \\\\\n"
            "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

TEST(Table, AsCsvHasAllDigits) {
  EXPECT_EQ(render(example(), Format::kCsv),
            "# A_title\nlog,rows,share %\n\"a_b,c|d\",10000,12.345\nx,7,33.33333333333333\n");
}

TEST(Table, AlignsTextBeyondAscii) {
  const Table table{.title = "",
                    .header = {"σ", "n"},
                    .rows = {{text_cell("é"), count_cell(1)}, {text_cell("ab"), count_cell(2)}}};
  EXPECT_EQ(render(table, Format::kText), "  σ   n\n  --  -\n  é   1\n  ab  2\n");
}

}  // namespace
}  // namespace certus
