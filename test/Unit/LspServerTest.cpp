// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// When the language server lints what: the arithmetic of its clock, with a
/// runner that the test answers for.

#include "Server.h"
#include <gtest/gtest.h>

using namespace wglint;
using namespace wglint::lsp;
using std::chrono::milliseconds;

namespace {

class FakeRunner : public LintRunner {
public:
  bool start(uint64_t ticket, const LintRequest &request) override {
    if (!hasRoom)
      return false;
    tickets.push_back(ticket);
    texts.push_back(request.text);
    return true;
  }
  void cancel(uint64_t ticket) override { cancelled.push_back(ticket); }

  bool hasRoom = true;
  std::vector<uint64_t> tickets, cancelled;
  std::vector<std::string> texts;
};

class LspServer : public testing::Test {
public:
  void type(const std::string &text, milliseconds at) {
    server.editable("u:a")->assign(text);
    server.changed("u:a", {}, start + at);
    server.startDue(start + at);
  }

  FakeRunner runner;
  std::vector<std::string> published;
  Server server{runner, [this](const OpenDocument &document) {
                  published.push_back(document.text.text().str());
                }};
  Clock::time_point start = Clock::now();
};

TEST_F(LspServer, LintsATextThatIsOpenedAtOnce) {
  server.open("u:a", "x", 1, start);
  server.startDue(start);
  ASSERT_EQ(runner.tickets.size(), 1U);
  server.finish(runner.tickets[0], LintResult());
  EXPECT_EQ(published, std::vector<std::string>{"x"});
  EXPECT_FALSE(server.nextDeadline());
}

TEST_F(LspServer, WaitsForARestButNotForever) {
  server.open("u:a", "", 1, start);
  server.startDue(start);
  server.finish(runner.tickets[0], LintResult());
  // A letter each 40 ms never rests for 50 ms.
  for (int i = 1; i <= 12; ++i)
    type("x", milliseconds(40 * i));
  EXPECT_EQ(runner.tickets.size(), 1U);
  type("y", milliseconds(540));
  EXPECT_EQ(runner.tickets.size(), 2U);

  server.finish(runner.tickets[1], LintResult());
  type("z", milliseconds(1000));
  EXPECT_EQ(server.nextDeadline(), start + milliseconds(1050));
  server.startDue(start + milliseconds(1049));
  EXPECT_EQ(runner.tickets.size(), 2U);
  server.startDue(start + milliseconds(1050));
  EXPECT_EQ(runner.texts.back(), "z");
}

TEST_F(LspServer, CancelsWhatIsOldAndPublishesOnlyWhatIsNew) {
  server.open("u:a", "old", 1, start);
  server.startDue(start);
  type("new", milliseconds(1));
  EXPECT_EQ(runner.cancelled, runner.tickets);
  server.finish(runner.tickets[0], LintResult());
  EXPECT_TRUE(published.empty());
  server.startDue(start + milliseconds(60));
  server.finish(runner.tickets[1], LintResult());
  EXPECT_EQ(published, std::vector<std::string>{"new"});
}

TEST_F(LspServer, ARequestDoesNotWaitForARest) {
  server.open("u:a", "x", 1, start);
  server.startDue(start);
  server.finish(runner.tickets[0], LintResult());
  type("y", milliseconds(100));
  int answers = 0;
  server.whenLinted(
      "u:a", "1",
      [&](const OpenDocument *document, WaitEnd) {
        answers += document && document->text.text() == "y";
      },
      start + milliseconds(101));
  server.startDue(start + milliseconds(101));
  ASSERT_EQ(runner.tickets.size(), 2U);
  server.finish(runner.tickets[1], LintResult());
  EXPECT_EQ(answers, 1);
}

TEST_F(LspServer, TellsWhoWaitsOfTheEnd) {
  runner.hasRoom = false;
  server.open("u:a", "x", 1, start);
  std::vector<WaitEnd> ends;
  auto waiter = [&](const OpenDocument *, WaitEnd end) { ends.push_back(end); };
  server.whenLinted("u:a", "1", waiter, start);
  server.whenLinted("u:a", "2", waiter, start);
  server.cancelWait("1");
  server.close("u:a");
  server.whenLinted("u:a", "3", waiter, start);
  EXPECT_EQ(ends, (std::vector<WaitEnd>{WaitEnd::Cancelled, WaitEnd::Closed,
                                        WaitEnd::Closed}));
}

TEST_F(LspServer, LintsAgainWhatDependsOnAFile) {
  server.open("u:a", "x", 1, start);
  server.startDue(start);
  LintResult result;
  result.texts = {{"u:a", "x"}, {"/h.glsl", ""}};
  server.finish(runner.tickets[0], result);
  server.filesChanged({"/other.glsl"}, start);
  server.startDue(start);
  EXPECT_EQ(runner.tickets.size(), 1U);
  server.filesChanged({"/h.glsl"}, start);
  server.startDue(start);
  EXPECT_EQ(runner.tickets.size(), 2U);
}

} // namespace
