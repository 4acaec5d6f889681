#include "certus/report/figure_layout.h"

namespace certus {
namespace {

Panel panel_with(const std::vector<std::string>& labels, const std::string& x_label = "x") {
  Panel panel{.title = "", .x = {.label = x_label}, .y = {.label = "y"}, .series = {}};
  for (const std::string& label : labels)
    panel.series.push_back({.label = label, .x = {0, 1}, .y = {1, 2}, .low = {}, .high = {}});
  return panel;
}

Figure figure_of(std::vector<Panel> panels) {
  return {.title = "title", .panels = std::move(panels)};
}

/// Inside the figure, and not over each other.
void expect_apart(const FigureLayout& layout) {
  for (std::size_t i = 0; i < layout.panels.size(); ++i) {
    const PanelLayout& a = layout.panels[i];
    EXPECT_GT(a.left, 0.0);
    EXPECT_LT(a.right, layout.width);
    EXPECT_GT(a.bottom, 0.0);
    EXPECT_LT(a.top, layout.height);
    EXPECT_LT(a.left, a.right);
    EXPECT_LT(a.bottom, a.top);
    EXPECT_LT(a.y_label, a.left);
    for (const LegendEntry& entry : a.legend) {
      EXPECT_GT(entry.middle, a.top) << entry.text;
      EXPECT_LT(entry.middle, layout.height) << entry.text;
      EXPECT_GE(entry.left, 0.0) << entry.text;
      EXPECT_LT(entry.left, layout.width) << entry.text;
    }
    for (std::size_t j = 0; j < i; ++j) {
      const PanelLayout& b = layout.panels[j];
      EXPECT_TRUE(b.right < a.left || a.top < b.bottom) << i << ' ' << j;
    }
  }
}

TEST(FigureLayout, ColumnsStackPanelsAndPagesSetThemSideBySide) {
  const Figure figure = figure_of({panel_with({"a", "b"}), panel_with({})});
  const FigureLayout column = lay_out(figure, style_of(FigureSize::kColumn));
  EXPECT_EQ(column.width, 3.25);
  expect_apart(column);
  EXPECT_EQ(column.panels[0].left, column.panels[1].left);
  EXPECT_GT(column.panels[0].bottom, column.panels[1].top);
  const FigureLayout page = lay_out(figure, style_of(FigureSize::kPage));
  EXPECT_EQ(page.width, 6.75);
  expect_apart(page);
  EXPECT_EQ(page.panels[0].bottom, page.panels[1].bottom);
  EXPECT_LT(page.panels[0].right, page.panels[1].left);
  expect_apart(lay_out(figure, style_of(FigureSize::kScreen)));
}

TEST(FigureLayout, FourPanelsFillASquareOnAPage) {
  const Figure figure = figure_of({panel_with({"a"}), panel_with({}), panel_with({}), panel_with({})});
  const FigureLayout page = lay_out(figure, style_of(FigureSize::kPage));
  expect_apart(page);
  EXPECT_EQ(page.panels[0].left, page.panels[2].left);
  EXPECT_EQ(page.panels[2].bottom, page.panels[3].bottom);
}

TEST(FigureLayout, AnXLabelThatThePanelBelowHasIsLeftOut) {
  const FigureStyle column = style_of(FigureSize::kColumn);
  const FigureLayout same = lay_out(figure_of({panel_with({}), panel_with({})}), column);
  EXPECT_FALSE(same.panels[0].x_label);
  EXPECT_TRUE(same.panels[1].x_label);
  const FigureLayout other = lay_out(figure_of({panel_with({}, "x"), panel_with({}, "z")}), column);
  EXPECT_TRUE(other.panels[0].x_label);
  const FigureLayout beside =
      lay_out(figure_of({panel_with({}), panel_with({})}), style_of(FigureSize::kPage));
  EXPECT_TRUE(beside.panels[0].x_label);
}

TEST(FigureLayout, LegendsTakeRowsAsTheyNeedThemAndTheFigureGrows) {
  const FigureStyle style = style_of(FigureSize::kColumn);
  const FigureLayout few = lay_out(figure_of({panel_with({"a", "b"})}), style);
  ASSERT_EQ(few.panels[0].legend.size(), 2u);
  EXPECT_EQ(few.panels[0].legend[0].middle, few.panels[0].legend[1].middle);
  EXPECT_LT(few.panels[0].legend[0].left, few.panels[0].legend[1].left);
  std::vector<std::string> labels;
  for (int i = 0; i < 21; ++i) labels.push_back("method number " + std::to_string(i));
  const FigureLayout many = lay_out(figure_of({panel_with(labels)}), style);
  EXPECT_GT(many.height, few.height + 0.5);
  expect_apart(many);
}

TEST(FigureLayout, LongLabelsAreShortenedToTheRoomThereIs) {
  const std::string label(300, 'x');
  const FigureLayout layout = lay_out(figure_of({panel_with({label, "b"})}), style_of(FigureSize::kColumn));
  const LegendEntry& entry = layout.panels[0].legend[0];
  EXPECT_LT(characters(entry.text), 60u);
  EXPECT_THAT(entry.text, ::testing::HasSubstr("x\u2026x"));
  expect_apart(layout);
}

TEST(FigureLayout, ShortenedTextKeepsBothEndsAndWholeCharacters) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 5), "ab\u2026ef");
  EXPECT_EQ(shortened("\u03c3\u03c3\u03c3\u03c3", 3), "\u03c3\u2026\u03c3");
  EXPECT_EQ(characters("\u03c3 = 1"), 5u);
}

}  // namespace
}  // namespace certus
