#include "certus/data/download.h"

#include "certus/base/sha256.h"
#include "support/http_server.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using test::HttpAnswer;
using test::HttpRequest;
using test::HttpServer;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class DownloadFile : public ::testing::Test {
 protected:
  DownloadFile() {
    for (int i = 0; i < 50'000; ++i) content_ += static_cast<char>(i * 31 % 253);
  }
  Download file(const HttpServer& server, std::string sha256) const {
    return {.url = server.url("/f"), .file_name = "f", .sha256 = std::move(sha256), .max_bytes = 100'000};
  }
  Download file(const HttpServer& server) const { return file(server, sha256_hex(content_)); }
  std::filesystem::path get(const Download& what) { return download(what, dir_.path(), {}); }

  std::string content_;
  test::TempDir dir_;
};

TEST_F(DownloadFile, ComesWholeAndReportsProgress) {
  HttpServer server([&](const HttpRequest&) { return HttpAnswer{.body = content_}; });
  std::int64_t last = 0;
  std::int64_t all = 0;
  const auto path = download(file(server), dir_.path(), [&](std::int64_t done, std::int64_t total) {
    EXPECT_GE(done, last);
    last = done;
    all = total;
  });
  EXPECT_EQ(content_of(path), content_);
  EXPECT_EQ(last, 50'000);
  EXPECT_EQ(all, 50'000);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "f.part"));
  get(file(server));
  EXPECT_EQ(server.requests().size(), 1u) << "what is there is not loaded again";
}

TEST_F(DownloadFile, ContinuesAPart) {
  HttpServer server([&](const HttpRequest& request) { return ranged(content_, request); });
  dir_.write("f.part", content_.substr(0, 20'000));
  EXPECT_EQ(content_of(get(file(server))), content_);
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].from, 20'000);
}

TEST_F(DownloadFile, ContinuesWhenTheConnectionBreaks) {
  HttpServer server([&](const HttpRequest& request) {
    HttpAnswer answer = ranged(content_, request);
    if (request.from < 30'000) {
      answer.announced = static_cast<std::int64_t>(answer.body.size());
      answer.body.resize(20'000);
    }
    return answer;
  });
  EXPECT_EQ(content_of(get(file(server))), content_);
  ASSERT_EQ(server.requests().size(), 3u);
  EXPECT_EQ(server.requests()[2].from, 40'000);
}

TEST_F(DownloadFile, GivesUpWhenItBreaksAgainAndAgainButKeepsThePart) {
  HttpServer server([&](const HttpRequest& request) {
    return request.from == 0 ? HttpAnswer{.body = content_.substr(0, 100), .announced = 50'000}
                             : HttpAnswer{.status = 206,
                                          .body = "",
                                          .announced = 49'900,
                                          .headers = "Content-Range: bytes 100-49999/50000\r\n"};
  });
  EXPECT_THAT(error_of([&] { get(file(server)); }),
              StartsWith(server.url("/f") + ": cannot be downloaded: "));
  EXPECT_EQ(server.requests().size(), 4u);
  EXPECT_EQ(content_of(dir_ / "f.part").size(), 100u);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "f"));
}

TEST_F(DownloadFile, BeginsAgainWhenTheServerCannotContinue) {
  HttpServer server([&](const HttpRequest&) { return HttpAnswer{.body = content_}; });
  dir_.write("f.part", content_.substr(0, 20'000));
  EXPECT_EQ(content_of(get(file(server))), content_);
}

TEST_F(DownloadFile, BeginsOnceMoreWhenThePartWasWrong) {
  HttpServer server([&](const HttpRequest& request) { return ranged(content_, request); });
  dir_.write("f.part", std::string(20'000, 'x'));
  EXPECT_EQ(content_of(get(file(server))), content_);
  EXPECT_EQ(server.requests().size(), 2u);
  std::filesystem::remove(dir_ / "f");
  dir_.write("f.part", content_ + "more than there is");
  EXPECT_EQ(content_of(get(file(server))), content_);
}

TEST_F(DownloadFile, RefusesAWrongChecksumAndLeavesNothing) {
  HttpServer server([&](const HttpRequest&) { return HttpAnswer{.body = "<html>please log in</html>"}; });
  EXPECT_EQ(error_of([&] { get(file(server)); }),
            server.url("/f") + ": downloaded 26 bytes with SHA-256 " +
                sha256_hex("<html>please log in</html>") + ", expected " + sha256_hex(content_) +
                "; there is another file at this address, or a proxy answers with its own page");
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
  EXPECT_EQ(server.requests().size(), 2u) << "tried once more from the beginning";
}

TEST_F(DownloadFile, TakesNoErrorPageForTheFile) {
  HttpServer server(
      [&](const HttpRequest&) { return HttpAnswer{.status = 404, .body = "<html>gone</html>"}; });
  EXPECT_EQ(error_of([&] { get(file(server, "")); }),
            server.url("/f") + ": cannot be downloaded: The requested URL returned error: 404");
  EXPECT_EQ(server.requests().size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "f"));
}

TEST_F(DownloadFile, StopsAtTooManyBytes) {
  HttpServer server([&](const HttpRequest&) { return HttpAnswer{.body = std::string(200'000, 'x')}; });
  EXPECT_EQ(error_of([&] { get(file(server)); }),
            server.url("/f") + ": sends more than 100000 bytes; not the file expected there");
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_F(DownloadFile, SpeaksOnlyHttp) {
  const auto secret = dir_.write("secret", "secret");
  const std::string local = "file://" + secret.string();
  EXPECT_THAT(error_of([&] { get({.url = local, .file_name = "f", .max_bytes = 100}); }),
              AllOf(StartsWith(local + ": cannot be downloaded: "), HasSubstr("file")));
  HttpServer server([&](const HttpRequest&) {
    return HttpAnswer{.status = 302, .body = "", .headers = "Location: " + local + "\r\n"};
  });
  EXPECT_THAT(error_of([&] { get(file(server, "")); }), HasSubstr("cannot be downloaded"));
}

TEST_F(DownloadFile, KeepsPasswordsOutOfMessages) {
  EXPECT_THAT(
      error_of([&] { get({.url = "http://me:secret@127.0.0.1:1/f", .file_name = "f", .max_bytes = 100}); }),
      AllOf(StartsWith("http://127.0.0.1:1/f: cannot be downloaded: "), ::testing::Not(HasSubstr("secret"))));
}

}  // namespace
}  // namespace certus
