#include "certus/data/fetch.h"

#include <archive.h>
#include <archive_entry.h>

#include "certus/base/sha256.h"
#include "certus/data/archive_members.h"
#include "certus/data/cifar_sheets.h"
#include "certus/data/download.h"
#include "support/http_server.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using test::HttpAnswer;
using test::HttpRequest;
using test::HttpServer;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string tar_gz(const std::filesystem::path& path,
                   const std::vector<std::pair<std::string, std::string>>& files) {
  archive* writer = archive_write_new();
  archive_write_add_filter_gzip(writer);
  archive_write_set_format_ustar(writer);
  archive_write_open_filename(writer, path.c_str());
  for (const auto& [name, content] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(writer, entry);
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  return content_of(path);
}

/// A data set of two files that lie as p/a and p/b in an archive on a local server.
class Fetch : public ::testing::Test {
 protected:
  Fetch() {
    known_.name = "toy";
    known_.folder = "toy-data";
    known_.home = "https://example.org/toy";
    known_.files = {{"a", Split::kTrain, 5, sha256_hex("aaaaa")},
                    {"b", Split::kTest, 5, sha256_hex("bbbbb")}};
    archive_ = tar_gz(dir_ / "toy.tgz", {{"p/a", "aaaaa"}, {"../../evil", "evil"}, {"p/b", "bbbbb"}});
  }

  FetchSource source(const std::string& url, const std::string& name = "the server",
                     std::string sha256 = {}) {
    return {.name = name,
            .downloads =
                [=] {
                  return std::vector<Download>{{url, "toy.tgz", sha256, 1'000'000}};
                },
            .unpack =
                [](const std::vector<std::filesystem::path>& paths, const FileSink& sink) {
                  read_archive_members(paths.at(0), {{"p/a", 100}, {"p/b", 100}},
                                       [&](const std::string& member, const std::string& content) {
                                         sink(member.substr(2), content);
                                       });
                }};
  }
  FetchResult fetch(const std::vector<FetchSource>& sources) {
    return fetch_dataset(known_, dir_ / "data", sources, {});
  }
  bool has_trace() { return std::filesystem::exists(dir_ / "data/.fetching"); }
  std::string place(const std::string& name) { return content_of(dir_ / ("data/toy-data/" + name)); }

  test::TempDir dir_;
  KnownDataset known_;
  std::string archive_;
};

TEST_F(Fetch, PutsVerifiedFilesInPlaceAndNothingElse) {
  HttpServer server([&](const HttpRequest& request) { return ranged(archive_, request); });
  const FetchResult result = fetch({source(server.url("/toy.tgz"))});
  EXPECT_EQ(result.folder, dir_ / "data/toy-data");
  EXPECT_EQ(result.source, "the server");
  EXPECT_EQ(place("a"), "aaaaa");
  EXPECT_EQ(place("b"), "bbbbb");
  EXPECT_FALSE(has_trace());
  EXPECT_FALSE(std::filesystem::exists(dir_ / "evil"));
}

TEST_F(Fetch, DoesNothingTheSecondTimeUnlessAFileChanged) {
  HttpServer server([&](const HttpRequest& request) { return ranged(archive_, request); });
  fetch({source(server.url("/toy.tgz"))});
  EXPECT_EQ(fetch({source(server.url("/toy.tgz"))}).source, "");
  EXPECT_EQ(server.requests().size(), 1u);
  dir_.write("data/toy-data/b", "bxbbb");  // same size
  const FetchResult again = fetch({source(server.url("/toy.tgz"))});
  EXPECT_EQ(again.source, "the server");
  EXPECT_EQ(place("b"), "bbbbb");
  ASSERT_EQ(again.moved_aside.size(), 1u);
  EXPECT_EQ(content_of(again.moved_aside[0]), "bxbbb") << "nothing of the user's is lost";
}

TEST_F(Fetch, RemovesWhatACallLeftThatWasKilledAtItsEnd) {
  HttpServer server([&](const HttpRequest& request) { return ranged(archive_, request); });
  fetch({source(server.url("/toy.tgz"))});
  dir_.write("data/.fetching/toy/toy.tgz", archive_);
  fetch({source(server.url("/toy.tgz"))});
  EXPECT_FALSE(has_trace());
}

TEST_F(Fetch, TriesTheNextSource) {
  HttpServer server([&](const HttpRequest& request) {
    return request.path == "/gone" ? HttpAnswer{.status = 503, .body = "busy"} : HttpAnswer{.body = archive_};
  });
  std::vector<std::string> given_up;
  const FetchResult result = fetch_dataset(
      known_, dir_ / "data", {source(server.url("/gone"), "home"), source(server.url("/toy.tgz"), "mirror")},
      [&](const FetchProgress& progress) {
        if (progress.phase == FetchProgress::Phase::kFailedSource) given_up.push_back(progress.what);
      });
  EXPECT_EQ(result.source, "mirror");
  ASSERT_EQ(given_up.size(), 1u);
  EXPECT_THAT(given_up[0], StartsWith("from home: " + server.url("/gone") + ": cannot be downloaded"));
}

TEST_F(Fetch, SaysWhatToPutWhereWhenNoSourceAnswers) {
  const std::string error = error_of([&] {
    fetch({source("http://127.0.0.1:1/x", "its home page"), source("http://127.0.0.1:1/y", "the package")});
  });
  EXPECT_THAT(
      error,
      StartsWith(
          "toy could not be fetched: from its home page: http://127.0.0.1:1/x: cannot be downloaded: "));
  EXPECT_THAT(error, HasSubstr("; from the package: http://127.0.0.1:1/y: cannot be downloaded: "));
  EXPECT_THAT(error, EndsWith("; by hand: put a, b (published at https://example.org/toy) into " +
                              (dir_ / "data/toy-data").string()));
  EXPECT_EQ(error.find('\n'), std::string::npos);
  EXPECT_FALSE(has_trace());
  EXPECT_FALSE(std::filesystem::exists(dir_ / "data/toy-data"));
}

TEST_F(Fetch, ContinuesAnInterruptedDownload) {
  HttpServer server([&](const HttpRequest& request) { return ranged(archive_, request); });
  dir_.write("data/.fetching/toy/toy.tgz.part", archive_.substr(0, 50));
  fetch({source(server.url("/toy.tgz"))});
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].from, 50);
  EXPECT_EQ(place("a"), "aaaaa");
}

