#include "certus/report/gnuplot.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Figure small_figure() {
  return {.title = "it's a title",
          .panels = {{.title = "first",
                      .x = {.label = "epoch"},
                      .y = {.label = "loss", .scale = Axis::Scale::kLogarithmic, .low = 0.5},
                      .series = {{.label = "a_b", .x = {0, 1, 2}, .y = {1, NAN, 0.1}, .low = {}, .high = {}},
                                 {.label = "", .x = {1}, .y = {2}, .low = {1}, .high = {3}}}},
                     {.title = "",
                      .x = {.label = "model", .ticks = {{0, "one"}, {1, "two"}}},
                      .y = {.label = "norm"},
                      .series = {{.label = "none", .x = {}, .y = {}, .low = {}, .high = {}}}}}};
}

/// The folders that programs are looked for in, while it lives.
class PathScope {
 public:
  explicit PathScope(const std::string& folders) : before_(std::getenv("PATH")) {
    ::setenv("PATH", folders.c_str(), 1);
  }
  ~PathScope() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(Gnuplot, DataHasABlockForEachSeriesWithAllDigits) {
  EXPECT_EQ(gnuplot_data(small_figure()),
            "# loss: a_b\n# x y\n0 1\n1 NaN\n2 0.1\n\n\n# loss: \n# x y low high\n1 2 1 3\n\n\n"
            "# norm: none\n# x y\nNaN NaN NaN NaN\n");
}

TEST(Gnuplot, ScriptSaysWhatTheFigureSays) {
  const std::string script = gnuplot_script(small_figure(), "x.png", "x.dat", FigureSize::kScreen);
  EXPECT_THAT(script, HasSubstr("set terminal pngcairo"));
  EXPECT_THAT(script, HasSubstr("set label 1 'it''s a title' at screen 0.5"));
  EXPECT_THAT(script, HasSubstr("set logscale y\nset yrange [0.5:*]"));
  EXPECT_THAT(script, HasSubstr("'./x.dat' index 0 using 1:2 with lines"));
  EXPECT_THAT(script, HasSubstr("set label 'a_b' at screen"));
  EXPECT_THAT(script, HasSubstr("'./x.dat' index 1 using 1:3:4 with filledcurves"));
  EXPECT_THAT(script, HasSubstr("set xtics noenhanced ('one' 0, 'two' 1)"));
  EXPECT_THAT(script, HasSubstr("'./x.dat' index 2 using 1:2"));
  const auto for_file = [](const char* name) {
    return gnuplot_script(small_figure(), name, "x.dat", FigureSize::kColumn);
  };
  EXPECT_THAT(for_file("x.svg"), HasSubstr("set terminal svg size 312,"));
  EXPECT_THAT(for_file("x.PDF"), HasSubstr("set terminal pdfcairo size 3.250in,"));
  EXPECT_THAT(for_file("x.png"), HasSubstr("set terminal pngcairo size 975,"));
  EXPECT_THAT(for_file("x.png"), Not(HasSubstr("set label 1 ")));  // a paper has captions
}

TEST(Gnuplot, ProbabilitiesGetRoomNearOne) {
  Figure figure = small_figure();
  figure.panels.resize(1);
  figure.panels[0].x = {.label = "p_A", .scale = Axis::Scale::kNines, .low = 0.5, .high = 0.9999};
  const std::string nines = gnuplot_script(figure, "x.pdf", "x.dat", FigureSize::kPage);
  EXPECT_THAT(nines, HasSubstr("place(p) = p < 1 ? -log10(1 - p) : 4.5"));
  EXPECT_THAT(nines, HasSubstr("index 0 using (place($1)):2"));
  EXPECT_THAT(nines, HasSubstr("'0.9' 1, '0.99' 2, "));
  EXPECT_THAT(nines, HasSubstr("set xlabel '{/:Italic p}_A'"));
  figure.panels[0].x.scale = Axis::Scale::kProbit;
  const std::string probit = gnuplot_script(figure, "x.pdf", "x.dat", FigureSize::kPage);
  EXPECT_THAT(probit, HasSubstr("invnorm(p)"));
  EXPECT_THAT(probit, HasSubstr("('0.5' 0, '0.9' 1.2816, "));
}

TEST(Gnuplot, AProbitAxisThatBeginsBelowOneHalfGoesDownToZero) {
  Figure figure = small_figure();
  figure.panels.resize(1);
  figure.panels[0].x = {.label = "p", .scale = Axis::Scale::kProbit, .low = 0.001, .high = 0.999};
  const std::string script = gnuplot_script(figure, "x.pdf", "x.dat", FigureSize::kPage);
  EXPECT_THAT(script, HasSubstr("place(p) = p < 1e-12 ? -3.4402 : p < 1 ? invnorm(p) : 3.4402\n"));
  EXPECT_THAT(script, HasSubstr("set xrange [-3.4402:3.4402]"));
  EXPECT_THAT(script, HasSubstr("('0' -3.4402, "));
  EXPECT_THAT(script, HasSubstr("'0.01' -2.3263, '0.1' -1.2816, '0.5' 0, '0.9' 1.2816, '0.99' 2.3263, "));
  EXPECT_THAT(script, HasSubstr(", '1' 3.4402)"));
}

TEST(Gnuplot, TicksOfProbabilitiesDoNotTouch) {
  Figure figure = small_figure();
  figure.panels.resize(1);
  figure.panels[0].x = {.label = "p", .scale = Axis::Scale::kNines, .low = 0.5, .high = 0.999999999};
  const std::string script = gnuplot_script(figure, "x.pdf", "x.dat", FigureSize::kColumn);
  EXPECT_THAT(script, HasSubstr("'0.5' 0.3"));
  EXPECT_THAT(script, HasSubstr(", '1' 9.5"));
  EXPECT_THAT(script, Not(HasSubstr("'0.99999999'")));
}

TEST(Gnuplot, NotesAreCommentsWhateverTheySay) {
  Figure figure = small_figure();
  figure.notes = {"two\nlines", "ends in \\"};
  const std::string script = gnuplot_script(figure, "x.png", "x.dat", FigureSize::kColumn);
  EXPECT_THAT(script, HasSubstr("# two lines\n# ends in \\ .\n"));
  EXPECT_THAT(gnuplot_data(figure), StartsWith("# two lines\n"));
}

bool has_program(const char* line) {
  return std::system(line) == 0;
}

/// Where gnuplot is missing there is nothing to look at.
#define CERTUS_NEEDS_GNUPLOT() \
  if (!has_program("gnuplot --version > /dev/null 2>&1")) GTEST_SKIP() << "gnuplot is not installed"

TEST(Gnuplot, DrawsEveryFormat) {
  CERTUS_NEEDS_GNUPLOT();
  const test::TempDir dir;
  for (const auto& [name, begin] : {std::pair{"a.png", "\x89PNG"}, {"b.svg", "<?xml"}, {"c.pdf", "%PDF"}}) {
    draw_figure(small_figure(), dir / name, FigureSize::kColumn, Overwrite::kRefuse);
    EXPECT_THAT(content_of(dir / name), StartsWith(begin));
    EXPECT_THAT(
        error_of([&] { draw_figure(small_figure(), dir / name, FigureSize::kColumn, Overwrite::kRefuse); }),
        HasSubstr("exists"));
    draw_figure(small_figure(), dir / name, FigureSize::kPage, Overwrite::kAllow);
  }
}

TEST(Gnuplot, FiguresAreAsLargeAsTheirColumn) {
  CERTUS_NEEDS_GNUPLOT();
  const test::TempDir dir;
  for (const auto& [size, inches] : {std::pair{FigureSize::kColumn, 3.25}, {FigureSize::kPage, 6.75}}) {
    for (const char* name : {"a.png", "a.svg", "a.pdf"})
      draw_figure(small_figure(), dir / name, size, Overwrite::kAllow);
    const std::string png = content_of(dir / "a.png");  // the width stands at byte 16, the first byte first
    const auto byte = [&](std::size_t i) {
      return static_cast<unsigned>(static_cast<unsigned char>(png[i]));
    };
    EXPECT_EQ((byte(18) << 8) + byte(19), static_cast<unsigned>(inches * 300));
    EXPECT_THAT(content_of(dir / "a.svg"),
                HasSubstr("width=\"" + std::to_string(static_cast<int>(inches * 96)) + "\""));
    EXPECT_THAT(content_of(dir / "a.pdf"),
                HasSubstr("MediaBox [ 0 0 " + std::to_string(static_cast<int>(inches * 72))));
  }
}

TEST(Gnuplot, DrawsHostileNamesAsPlainText) {
  CERTUS_NEEDS_GNUPLOT();
  const test::TempDir dir;
  Figure figure = small_figure();
  const std::string name = "it's {/:Bold a}_b^2 @x& \\ \"q\" `date` $x";
  figure.panels[0].series[0].label = name;
  figure.panels[0].y.label = "100 {%}_y";
  figure.panels[1].x.ticks[0].second = "{/:Bold t}_1";
  draw_figure(figure, dir / "x.svg", FigureSize::kScreen, Overwrite::kRefuse);
  const std::string svg = content_of(dir / "x.svg");
  EXPECT_THAT(svg, HasSubstr("it's {/:Bold a}_b^2 @x&amp; \\ \"q\" `date` $x"));
  EXPECT_THAT(svg, HasSubstr("100 {%}_y"));
  EXPECT_THAT(svg, HasSubstr("{/:Bold t}_1"));
}

TEST(Gnuplot, EmbedsTheFontsOfPdfs) {
  CERTUS_NEEDS_GNUPLOT();
  if (!has_program("pdffonts -v > /dev/null 2>&1")) GTEST_SKIP() << "pdffonts is not installed";
  const test::TempDir dir;
  draw_figure(small_figure(), dir / "x.pdf", FigureSize::kColumn, Overwrite::kRefuse);
  const std::string fonts = (dir / "fonts.txt").string();
  ASSERT_TRUE(has_program(("pdffonts " + (dir / "x.pdf").string() + " > " + fonts).c_str()));
  const std::string listed = content_of(fonts);
  EXPECT_GE(std::count(listed.begin(), listed.end(), '\n'), 3);  // two lines of heading
  EXPECT_THAT(listed, Not(HasSubstr(" no  ")));                  // the column "emb"
  EXPECT_THAT(listed, HasSubstr(" yes yes "));
}

TEST(Gnuplot, LeavesScriptAndDataWhereItIsMissing) {
  const test::TempDir dir;
  const PathScope nothing(dir.path().string());
  EXPECT_EQ(
      error_of([&] { draw_figure(small_figure(), dir / "x.png", FigureSize::kColumn, Overwrite::kRefuse); }),
      (dir / "x.png").string() +
          ": is not drawn, because gnuplot cannot be started (No such file or directory); "
          "install gnuplot-nox, then run: gnuplot ./x.png.gp in " +
          dir.path().string());
  EXPECT_TRUE(std::filesystem::exists(dir / "x.png.gp"));
  EXPECT_TRUE(std::filesystem::exists(dir / "x.png.dat"));
}

TEST(Gnuplot, TellsWhatGnuplotSays) {
  const test::TempDir dir;
  dir.write("gnuplot", "#!/bin/sh\necho no such terminal >&2\nexit 3\n");
  std::filesystem::permissions(dir / "gnuplot", std::filesystem::perms::owner_all);
  const PathScope broken(dir.path().string() + ":/bin:/usr/bin");
  EXPECT_THAT(
      error_of([&] { draw_figure(small_figure(), dir / "x.png", FigureSize::kColumn, Overwrite::kRefuse); }),
      HasSubstr("gnuplot failed on " + (dir / "x.png.gp").string() + ": no such terminal"));
}

TEST(Gnuplot, LeavesNoHalfFigure) {
  const test::TempDir dir;
  dir.write("programs/gnuplot", "#!/bin/sh\neval \"$2\"\nprintf '%s' half > \"$figure\"\n");
  std::filesystem::permissions(dir / "programs/gnuplot", std::filesystem::perms::owner_all);
  const PathScope cutting((dir / "programs").string() + ":/bin:/usr/bin");
  for (const char* name : {"x.png", "y.svg", "z.pdf"}) {
    const auto path = dir.write(name, "the figure before");
    EXPECT_EQ(error_of([&] { draw_figure(small_figure(), path, FigureSize::kColumn, Overwrite::kAllow); }),
              path.string() +
                  ": is not drawn, because what gnuplot wrote is incomplete (4 bytes); is the disk full?");
    EXPECT_EQ(content_of(path), "the figure before");
  }
  for (const auto& entry : std::filesystem::directory_iterator(dir.path()))
    EXPECT_THAT(entry.path().filename().string(), Not(StartsWith("figure."))) << "left behind";
}

TEST(Gnuplot, ScriptDrawsTheFigureAnew) {
  CERTUS_NEEDS_GNUPLOT();
  const test::TempDir dir;
  draw_figure(small_figure(), dir / "x.svg", FigureSize::kColumn, Overwrite::kRefuse);
  std::filesystem::remove(dir / "x.svg");
  ASSERT_TRUE(has_program(("cd " + dir.path().string() + " && gnuplot x.svg.gp").c_str()));
  EXPECT_THAT(content_of(dir / "x.svg"), HasSubstr("</svg>"));
}

TEST(Gnuplot, FiguresOfOneNameAndOtherEndingsStandSideBySide) {
  CERTUS_NEEDS_GNUPLOT();
  const test::TempDir dir;
  for (const char* name : {"x.pdf", "x.png", "x.svg"})
    draw_figure(small_figure(), dir / name, FigureSize::kColumn, Overwrite::kRefuse);
  EXPECT_THAT(content_of(dir / "x.pdf.gp"), HasSubstr("figure = './x.pdf'"));
  EXPECT_THAT(content_of(dir / "x.png.gp"), HasSubstr("figure = './x.png'"));
}

TEST(Gnuplot, RefusesOtherEndings) {
  EXPECT_EQ(error_of([] { check_figure_path("x.jpg", Overwrite::kAllow); }),
            "x.jpg: a figure ends in .png, .svg or .pdf, found '.jpg'");
}

TEST(Gnuplot, DrawsErrorBarsAndAnOrderedScaleOfColours) {
  Figure figure = small_figure();
  Series& series = figure.panels[0].series[1];
  series.spread = Series::Spread::kErrorBars;
  series.style = Series::Style::kLinePoints;
  EXPECT_THAT(gnuplot_script(figure, "x.svg", "x.dat", FigureSize::kColumn),
              HasSubstr("index 1 using 1:2:3:4 with yerrorbars pt 0 lc rgb '#D55E00'"));
  series.shade = 0.0;
  EXPECT_THAT(gnuplot_script(figure, "x.svg", "x.dat", FigureSize::kColumn), HasSubstr("lc rgb '#440154'"));
  series.shade = 0.125;  // half of the way to the second colour
  EXPECT_THAT(gnuplot_script(figure, "x.svg", "x.dat", FigureSize::kColumn), HasSubstr("lc rgb '#43236E'"));
}

}  // namespace
}  // namespace certus
