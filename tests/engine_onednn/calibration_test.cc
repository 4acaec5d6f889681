#include "certus/engine_onednn/calibration.h"

#include <cmath>

#include "certus/engine_onednn/onednn_engine.h"
#include "certus/model/architectures.h"
#include "support/programs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using test::TempDir;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

Calibration some_calibration() {
  return {.model = "lenet, sha256 12",
          .data = "mnist train",
          .sigma = 0.1,
          .images = 256,
          .seed = 7,
          .image_range = 1.0 + 6.77 * 0.1,
          .nodes = {"image", "conv1"},
          .scales = {{.scale = 1.0 / 3.0, .is_signed = true}, {.scale = 2e-5, .is_signed = false}}};
}

/// The file with one change.
template <typename Change>
std::filesystem::path changed_file(const TempDir& dir, Change change) {
  write_calibration(dir / "whole.json", some_calibration(), Overwrite::kAllow);
  Json json = Json::parse(content_of(dir / "whole.json"));
  change(json);
  return dir.write("changed.json", json.dump());
}

/// The one line that reading such a file gives.
template <typename Change>
std::string error_of_change(Change change) {
  const TempDir dir;
  const auto path = changed_file(dir, change);
  const std::string error = error_of([&] { read_calibration(path); });
  EXPECT_THAT(error, HasSubstr(path.string()));
  EXPECT_THAT(error, Not(HasSubstr("\n")));
  return error;
}

TEST(CalibrationFile, ReadsBackWhatWasWritten) {
  const TempDir dir;
  write_calibration(dir / "a.json", some_calibration(), Overwrite::kRefuse);
  EXPECT_EQ(read_calibration(dir / "a.json"), some_calibration());
  EXPECT_EQ(digest_of(read_calibration(dir / "a.json")), digest_of(some_calibration()));
}

TEST(CalibrationFile, IsNotOverwrittenUnlessAsked) {
  const TempDir dir;
  const auto path = dir.write("a.json", "mine");
  EXPECT_THAT(error_of([&] { write_calibration(path, some_calibration(), Overwrite::kRefuse); }),
              HasSubstr(path.string()));
  EXPECT_EQ(content_of(path), "mine");
}

TEST(CalibrationFile, TakesNodesWithAnyBytesInTheirNames) {
  const TempDir dir;
  Calibration calibration = some_calibration();
  calibration.nodes[1] = "\xff\"\n";
  write_calibration(dir / "a.json", calibration, Overwrite::kRefuse);
  EXPECT_EQ(read_calibration(dir / "a.json").scales, calibration.scales);
}

TEST(CalibrationFile, NamesAFieldThatIsMissing) {
  for (const char* name : {"version", "model", "data", "sigma", "images", "seed", "image_range", "scales"}) {
    EXPECT_THAT(error_of_change([&](Json& json) { json.erase(name); }),
                HasSubstr("field '" + std::string(name) + "' is missing"));
  }
  for (const char* name : {"node", "scale", "signed"}) {
    EXPECT_THAT(error_of_change([&](Json& json) { json["scales"][1].erase(name); }),
                HasSubstr("field '" + std::string(name) + "' is missing"));
  }
}

TEST(CalibrationFile, NamesAFieldOfTheWrongKind) {
  for (const char* name : {"version", "model", "data", "sigma", "images", "seed", "image_range", "scales"}) {
    for (const Json& wrong : {Json::object(), Json(nullptr)}) {
      EXPECT_THAT(error_of_change([&](Json& json) { json[name] = wrong; }),
                  HasSubstr("field '" + std::string(name) + "' is missing or of the wrong kind"));
    }
  }
  EXPECT_THAT(error_of_change([](Json& json) { json["scales"] = 5; }), HasSubstr("field 'scales'"));
  EXPECT_THAT(error_of_change([](Json& json) { json["scales"][0] = 5; }), HasSubstr("field 'node'"));
  EXPECT_THAT(error_of_change([](Json& json) { json["scales"][0]["scale"] = "1"; }),
              HasSubstr("field 'scale'"));
  EXPECT_THAT(error_of_change([](Json& json) { json["scales"][0]["signed"] = 1; }),
              HasSubstr("field 'signed'"));
}

TEST(CalibrationFile, RefusesScalesThatAreNotPositive) {
  for (const double scale : {0.0, -0.5}) {
    EXPECT_THAT(error_of_change([&](Json& json) { json["scales"][1]["scale"] = scale; }),
                HasSubstr("field 'scale' of node 'conv1' is " + round_trip_text(scale)));
    EXPECT_THAT(error_of_change([&](Json& json) { json["image_range"] = scale; }),
                HasSubstr("field 'image_range' is " + round_trip_text(scale)));
  }
  // How JSON writers put NaN.
  EXPECT_THAT(error_of_change([](Json& json) { json["scales"][1]["scale"] = std::nan(""); }),
              HasSubstr("field 'scale'"));
}