TEST_F(Fetch, BeginsAgainWhenAnOldPartWasWrong) {
  HttpServer server([&](const HttpRequest& request) { return ranged(archive_, request); });
  dir_.write("data/.fetching/toy/toy.tgz.part", std::string(50, 'x'));  // no checksum tells before unpacking
  fetch({source(server.url("/toy.tgz"))});
  EXPECT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(place("b"), "bbbbb");
}

TEST_F(Fetch, RefusesContentThatDiffersAndPutsNothingInPlace) {
  const std::string other = tar_gz(dir_ / "other.tgz", {{"p/a", "aaaaa"}, {"p/b", "bbbbx"}});
  HttpServer server([&](const HttpRequest&) { return HttpAnswer{.body = other}; });
  EXPECT_THAT(error_of([&] { fetch({source(server.url("/toy.tgz"))}); }),
              HasSubstr("b has 5 bytes and SHA-256 " + sha256_hex("bbbbx") + ", expected 5 bytes and " +
                        sha256_hex("bbbbb") + "; it was damaged on the way, or the source has changed"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "data/toy-data")) << "not even the file that was right";
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(Fetch, KnowsWhereTheRealOnesComeFrom) {
  EXPECT_EQ(fetch_sources(known_dataset("cifar10")).size(), 2u);
  EXPECT_EQ(fetch_sources(known_dataset("mnist")).size(), 3u);
  const KnownDataset& imagenet = known_dataset("imagenet");
  EXPECT_EQ(error_of([&] { fetch_dataset(imagenet, "d", fetch_sources(imagenet), {}); }),
            "imagenet: certus cannot fetch it; get it from https://www.image-net.org and put it into "
            "d/imagenet/val");
}

TEST_F(Fetch, ArchivesHaveToHoldWhatTheyPromise) {
  const auto read = [](const std::filesystem::path& path) {
    return error_of([&] { read_archive_members(path, {{"p/a", 100}, {"p/c", 100}}, [](auto&, auto) {}); });
  };
  EXPECT_EQ(read(dir_ / "toy.tgz"),
            (dir_ / "toy.tgz").string() + ": has no p/c; not the archive its name says");
  const auto cut = dir_.write("cut.tgz", archive_.substr(0, archive_.size() / 2));
  EXPECT_THAT(read(cut), StartsWith(cut.string() + ": "));
  const auto page = dir_.write("page.tgz", "<html>not found</html>");
  EXPECT_THAT(read(page), StartsWith(page.string() + ": "));
  EXPECT_EQ(error_of([&] {
              read_archive_members(dir_ / "toy.tgz", {{"p/a", 4}}, [](auto&, auto) {});
            }),
            (dir_ / "toy.tgz").string() + ": p/a has more than 4 bytes; not the archive its name says");
  tar_gz(dir_ / "twice.tgz", {{"p/a", "x"}, {"p/a", "y"}});
  EXPECT_EQ(error_of([&] {
              read_archive_members(dir_ / "twice.tgz", {{"p/a", 4}}, [](auto&, auto) {});
            }),
            (dir_ / "twice.tgz").string() + ": p/a appears twice or is not a regular file");
}

TEST_F(Fetch, RepacksSheetsToRows) {
  ByteImage sheet{.height = 2, .width = 1024, .rgb = std::vector<std::uint8_t>(6144)};
  for (std::size_t i = 0; i < sheet.rgb.size(); ++i) sheet.rgb[i] = static_cast<std::uint8_t>(i % 251);
  const std::string rows = cifar_rows_of_sheet("s", sheet, std::string("\7\1", 2));
  ASSERT_EQ(rows.size(), 2u * 3073);
  EXPECT_EQ(rows[0], 7);
  EXPECT_EQ(rows[3073], 1);
  EXPECT_EQ(static_cast<std::uint8_t>(rows[1 + 5]), 3 * 5 % 251) << "red plane";
  EXPECT_EQ(static_cast<std::uint8_t>(rows[1 + 1024 + 5]), (3 * 5 + 1) % 251) << "green plane";
  EXPECT_EQ(static_cast<std::uint8_t>(rows[3073 + 1 + 2048 + 9]), (3 * (1024 + 9) + 2) % 251) << "blue plane";
  EXPECT_EQ(error_of([&] { cifar_rows_of_sheet("s", sheet, "abc"); }),
            "s: sheet of 1024x2 pixels, expected 1024x3, one row per label");
  EXPECT_EQ(labels_of_list("l", "[3,8,0]\n"), std::string("\3\10\0", 3));
  EXPECT_EQ(error_of([] { labels_of_list("l", "3,8"); }), "l: expected a list of labels in brackets");
  EXPECT_EQ(error_of([] { labels_of_list("l", "[3,10]"); }), "l: label 1 is '10', expected 0 to 9");
}

}  // namespace
}  // namespace certus
