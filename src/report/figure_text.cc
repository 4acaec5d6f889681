#include "certus/report/figure_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "certus/base/utf8.h"

namespace certus {
namespace {

// Latin, Greek, Cyrillic, punctuation and a few signs: in the fonts that stand for Times and sans everywhere.
constexpr std::array<std::pair<char32_t, char32_t>, 18> kCommon = {{{0x20, 0x7E},
                                                                    {0xA0, 0x17F},
                                                                    {0x384, 0x38A},
                                                                    {0x38C, 0x38C},
                                                                    {0x38E, 0x3A1},
                                                                    {0x3A3, 0x3CE},
                                                                    {0x400, 0x45F},
                                                                    {0x2013, 0x2015},
                                                                    {0x2018, 0x201E},
                                                                    {0x2020, 0x2022},
                                                                    {0x2026, 0x2026},
                                                                    {0x20AC, 0x20AC},
                                                                    {0x2122, 0x2122},
                                                                    {0x2190, 0x2195},
                                                                    {0x2212, 0x2212},
                                                                    {0x221E, 0x221E},
                                                                    {0x2260, 0x2260},
                                                                    {0x2264, 0x2265}}};

bool is_common(char32_t character) {
  return character < 0x20 || std::any_of(kCommon.begin(), kCommon.end(), [&](const auto& range) {
           return range.first <= character && character <= range.second;
         });
}

template <typename Change>
void change_texts(Figure& figure, Change change) {
  const auto change_axis = [&](Axis& axis) {
    change(axis.label);
    for (auto& [place, text] : axis.ticks) change(text);
  };
  change(figure.title);
  for (Panel& panel : figure.panels) {
    change(panel.title);
    change_axis(panel.x);
    change_axis(panel.y);
    for (Series& series : panel.series) change(series.label);
  }
}

}  // namespace

Figure with_valid_text(Figure figure) {
  const auto validate = [](std::string& text) { text = valid_utf8(text); };
  change_texts(figure, validate);
  std::for_each(figure.notes.begin(), figure.notes.end(), validate);
  return figure;
}

std::size_t replace_rare_characters(Figure& figure) {
  std::size_t replaced = 0;
  change_texts(figure, [&](std::string& text) {
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
      const char32_t character = take_character(rest);
      const bool common = is_common(character);
      append_character(out, common ? character : U'?');
      replaced += common ? 0 : 1;
    }
    text = std::move(out);
  });
  return replaced;
}

}  // namespace certus