TEST(CalibrationFile, RefusesAnotherFormatOrVersion) {
  EXPECT_THAT(error_of_change([](Json& json) { json["format"] = "certus-votes"; }),
              HasSubstr("not a file of int8 scales"));
  EXPECT_THAT(error_of_change([](Json& json) { json["format"] = 1; }),
              HasSubstr("not a file of int8 scales"));
  EXPECT_THAT(error_of_change([](Json& json) { json = Json::array({json}); }),
              HasSubstr("not a file of int8 scales"));
  EXPECT_THAT(error_of_change([](Json& json) { json["version"] = 2; }),
              HasSubstr("has version 2, expected 1"));
}

TEST(CalibrationFile, RefusesATruncatedFileWhereverItEnds) {
  const TempDir dir;
  write_calibration(dir / "whole.json", some_calibration(), Overwrite::kRefuse);
  const std::string text = content_of(dir / "whole.json");
  for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
    const auto path = dir.write("cut.json", text.substr(0, length));
    EXPECT_THAT(error_of([&] { read_calibration(path); }),
                AllOf(HasSubstr(path.string()), HasSubstr("not a file of int8 scales")))
        << length;
  }
}

TEST(CalibrationFile, RefusesNumbersThatNoDoubleHoldsAndNaN) {
  const TempDir dir;
  write_calibration(dir / "whole.json", some_calibration(), Overwrite::kRefuse);
  const std::string text = content_of(dir / "whole.json");
  for (const char* number : {"NaN", "Infinity", "1e999"}) {
    std::string changed = text;
    changed.replace(changed.find("2e-05"), 5, number);
    const auto path = dir.write("changed.json", changed);
    EXPECT_THAT(error_of([&] { read_calibration(path); }),
                AllOf(HasSubstr(path.string()), HasSubstr("not a file of int8 scales")))
        << number;
  }
}

TEST(CalibrationFile, RefusesAHugeFileAndAMissingOne) {
  const TempDir dir;
  const auto path = dir.write("huge.json", std::string((16 << 20) + 1, ' '));
  EXPECT_THAT(error_of([&] { read_calibration(path); }), HasSubstr(path.string()));
  EXPECT_THAT(error_of([&] { read_calibration(dir / "absent.json"); }), HasSubstr("absent.json"));
}

TEST(CalibrationDigest, ChangesWithEverythingThatDecidesVotesAndNothingElse) {
  const std::string digest = digest_of(some_calibration());
  const auto changed = [](auto change) {
    Calibration calibration = some_calibration();
    change(calibration);
    return digest_of(calibration);
  };
  EXPECT_NE(changed([](Calibration& c) { c.scales[0].scale = std::nextafter(1.0 / 3.0, 1.0); }), digest);
  EXPECT_NE(changed([](Calibration& c) { c.scales[1].is_signed = true; }), digest);
  EXPECT_NE(changed([](Calibration& c) { c.scales.pop_back(); }), digest);
  EXPECT_NE(changed([](Calibration& c) { std::swap(c.scales[0], c.scales[1]); }), digest);
  EXPECT_NE(changed([](Calibration& c) { c.image_range = 2.0; }), digest);
  EXPECT_EQ(changed([](Calibration& c) {
              c.model = c.data = "other";
              c.sigma = 0.25;
              c.images = 1;
              c.seed = 8;
              c.nodes[0] = "other";
            }),
            digest);
}

TEST(MakeCalibration, IsAFunctionOfItsArguments) {
  const Graph graph = make_architecture("lenet", 10, 1);
  EXPECT_EQ(test::picture_calibration(graph), test::picture_calibration(graph));
  EXPECT_NE(digest_of(test::picture_calibration(graph, 0.25)),
            digest_of(test::picture_calibration(graph, 0.5)));
}

TEST(MakeCalibration, SaysWhatItWasMadeFrom) {
  const Graph graph = make_architecture("lenet", 10, 1);
  const auto data = test::block_pictures({1, 28, 28}, 5);
  const Calibration calibration = make_calibration({.graph = graph, .identity = "a model"}, data,
                                                   {.sigma = 0.25, .images = 256, .seed = 3});
  EXPECT_EQ(calibration.model, "a model; ");
  EXPECT_EQ(calibration.data, "block pictures");
  EXPECT_EQ(calibration.images, 5);  // there are no more
  EXPECT_EQ(calibration.seed, 3U);
  EXPECT_NEAR(calibration.image_range, 1.0 + 0.25 * 6.77, 1e-9);
  EXPECT_EQ(calibration.nodes.size(), calibration.scales.size());
  EXPECT_EQ(calibration.nodes.front(), "image");
  EXPECT_EQ(calibration.scales.size(), lower(graph).values.size());
}

TEST(MakeCalibration, RefusesImagesOfAnotherSize) {
  const auto data = test::block_pictures({1, 28, 27}, 2);
  EXPECT_THAT(error_of([&] { make_calibration({.graph = make_architecture("lenet", 10, 1)}, data, {}); }),
              HasSubstr("takes images of 1x28x28, but those of block pictures are 1x28x27"));
}

TEST(MakeInt8Network, RefusesScalesOfAnotherNetwork) {
  const Calibration calibration = test::picture_calibration(make_architecture("cifar_resnet8", 10, 1));
  EXPECT_THAT(
      error_of([&] { make_int8_network(make_architecture("cifar_resnet14", 10, 1), calibration, 1); }),
      AllOf(HasSubstr("the int8 scales are of a network with"), HasSubstr("delete their file")));
}

}  // namespace
}  // namespace certus
