#include "certus/data/dataset_parameters.h"

#include "certus/base/error.h"
#include "certus/base/parameters.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

std::optional<ResizeCrop> parse_resize(const std::string& text, const std::string& what) {
  const auto parts = split_text(text, ',');
  const auto shorter = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto crop = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!shorter || !crop || *crop < 1 || *shorter < *crop || *shorter > 8192) {
    fail(ErrorKind::kConfig, what, " is '", text,
         "', expected two sizes of at most 8192, the second at most the first, e.g. 256,224");
  }
  return ResizeCrop{.shorter = *shorter, .crop = *crop};
}

}  // namespace

void describe(Parameters& p, OpenOptions& options) {
  p.add("data", options.data,
        "cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder with a subfolder of PNG or JPEG "
        "images for each class")
      .shown_as("NAME|DIR");
  describe_data_dir(p, options.data_dir).rarely();
  p.add_choice<Split>("split", options.split, {{"test", Split::kTest}, {"train", Split::kTrain}},
                      "which part of the data set")
      .shown_as("S")
      .rarely();
  p.add_parsed("resize", options.resize, parse_resize,
               "for a folder of pictures: scale the shorter side to S pixels, then cut out the central C x C "
               "(imagenet: 256,224)")
      .shown_as("S,C")
      .rarely();
  describe_no_verify(p, options.verify).rarely();
  p.add_flag("quick_identity", options.picture_identity, PictureIdentity::kNamesAndSizes,
             "for a folder of pictures and imagenet: tell them apart by names and sizes, without reading all "
             "of them")
      .rarely();
}

Parameter& describe_data_dir(Parameters& p, std::filesystem::path& folder) {
  return p.add("data_dir", folder, "folder that holds the data sets")
      .shown_as("DIR")
      .usually("$CERTUS_DATA, else ~/.cache/certus");
}

Parameter& describe_no_verify(Parameters& p, Verify& verify) {
  return p.add_flag("no_verify", verify, Verify::kAny,
                    "accept data that differ from the published data set but have its layout");
}

}  // namespace certus
