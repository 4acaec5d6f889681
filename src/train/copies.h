#pragma once

#include "certus/train/method.h"

namespace certus {

/// One row per image -> one row per copy: labels, images or any other tensor with the images in front.
at::Tensor repeat_for_copies(const at::Tensor& per_image, std::int64_t copies, CopyLayout layout);

/// x_b + delta_{b,j} for all copies that `noise` has, in its layout. Nothing is clamped.
at::Tensor noisy_copies(const at::Tensor& images, const at::Tensor& noise, CopyLayout layout);

/// Rows of copies -> copies x images x ..., whatever the layout; a view.
at::Tensor copies_first(const at::Tensor& rows, std::int64_t copies, CopyLayout layout);

/// Share of rows whose largest logit (the first one among equals) is that of the label; a
/// scalar without gradient.
at::Tensor share_correct(const at::Tensor& logits, const at::Tensor& labels);

}  // namespace certus
