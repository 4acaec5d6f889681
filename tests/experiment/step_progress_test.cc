#include "certus/experiment/step_progress.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(StepProgress, KeepsHowFarAndHowLong) {
  EXPECT_EQ(
      step_progress("epoch 1/8, image 5,376/50,000, loss 1.804, accuracy under noise 33.1 %, 431 images/s, "
                    "0:14:38 left"),
      "epoch 1/8, 0:14:38 left");
  EXPECT_EQ(
      step_progress("epoch 1/8, image 512/50,000, loss 2.301, accuracy under noise 10.0 %, 400 images/s"),
      "epoch 1/8");
  EXPECT_EQ(
      step_progress("epoch 2/4: loss 0.795, accuracy under noise 75.0 %, test 82.6 %, lr 0.03, 388 images/s, "
                    "0:00:11"),
      "epoch 2/4");
  EXPECT_EQ(step_progress("epoch 1/8, test images 5,376/10,000"), "epoch 1/8, testing");
  EXPECT_EQ(step_progress("epoch 3/8, p_A of training images: 96,000/500,000 draws"),
            "epoch 3/8, estimating p_A");
  EXPECT_EQ(step_progress("120/500 images, 1,760 draws/s, 0:01:10 left, certified right 41.2 %"),
            "120/500 images, 0:01:10 left");
  EXPECT_EQ(step_progress("0/500 images"), "0/500 images");
  EXPECT_EQ(step_progress("gradients of hard images: 43 % of 12,000 draws"), "43 %");
}

TEST(StepProgress, IsEmptyForWhatTellsSomethingElse) {
  for (const char* line :
       {"",
        "gaussian at sigma 0.5: cifar_resnet8 on cifar10 train, sha256 0631, into weights/cifar10/gaussian",
        "resumed at epoch 3, step 1170",
        "31 images before the run: clean accuracy 90.3 %, under noise 82.3 %",
        "note: --seed is for reproduction, not for service: whoever knows it knows the noise",
        "discard: 35000 of 50000 images are kept (p_A at least 0.4)", "Logs",
        "Next: certus certify model.onnx"}) {
    EXPECT_EQ(step_progress(line), "") << line;
  }
}

}  // namespace
}  // namespace certus
