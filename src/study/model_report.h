#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "certus/engine/network_engine.h"
#include "certus/engines/engine_choice.h"
#include "certus/model/model_file.h"
#include "certus/report/document.h"

namespace certus {

/// What a network is: input, classes, normalization, parameters and operations.
Document model_document(const std::string& title, const Model& model);

/// Adds a table with every node of the network.
void add_layers(const Graph& graph, Document& document);

/// The images of a file of raw little-endian float32 numbers, one after the other. Fails when the file has
/// another size.
/// @param shape  number of images, channels, height, width
std::vector<float> read_raw_images(const std::filesystem::path& path, const Shape& shape);

/// The logits of images without noise.
struct ModelLogits {
  EngineInfo engine;
  std::vector<float> values;  ///< image by image, engine.num_classes each
};
/// @param images  whole images of the network's input shape, one after the other
ModelLogits model_logits(const Graph& graph, const EngineChoice& choice, std::span<const float> images);

/// One row per image, with its class.
Document logits_document(const std::string& title, const ModelLogits& logits);

}  // namespace certus
