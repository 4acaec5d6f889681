#include "support/onnx_fixtures.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "certus/base/error.h"

namespace certus::test {

std::vector<OnnxFixture> onnx_fixtures() {
  const std::filesystem::path folder = CERTUS_ONNX_FIXTURES;
  std::vector<OnnxFixture> fixtures;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const nlohmann::json description = nlohmann::json::parse(file);
    OnnxFixture fixture{.name = entry.path().stem()};
    for (const auto& name : description.at("files"))
      fixture.files.push_back(folder / name.get<std::string>());
    fixture.shape = description.at("shape").get<Shape>();
    for (const auto& pixels : description.at("images")) {
      std::vector<float>& image = fixture.images.emplace_back();
      for (const auto& pixel : pixels) image.push_back(pixel.get<float>() / 256.0F);
    }
    fixture.logits = description.at("logits").get<std::vector<std::vector<double>>>();
    fixtures.push_back(std::move(fixture));
  }
  CERTUS_CHECK(!fixtures.empty());
  std::sort(fixtures.begin(), fixtures.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return fixtures;
}

double logit_difference(const std::vector<double>& found, const std::vector<double>& expected) {
  if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::fabs(found[i] - expected[i]) / std::max(1.0, std::fabs(expected[i]));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

}  // namespace certus::test
