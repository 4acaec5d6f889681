#include "certus/report/figure_text.h"

namespace certus {
namespace {

Figure figure_called(const std::string& name) {
  return {.title = name,
          .panels = {{.title = name,
                      .x = {.label = name, .ticks = {{0, name}}},
                      .y = {.label = name},
                      .series = {{.label = name, .x = {}, .y = {}, .low = {}, .high = {}}}}},
          .notes = {name}};
}

void expect_texts(const Figure& figure, const std::string& text) {
  const Panel& panel = figure.panels[0];
  for (const std::string& found : {figure.title, panel.title, panel.x.label, panel.y.label,
                                   panel.x.ticks[0].second, panel.series[0].label})
    EXPECT_EQ(found, text);
}

TEST(FigureText, IsUtf8) {
  const Figure figure = with_valid_text(figure_called("a\xff"));
  expect_texts(figure, "a\uFFFD");
  EXPECT_EQ(figure.notes[0], "a\uFFFD");
}

TEST(FigureText, KeepsToCharactersThatFontsHave) {
  Figure figure = figure_called("\u65e5\u672c \u03c3 \u00fc \u2026 \u2265 \uFFFD");
  EXPECT_EQ(replace_rare_characters(figure), 6u * 3u);
  expect_texts(figure, "?? \u03c3 \u00fc \u2026 \u2265 ?");
  EXPECT_EQ(replace_rare_characters(figure), 0u);
}

}  // namespace
}  // namespace certus
