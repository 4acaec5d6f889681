// Certifies one image with any function from a batch of images to classes: here, whether the picture is
// bright.
#include <cstdio>
#include <numeric>

#include "certus/certify/certify_image.h"

int main() {
  const certus::ImageShape shape{.channels = 1, .height = 8, .width = 8};
  const auto classifier =
      certus::classifier_of(shape, 2, [&](std::span<const float> images, std::span<int> classes) {
        for (std::size_t i = 0; i < classes.size(); ++i) {
          const auto image = images.subspan(i * shape.size(), shape.size());
          classes[i] = std::accumulate(image.begin(), image.end(), 0.0F) > 32.0F ? 1 : 0;
        }
      });
  const std::vector<float> image(shape.size(), 0.7F);
  const auto row =
      certus::certify_image(*classifier, {shape, image}, {.n = 10'000, .alpha = 0.001, .sigma = 0.5});
  std::printf("class %d within an l2 distance of %.3f\n", row.predicted.value_or(-1), row.radius);
}
