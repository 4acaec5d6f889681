#include "certus/report/csv_formulas.h"

namespace certus {
namespace {

TEST(CsvFormulas, GetAnApostrophe) {
  EXPECT_EQ(without_formulas("=cmd|' /C calc'!A0,x\n"), "'=cmd|' /C calc'!A0,x\n");
  EXPECT_EQ(without_formulas("a,@x,+1+1,-1-1\n-a,b\n"), "a,'@x,'+1+1,'-1-1\n'-a,b\n");
  EXPECT_EQ(without_formulas("a,\"=f(1,2)\"\n"), "a,\"'=f(1,2)\"\n");
  EXPECT_EQ(without_formulas("a, =f()\n"), "a, '=f()\n");
  EXPECT_EQ(without_formulas("# a,=f()\n"), "# a,'=f()\n");
}

TEST(CsvFormulas, AreFoundWithOtherSeparators) {
  EXPECT_EQ(without_formulas("a;=f(),b\n"), "a;'=f(),b\n");
  EXPECT_EQ(without_formulas("\"a;=f(),b\"\n"), "\"a;'=f(),b\"\n");
  EXPECT_EQ(without_formulas("a\t=f()\n"), "a\t'=f()\n");
}

TEST(CsvFormulas, NumbersAndPlainTextsStay) {
  for (const char* text :
       {"-1,+2,-0.5,-1e-05,+3.5,-inf,\"-1\"\n", "-,-\n", "a=b,a-b,a@b,1+1\n", "# a = b\n", "", ",,\n"})
    EXPECT_EQ(without_formulas(text), text);
}

}  // namespace
}  // namespace certus
