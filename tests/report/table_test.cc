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

TEST(Table, AsTextIsShownInPartsWhereItIsTooWide) {
  Table table = example();
  table.header.emplace_back("seen");
  for (auto& row : table.rows) row.push_back(count_cell(1));
  table.key_columns = 2;
  EXPECT_EQ(render(table, Format::kText, 26),
            "A_title\n"
            "  log        rows  share %\n"
            "  -------  ------  -------\n"
            "  a_b,c|d  10,000     12.3\n"
            "  x             7     33.3\n"
            "\n"
            "A_title\n"
            "  log        rows  seen\n"
            "  -------  ------  ----\n"
            "  a_b,c|d  10,000     1\n"
            "  x             7     1\n");
  EXPECT_EQ(render(table, Format::kCsv, 26), render(table, Format::kCsv));
}

TEST(Table, NumbersForMachinesHaveTenDigits) {
  EXPECT_EQ(percent_cell(0.487, 1).csv, "48.7");
  EXPECT_EQ(real_cell(48.699999999999996, 1).csv, "48.7");
  EXPECT_EQ(real_cell(2.0 / 3.0, 3).csv, "0.6666666667");
  EXPECT_EQ(real_cell(1e-7 / 3.0, 3).csv, "3.333333333e-08");
  EXPECT_EQ(real_cell(12'345'678.0, 0).csv, "12345678");
  EXPECT_EQ(exact_cell(0.1 + 0.2).csv, "0.30000000000000004");
}

TEST(Table, InPartsRepeatsTheNames) {
  const auto parts = in_parts(example(), 20);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(render(parts[0], Format::kText),
            "A_title\n"
            "  log        rows\n"
            "  -------  ------\n"
            "  a_b,c|d  10,000\n"
            "  x             7\n");
  EXPECT_EQ(render(parts[1], Format::kText),
            "A_title\n"
            "  log      share %\n"
            "  -------  -------\n"
            "  a_b,c|d     12.3\n"
            "  x           33.3\n");
  EXPECT_EQ(in_parts(example(), 26).size(), 1u);
  EXPECT_EQ(in_parts(example(), 25).size(), 2u);
}

TEST(Table, AsMarkdown) {
  EXPECT_EQ(render(example(), Format::kMarkdown),
            "**A\\_title**\n\n| log | rows | share % |\n| :-- | --: | --: |\n| a\\_b,c\\|d | 10,000 | 12.3 "
            "|\n| x | 7 | 33.3 |\n");
}

