#pragma once

#include "certus/data/dataset.h"
#include "support/linear_engine.h"

namespace certus::test {

/// Images of class 1 at growing distance from the plane, every fifth labelled 0.
class PlaneData : public Dataset {
 public:
  explicit PlaneData(std::int64_t size) : size_(size) {}
  std::int64_t size() const override { return size_; }
  Image get(std::int64_t index) const override {
    return {kTinyShape, image_at(0.1 * static_cast<double>(index % 20)), index % 5 == 4 ? 0 : 1};
  }
  ImageShape shape() const override { return kTinyShape; }
  int num_classes() const override { return 2; }
  std::string identity() const override { return "plane"; }

 private:
  std::int64_t size_;
};

}  // namespace certus::test
