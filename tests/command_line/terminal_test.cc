#include "certus/command_line/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

namespace certus::cli {
namespace {

/// Columns that the output to a terminal of this width has.
std::size_t columns_on(unsigned short width) {
  int leader = -1, terminal = -1;
  const winsize size{.ws_row = 24, .ws_col = width, .ws_xpixel = 0, .ws_ypixel = 0};
  if (::openpty(&leader, &terminal, nullptr, nullptr, &size) != 0) return 0;
  const std::size_t columns = output_columns(terminal);
  ::close(terminal);
  ::close(leader);
  return columns;
}

TEST(OutputColumns, AreThoseOfTheTerminal) {
  EXPECT_EQ(columns_on(80), 80u);
  EXPECT_EQ(columns_on(180), 180u);
  EXPECT_EQ(columns_on(10), 40u);  // less would make a column of words
}

TEST(OutputColumns, AreHundredElsewhere) {
  EXPECT_EQ(columns_on(0), 100u);  // a terminal that does not say
  const int file = ::open("/dev/null", O_WRONLY);
  EXPECT_EQ(output_columns(file), 100u);
  ::close(file);
}

}  // namespace
}  // namespace certus::cli
