#include "certus/report/csv_columns.h"

#include <cmath>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(CsvColumns, AreFoundByNameAndQuotesGo) {
  const test::TempDir dir;
  const auto path = dir.write("x.csv", "a,\"b,c\",d\n1,\"x, \"\"y\"\"\",2.5\n,z,3\n4,torn");
  const CsvColumns columns(path, {"d", "a", "b,c"}, "a table");
  EXPECT_EQ(columns.rows(), 2u);  // the last line has no end yet
  EXPECT_EQ(columns.numbers("d"), (std::vector<double>{2.5, 3}));
  EXPECT_EQ(columns.numbers("a")[0], 1.0);
  EXPECT_TRUE(std::isnan(columns.numbers("a")[1]));
  EXPECT_EQ(columns.text(0, "b,c"), "x, \"y\"");
  EXPECT_EQ(csv_header(path), (std::vector<std::string>{"a", "b,c", "d"}));
}

TEST(CsvColumns, TellWhatIsWrongAndWhere) {
  const test::TempDir dir;
  const auto error = [&](const std::string& content) {
    return error_of([&] { CsvColumns(dir.write("x.csv", content), {"a"}, "a table").numbers("a"); });
  };
  EXPECT_THAT(error(""), HasSubstr("is empty, expected a table"));
  EXPECT_THAT(error("b\n1\n"), HasSubstr("line 1: has no column 'a', expected a table"));
  EXPECT_THAT(error("a,b\n1,2\n3\n"), HasSubstr("line 3: 1 columns, expected 2"));
  EXPECT_THAT(error("a,b\n1,2\nx,2\n"), HasSubstr("line 3 column a: 'x', expected a number"));
}

}  // namespace
}  // namespace certus
