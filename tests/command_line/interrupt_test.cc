#include "certus/command_line/interrupt.h"

#include <csignal>

namespace certus::cli {
namespace {

TEST(Interrupt, EachOfThreeSignalsRaisesTheFlag) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    InterruptGuard guard;
    EXPECT_FALSE(*guard.flag());
    ::raise(signal);
    EXPECT_TRUE(*guard.flag()) << signal;
  }
}

// nohup starts a program with SIGHUP ignored, and scripts start background jobs with SIGINT ignored.
TEST(Interrupt, WhatTheProgramWasStartedToIgnoreStaysIgnored) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(signal, SIG_IGN);
    {
      InterruptGuard guard;
      ::raise(signal);
      EXPECT_FALSE(*guard.flag()) << signal;
    }
    ::raise(signal);  // would end the test if the guard had left the usual handler
    EXPECT_EQ(std::signal(signal, SIG_DFL), SIG_IGN) << signal;
  }
}

}  // namespace
}  // namespace certus::cli
