// Certifies one image with the network of a file: certify_onnx MODEL.onnx
#include <cstdio>

#include "certus/base/error.h"
#include "certus/certify/certify_image.h"

int main(int argc, char** argv) try {
  if (argc != 2) return 1;
  const auto classifier = certus::open_classifier(argv[1]);
  const certus::ImageShape shape = classifier->info().shape;
  const std::vector<float> image(shape.size(), 0.5F);  // your picture, with pixels in [0, 1]
  const auto row =
      certus::certify_image(*classifier, {shape, image}, {.n = 1'000, .alpha = 0.001, .sigma = 0.5});
  if (row.predicted)
    std::printf("class %d within an l2 distance of %.3f\n", *row.predicted, row.radius);
  else
    std::printf("abstained\n");
} catch (const certus::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
