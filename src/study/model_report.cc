#include "certus/study/model_report.h"

#include <cmath>
#include <cstring>
#include <map>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/report/json_values.h"

namespace certus {

Document model_document(const std::string& title, const Model& model) {
  const Graph& graph = model.graph;
  std::map<std::string, std::int64_t> operations;
  for (const Node& node : graph.nodes()) ++operations[std::string(operation_name(node.operation))];
  Document document;
  json_in(document) = {{"model", model.identity},
                       {"input", graph.input_shape()},
                       {"classes", graph.output_shape().at(0)},
                       {"normalization", normalization_of(graph)},
                       {"parameters", trainable_count(graph)},
                       {"flops", flop_count(graph)},
                       {"operations", operations}};
  document.add(
      Table{.title = title,
            .header = {"input", "classes", "normalization", "parameters", "MFLOP per image"},
            .rows = {{text_cell(shape_text(graph.input_shape())), count_cell(graph.output_shape().at(0)),
                      text_cell(normalization_of(graph)), count_cell(trainable_count(graph)),
                      real_cell(static_cast<double>(flop_count(graph)) / 1e6, 1)}}});
  std::string list;
  for (const auto& [name, count] : operations) list += join_text(list.empty() ? "" : ", ", count, ' ', name);
  document.add(join_text("Operations: ", list, "."));
  return document;
}

void add_layers(const Graph& graph, Document& document) {
  Table table{.title = "Layers", .header = {"node", "operation", "output", "from"}, .rows = {}};
  json_in(document)["layers"] = Json::array();
  for (const Node& node : graph.nodes()) {
    std::string from;
    for (const NodeId id : node.inputs) from += (from.empty() ? "" : ", ") + graph.node(id).name;
    const std::string operation(operation_name(node.operation));
    table.rows.push_back(
        {text_cell(node.name), text_cell(operation), text_cell(shape_text(node.shape)), text_cell(from)});
    json_in(document)["layers"].push_back(
        {{"name", node.name}, {"operation", operation}, {"shape", node.shape}, {"inputs", node.inputs}});
  }
  document.add(std::move(table));
}

std::vector<float> read_raw_images(const std::filesystem::path& path, const Shape& shape) {
  const std::int64_t count = element_count(shape);
  const std::string bytes = read_file(path, std::size_t{4} << 30);
  if (bytes.size() != static_cast<std::size_t>(count) * sizeof(float)) {
    fail(ErrorKind::kData, path, ": ", bytes.size(), " bytes, expected ", count * 4, " (", count,
         " little-endian float32 numbers)");
  }
  std::vector<float> values(static_cast<std::size_t>(count));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

ModelLogits model_logits(const Graph& graph, const EngineChoice& choice, std::span<const float> images) {
  const auto engine = std::move(make_engines(graph, choice, 1).front());
  const std::size_t count = images.size() / engine->info().shape.size();
  ModelLogits logits{.engine = engine->info(), .values = {}};
  logits.values.resize(count * static_cast<std::size_t>(logits.engine.num_classes));
  engine->logits(images, logits.values);
  return logits;
}

Document logits_document(const std::string& title, const ModelLogits& logits) {
  const auto classes = static_cast<std::size_t>(logits.engine.num_classes);
  Document document;
  json_in(document) = {
      {"engine", logits.engine.name}, {"precision", logits.engine.precision}, {"logits", Json::array()}};
  Table table{.title = title, .header = {"image", "class"}, .rows = {}};
  for (std::size_t c = 0; c < classes; ++c) table.header.push_back(join_text("logit ", c));
  for (std::size_t i = 0; i < logits.values.size() / classes; ++i) {
    const std::span<const float> row = std::span(logits.values).subspan(i * classes, classes);
    Json values = Json::array();
    table.rows.push_back({count_cell(static_cast<std::int64_t>(i)), count_cell(vote_of(row))});
    for (const float logit : row) {
      values.push_back(std::isfinite(logit) ? Json(static_cast<double>(logit)) : Json(nullptr));
      table.rows.back().push_back(real_cell(static_cast<double>(logit), 5));
    }
    json_in(document)["logits"].push_back(std::move(values));
  }
  document.add(std::move(table));
  return document;
}

}  // namespace certus
