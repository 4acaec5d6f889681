#include "certus/data/image_folder.h"

#include <thread>

#include "support/pictures.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::encoded_picture;
using test::error_of;

class Folder : public ::testing::Test {
 protected:
  void add(const std::string& name, const char* picture) { dir_.write(name, encoded_picture(picture)); }
  std::string path(const std::string& name = {}) {
    return (name.empty() ? dir_.path() : dir_ / name).string();
  }
  test::TempDir dir_;
};

TEST_F(Folder, SortsClassesThenFiles) {
  add("dog/b.jpg", "jpeg");
  add("dog/a.PNG", "png");
  add("cat/z.jpeg", "jpeg_grey");
  dir_.write("cat/notes.txt", "no picture");
  dir_.write("cat/.hidden.png", "no picture");
  dir_.write("readme.txt", "no class");
  const ImageFolder data(dir_.path(), std::nullopt);
  EXPECT_EQ(data.class_names(), (std::vector<std::string>{"cat", "dog"}));
  ASSERT_EQ(data.size(), 3);
  EXPECT_EQ(data.shape(), (ImageShape{3, 13, 19}));
  EXPECT_EQ(data.path(0), dir_ / "cat/z.jpeg");
  EXPECT_EQ(data.path(1), dir_ / "dog/a.PNG");
  EXPECT_EQ(data.get(0).label, 0);
  EXPECT_EQ(data.get(1).label, 1);
  EXPECT_EQ(data.label(2), 1);
}

TEST_F(Folder, GivesPlanesOfPixelsInZeroToOne) {
  add("a/a.png", "png");
  const Image image = ImageFolder(dir_.path(), std::nullopt).get(0);
  // The picture of scripts/regenerate_pillow.py: red (7x + 3y), green 5x, blue (11y + x), all mod 256.
  for (std::size_t y = 0; y < 13; ++y) {
    for (std::size_t x = 0; x < 19; ++x) {
      const std::size_t at = y * 19 + x;
      ASSERT_EQ(image.pixels[at], static_cast<float>((7 * x + 3 * y) % 256) / 255.0f);
      ASSERT_EQ(image.pixels[247 + at], static_cast<float>(5 * x % 256) / 255.0f);
      ASSERT_EQ(image.pixels[494 + at], static_cast<float>((11 * y + x) % 256) / 255.0f);
    }
  }
}

TEST_F(Folder, MakesGreyThreeChannelsAndDropsAlpha) {
  add("a/alpha.png", "png_alpha");
  add("a/grey.png", "png_grey");
  add("a/plain.png", "png");
  const ImageFolder data(dir_.path(), std::nullopt);
  EXPECT_EQ(data.get(0).pixels, data.get(2).pixels);
  const auto grey = data.get(1).pixels;
  EXPECT_TRUE(std::equal(grey.begin(), grey.begin() + 247, grey.begin() + 247));
  EXPECT_TRUE(std::equal(grey.begin(), grey.begin() + 247, grey.begin() + 494));
}

TEST_F(Folder, ResizesWhenAsked) {
  add("a/a.png", "png");
  const ImageFolder data(dir_.path(), ResizeCrop{.shorter = 8, .crop = 7});
  EXPECT_EQ(data.shape(), (ImageShape{3, 7, 7}));
  EXPECT_EQ(data.get(0).pixels.size(), 147u);
  EXPECT_THAT(data.identity(),
              ::testing::HasSubstr("shorter side to 8, central 7, sha256 of names and contents "));
}

TEST_F(Folder, NamesThePictureOfAnotherSize) {
  add("a/a.png", "png");
  std::string wide = encoded_picture("jpeg");
  const std::size_t frame = wide.find("\xff\xc0");
  wide[frame + 8] = 17;  // the same blocks hold 17 columns
  dir_.write("a/b.jpg", wide);
  const ImageFolder data(dir_.path(), std::nullopt);
  EXPECT_EQ(error_of([&] { data.get(1); }), path("a/b.jpg") + ": 17x13 pixels, but " + path("a/a.png") +
                                                " has 19x13; expected pictures of one size");
}

TEST_F(Folder, NamesThePictureThatCannotBeRead) {
  add("a/a.png", "png");
  dir_.write("a/b.png", "no picture at all");
  const std::string jpeg = encoded_picture("jpeg");
  dir_.write("a/c.jpg", jpeg.substr(0, jpeg.size() - 20));
  const ImageFolder data(dir_.path(), std::nullopt);
  EXPECT_EQ(error_of([&] { data.get(1); }),
            path("a/b.png") +
                ": is neither JPEG nor PNG by its first bytes, expected one of them; another kind of file "
                "under this name?");
  EXPECT_EQ(error_of([&] { data.get(2); }),
            path("a/c.jpg") +
                ": JPEG cannot be decoded: Premature end of JPEG file; expected a whole picture, this one "
                "is truncated or damaged");
}

