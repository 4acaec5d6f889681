#include "certus/certify/certification_parameters.h"

#include "certus/base/error.h"
#include "certus/base/parameters.h"
#include "certus/base/split_text.h"
#include "certus/data/dataset_parameters.h"
#include "certus/model/model_parameters.h"

namespace certus {
namespace {

/// The selection with the part that "K/M" means.
ImageSelection with_shard(ImageSelection selection, const std::string& text, const std::string& what) {
  const auto parts = split_text(text, '/');
  const auto index = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto count = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!index || !count || *count < 1 || *index < 1 || *index > *count) {
    fail(ErrorKind::kConfig, what, " is '", text, "', expected K/M with K from 1 to M, e.g. 1/2 and 2/2");
  }
  selection.shard = *index - 1;
  selection.shards = *count;
  return selection;
}

}  // namespace

Parameter& describe_max(Parameters& p, std::optional<std::int64_t>& max) {
  return p.add("max", max, "only images before this index").shown_as("I").usually("all").in(1, 1e12);
}

Parameter& describe_skip(Parameters& p, std::int64_t& skip, std::string usual) {
  return p.add("skip", skip, "only images whose index is a multiple of K")
      .shown_as("K")
      .usually(std::move(usual))
      .in(1, 1e12);
}

void describe_images(Parameters& p, CertificationOptions& run) {
  ImageSelection& selection = run.selection;
  describe(p, run.data);
  describe_skip(p, selection.skip, "1; 100 for imagenet");
  describe_max(p, selection.max);
  p.add("start", selection.start, "index of the first image").shown_as("I").in(0, 1e12).rarely();
  p.add_parsed(
       "shard", selection,
       [&selection](const std::string& text, const std::string& what) {
         return with_shard(selection, text, what);
       },
       "every M-th of these images, starting with the K-th; certus merge joins the records")
      .shown_as("K/M")
      .rarely();
  describe(p, run.model_options);
}

void describe_noise(Parameters& p, CertificationOptions& run, std::string usual_seed) {
  p.add("sound", run.is_sound, "exact Gaussian noise on the 8-bit grid: the radii hold in floating point");
  p.add("seed", run.seed,
        "number that chooses the noise; the same seed gives the same record. It is for reproduction, not for "
        "service, because whoever knows the seed knows the noise")
      .shown_as("S")
      .usually(std::move(usual_seed))
      .in(0, static_cast<double>(kLargestSeed))
      .rarely();
  p.add_choice<Generator>("generator", run.generator,
                          {{"philox", Generator::kPhilox}, {"chacha20", Generator::kChacha20}},
                          "source of random bits; philox is fast, chacha20 is a cipher")
      .shown_as("G")
      .rarely();
}

Parameter& describe_sigma(Parameters& p, std::optional<double>& sigma) {
  return p.add("sigma", sigma, "noise level, for pixels in [0, 1]; must be given")
      .shown_as("S")
      .in(1e-6, 1e3);
}

}  // namespace certus
