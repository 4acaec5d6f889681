#include "certus/report/gnuplot.h"

#include <cmath>
#include <cstdlib>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Figure small_figure() {
  return {.title = "it's a title",
          .panels = {{.title = "first",
                      .x = {.label = "epoch"},
                      .y = {.label = "loss", .logarithmic = true, .low = 0.5},
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
  const std::string script = gnuplot_script(small_figure(), "x.png", "x.dat");
  EXPECT_THAT(script, HasSubstr("set terminal pngcairo"));
  EXPECT_THAT(script, HasSubstr("set multiplot layout 2,1 title 'it''s a title'"));
  EXPECT_THAT(script, HasSubstr("set logscale y\nset yrange [0.5:*]"));
  EXPECT_THAT(script, HasSubstr("'x.dat' index 0 using 1:2 with lines"));
  EXPECT_THAT(script, HasSubstr("title 'a_b'"));
  EXPECT_THAT(script, HasSubstr("'x.dat' index 1 using 1:3:4 with filledcurves"));
  EXPECT_THAT(script, HasSubstr("set xtics ('one' 0, 'two' 1)"));
  EXPECT_THAT(script, HasSubstr("'x.dat' index 2 using 1:2"));
  EXPECT_THAT(gnuplot_script(small_figure(), "x.svg", "x.dat"), HasSubstr("set terminal svg"));
  EXPECT_THAT(gnuplot_script(small_figure(), "x.PDF", "x.dat"), HasSubstr("set terminal pdfcairo"));
}

TEST(Gnuplot, DrawsEveryFormat) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  for (const auto& [name, begin] : {std::pair{"a.png", "\x89PNG"}, {"b.svg", "<?xml"}, {"c.pdf", "%PDF"}}) {
    draw_figure(small_figure(), dir / name, Overwrite::kRefuse);
    EXPECT_THAT(content_of(dir / name), StartsWith(begin));
    EXPECT_THAT(error_of([&] { draw_figure(small_figure(), dir / name, Overwrite::kRefuse); }),
                HasSubstr("exists"));
    draw_figure(small_figure(), dir / name, Overwrite::kAllow);
  }
}

TEST(Gnuplot, LeavesScriptAndDataWhereItIsMissing) {
  const test::TempDir dir;
  const PathScope nothing(dir.path().string());
  EXPECT_EQ(error_of([&] { draw_figure(small_figure(), dir / "x.png", Overwrite::kRefuse); }),
            (dir / "x.png").string() +
                ": not drawn, gnuplot cannot be started (No such file or directory); "
                "install gnuplot-nox, then run: gnuplot x.gp in " +
                dir.path().string());
  EXPECT_TRUE(std::filesystem::exists(dir / "x.gp"));
  EXPECT_TRUE(std::filesystem::exists(dir / "x.dat"));
}

TEST(Gnuplot, TellsWhatGnuplotSays) {
  const test::TempDir dir;
  dir.write("gnuplot", "#!/bin/sh\necho no such terminal >&2\nexit 3\n");
  std::filesystem::permissions(dir / "gnuplot", std::filesystem::perms::owner_all);
  const PathScope broken(dir.path().string() + ":/bin:/usr/bin");
  EXPECT_THAT(error_of([&] { draw_figure(small_figure(), dir / "x.png", Overwrite::kRefuse); }),
              HasSubstr("gnuplot failed on " + (dir / "x.gp").string() + ": no such terminal"));
}

TEST(Gnuplot, RefusesOtherEndings) {
  EXPECT_EQ(error_of([] { check_figure_path("x.jpg", Overwrite::kAllow); }),
            "x.jpg: a figure ends in .png, .svg or .pdf, found '.jpg'");
}

}  // namespace
}  // namespace certus