TEST(Table, AsLatex) {
  EXPECT_EQ(
      render(example(), Format::kLatex),
      "\\begin{table}\n\\centering\n\\caption{A\\_title}\n\\begin{tabular}{lrr}\n\\toprule\n"
      "log & rows & share \\% \\\\\n\\midrule\na\\_b,c\\textbar{}d & 10,000 & 12.3 \\\\\nx & 7 & 33.3 \\\\\n"
      "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

TEST(Table, AsCsvHasAllDigits) {
  EXPECT_EQ(render(example(), Format::kCsv),
            "# A_title\nlog,rows,share %\n\"a_b,c|d\",10000,12.345\nx,7,33.33333333\n");
}

TEST(Table, AlignsTextBeyondAscii) {
  const Table table{.title = "",
                    .header = {"σ", "n"},
                    .rows = {{text_cell("é"), count_cell(1)}, {text_cell("ab"), count_cell(2)}}};
  EXPECT_EQ(render(table, Format::kText), "  σ   n\n  --  -\n  é   1\n  ab  2\n");
}

Table marked() {
  Table table{.title = "T",
              .header = {"\u03c3", "method", "p_A \u2265 1"},
              .rows = {{text_cell("1"), text_cell("a"), real_cell(3, 0)},
                       {text_cell(""), text_cell("b_c"), real_cell(12, 0)},
                       {text_cell("2"), text_cell("a"), real_cell(5, 0)}},
              .left_columns = 2,
              .group_starts = {2},
              .marks = MarkWords{.where = "within each \u03c3", .worse = "worse than b_c"}};
  table.rows[0][2].marks = {.second = true, .worse = true};
  table.rows[1][2].marks = {.best = true};
  return table;
}

TEST(MarkedTable, AsTextHasSignsBehindNumbers) {
  EXPECT_EQ(render(marked(), Format::kText),
            "T\n"
            "  \u03c3  method  p_A \u2265 1\n"
            "  -  ------  ---------\n"
            "  1  a             3+-\n"
            "     b_c          12*\n"
            "\n"
            "  2  a             5\n"
            "  * best, + second, - worse than b_c; within each \u03c3\n");
}

TEST(MarkedTable, AsMarkdownIsBoldUnderlinedAndItalic) {
  const std::string text = render(marked(), Format::kMarkdown);
  EXPECT_NE(text.find("| :-- | :-- | --: |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| 1 | a | <u>*3*</u> |\n|  | b\\_c | **12** |\n| 2 | a | 5 |\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n\n**bold** best, <u>underlined</u> second, *italic* worse than b\\_c; within each"),
            std::string::npos)
      << text;
}

TEST(MarkedTable, AsLatexIsForPapers) {
  EXPECT_EQ(
      render(marked(), Format::kLatex),
      "% needs \\usepackage{booktabs} and \\usepackage{xcolor}\n"
      "\\begin{table*}\n\\centering\n"
      "\\caption{T. \\textbf{Bold}: best, \\underline{underlined}: second, \\textcolor{gray}{grey}: worse "
      "than b\\_c; within each $\\sigma$.}\n"
      "\\small\n\\setlength{\\tabcolsep}{4pt}\n\\begin{tabular}{llr}\n\\toprule\n"
      "$\\sigma$ & method & $p_A \\geq$ 1 \\\\\n\\midrule\n"
      "1 & a & \\textcolor{gray}{\\underline{3}} \\\\\n & b\\_c & \\textbf{12} \\\\\n\\midrule\n"
      "2 & a & 5 \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table*}\n");
}

TEST(MarkedTable, AsCsvHasColumnsOfMarks) {
  EXPECT_EQ(render(marked(), Format::kCsv),
            "# T\nsigma,method,p_A >= 1,p_A >= 1 mark\n1,a,3,second worse\n,b_c,12,best\n2,a,5,\n");
}

Table called(const std::string& name) {
  return {.title = "", .header = {"log", "n"}, .rows = {{text_cell(name), count_cell(1)}}};
}

TEST(HostileNames, StayInTheirRow) {
  const std::string name = "a\nb\x1b[31m\xff";
  EXPECT_EQ(render(called(name), Format::kText), "  log        n\n  ---------  -\n  a b [31m\uFFFD  1\n");
  EXPECT_NE(render(called(name), Format::kMarkdown).find("| a b \\[31m\uFFFD | 1 |"), std::string::npos);
  EXPECT_NE(render(called(name), Format::kLatex).find("a b [31m? & 1"), std::string::npos);
  EXPECT_EQ(render(called("a\rb\xff"), Format::kCsv), "log,n\n\"a\rb\uFFFD\",1\n");
}

TEST(WideTable, IsMadeAsWideAsThePage) {
  Table table = marked();
  EXPECT_EQ(render(table, Format::kLatex).find("resizebox"), std::string::npos);
  table.header.resize(19, "x");
  for (auto& row : table.rows) row.resize(19, real_cell(1, 0));
  const std::string text = render(table, Format::kLatex);
  EXPECT_NE(text.find("% needs \\usepackage{booktabs}, \\usepackage{graphicx} and \\usepackage{xcolor}\n"),
            std::string::npos);
  EXPECT_NE(text.find("\\resizebox{\\textwidth}{!}{%\n\\begin{tabular}"), std::string::npos);
  EXPECT_NE(text.find("\\end{tabular}}\n"), std::string::npos);
}

// After \\ LaTeX takes [ and * for its own.
TEST(LatexTable, BeginsNoRowWithAnArgument) {
  EXPECT_NE(render(called("[2pt]"), Format::kLatex).find("\n{}[2pt] & 1"), std::string::npos);
  EXPECT_NE(render(called("*"), Format::kLatex).find("\n{}* & 1"), std::string::npos);
  EXPECT_NE(render(called(" [x]"), Format::kLatex).find("\n{} [x] & 1"), std::string::npos);
  EXPECT_NE(render(called("a[b]*"), Format::kLatex).find("\na[b]* & 1"), std::string::npos);
}

TEST(LatexTable, TellsOfCharactersItCannotSet) {
  const std::string text = render(called("\u65e5\u672c"), Format::kLatex);
  EXPECT_EQ(text.find("% 2 characters that pdflatex cannot set without further packages: shown as ?\n"), 0u);
  EXPECT_EQ(render(called("\u00e9"), Format::kLatex).find('%'), std::string::npos);
}

TEST(Table, DeviationsHaveColumnsOfTheirOwnInCsv) {
  Cell mean = real_cell(1.25, 1);
  mean.text += " \u00b1 0.5";
  mean.csv_deviation = "0.5";
  const Table table{
      .title = "", .header = {"name", "x", "y"}, .rows = {{text_cell("a"), mean, real_cell(2, 0)}}};
  EXPECT_EQ(render(table, Format::kCsv), "name,x,x sd,y\na,1.25,0.5,2\n");
  EXPECT_THAT(render(table, Format::kText), ::testing::HasSubstr("1.3 \u00b1 0.5"));
}

}  // namespace
}  // namespace certus
