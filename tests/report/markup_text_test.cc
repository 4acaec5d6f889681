#include "certus/report/markup_text.h"

namespace certus {
namespace {

TEST(MarkdownText, IsNoMarkup) {
  EXPECT_EQ(markdown_text("<b>&`x`\\|*_~[a](u)$"), "&lt;b&gt;&amp;\\`x\\`\\\\\\|\\*\\_\\~\\[a\\](u)\\$");
  EXPECT_EQ(markdown_text("two\nlines"), "two lines");
}

std::string latex(const std::string& text) {
  std::size_t replaced = 0;
  const std::string out = latex_text(text, replaced);
  EXPECT_EQ(replaced, 0u) << text;
  return out;
}

TEST(LatexText, IsNoMarkup) {
  EXPECT_EQ(latex("a|b\"c`d"), "a\\textbar{}b''c\\textasciigrave{}d");
  EXPECT_EQ(latex("--to---n-x"), "-{}-to-{}-{}-n-x");
  EXPECT_EQ(latex("#$%&_{}\\~^<>"),
            "\\#\\$\\%\\&\\_\\{\\}\\textbackslash{}\\textasciitilde{}\\textasciicircum{}$<$$>$");
}

TEST(LatexText, SetsGreekAndWesternLetters) {
  EXPECT_EQ(latex("\u03c3 \u03b1 \u03a9 \u00e9 p_A \u2265 0.9 \u2265"),
            "$\\sigma$ $\\alpha$ $\\Omega$ \u00e9 $p_A \\geq$ 0.9 $\\geq$");
}

TEST(LatexText, CountsWhatItCannotSet) {
  std::size_t replaced = 0;
  EXPECT_EQ(latex_text("a\u65e5\u0416\xff", replaced), "a???");
  EXPECT_EQ(replaced, 3u);
}

}  // namespace
}  // namespace certus