TEST_F(Folder, SaysWhenTheLayoutIsAnother) {
  const auto open = [&](const std::filesystem::path& folder) {
    return error_of([&] { ImageFolder(folder, std::nullopt); });
  };
  EXPECT_EQ(open(dir_ / "missing"),
            path("missing") +
                ": cannot be listed: No such file or directory; expected a folder with a "
                "subfolder of pictures for each class");
  EXPECT_EQ(open(dir_.path()), path() + ": has no subfolders, expected one with pictures for each class");
  add("a/a.png", "png");
  dir_.write("b/notes.txt", "");
  EXPECT_EQ(open(dir_.path()),
            path("b") +
                ": has no pictures, expected .png, .jpg or .jpeg files of one class; remove "
                "the folder if it is not a class");
}

TEST_F(Folder, IdentityTellsOtherPicturesApart) {
  add("set/a/a.png", "png");
  add("set/b/a.png", "png");
  const std::string before = ImageFolder(dir_ / "set", std::nullopt).identity();
  EXPECT_THAT(before, ::testing::StartsWith("folder set, 2 pictures, sha256 of names and contents "));
  EXPECT_EQ(ImageFolder(dir_ / "set/", std::nullopt).identity(), before);
  add("set/b/a.png", "png_alpha");
  EXPECT_NE(ImageFolder(dir_ / "set", std::nullopt).identity(), before);
}

/// The identity by contents and by names and sizes.
std::string identity_of(const std::filesystem::path& folder, PictureIdentity identity) {
  return ImageFolder(folder, std::nullopt, "", identity).identity();
}

// Another picture of the same size, written at the same time, would be mixed into a record that is resumed.
TEST_F(Folder, IdentityTellsPicturesOfOneSizeApart) {
  add("set/a/1.png", "png");
  add("set/a/2.png", "png");
  const auto other = dir_ / "set/a/2.png";
  const auto written = std::filesystem::last_write_time(other);
  const std::string contents = identity_of(dir_ / "set", PictureIdentity::kContents);
  const std::string quick = identity_of(dir_ / "set", PictureIdentity::kNamesAndSizes);
  EXPECT_THAT(quick, ::testing::StartsWith("folder set, 2 pictures, sha256 of names and sizes "));
  std::string bytes = test::content_of(other);
  bytes.back() = bytes.back() == 'x' ? 'y' : 'x';
  dir_.write("set/a/2.png", bytes);
  std::filesystem::last_write_time(other, written);
  EXPECT_NE(identity_of(dir_ / "set", PictureIdentity::kContents), contents);
  EXPECT_EQ(identity_of(dir_ / "set", PictureIdentity::kNamesAndSizes), quick);
}

TEST_F(Folder, RemembersDigestsAsLongAsAFileIsNotChanged) {
  add("set/a/1.png", "png");
  const auto identity = [&] { return identity_of(dir_ / "set", PictureIdentity::kContents); };
  const auto list = dir_ / "set/.certus-digests";
  const std::string first = identity();
  EXPECT_FALSE(std::filesystem::exists(list));  // the picture is too young
  std::this_thread::sleep_for(std::chrono::milliseconds(3100));
  EXPECT_EQ(identity(), first);
  std::string text = test::content_of(list);
  EXPECT_EQ(identity(), first);
  EXPECT_EQ(test::content_of(list), text);
  text.replace(text.size() - 65, 64, std::string(64, '0'));  // another digest shows that it is read from here
  dir_.write("set/.certus-digests", text);
  EXPECT_NE(identity(), first);
  add("set/a/1.png", "png");
  EXPECT_EQ(identity(), first);
  dir_.write("set/.certus-digests", "damaged");
  EXPECT_EQ(identity(), first);
}

TEST_F(Folder, GivesTheSameImageInEveryThread) {
  for (const char* name : {"a/a.jpg", "a/b.jpg", "b/a.jpg"}) add(name, "jpeg");
  const ImageFolder data(dir_.path(), ResizeCrop{.shorter = 10, .crop = 9});
  const auto expected = data.get(0).pixels;
  std::vector<int> right(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 30; ++i) right[t] += data.get(i % 3).pixels == expected ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 30));
}

}  // namespace
}  // namespace certus
