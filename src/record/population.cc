#include "certus/record/population.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/stats/beta.h"

namespace certus {
namespace {

double share(std::string_view text, const std::string& where) {
  const auto p = parse_double(text);
  if (!p || !(*p >= 0.0 && *p <= 1.0)) {
    fail(ErrorKind::kConfig, where, ": found '", text, "', expected a probability in [0, 1]");
  }
  return *p;
}

double shape(std::string_view text, const std::string& where) {
  const auto value = parse_double(text);
  if (!value || !(*value > 0.0 && *value <= 1e6)) {
    fail(ErrorKind::kConfig, where, ": found '", text, "', expected a shape in (0, 1e6]");
  }
  return *value;
}

}  // namespace

Population Population::parse(const std::string& text) {
  const std::string where = join_text("population '", text, "'");
  if (text.starts_with("constant:"))
    return Population(Constant{share(std::string_view(text).substr(9), where)});
  if (text.starts_with("beta:")) {
    const std::string_view shapes = std::string_view(text).substr(5);
    const std::size_t comma = shapes.find(',');
    if (comma == std::string_view::npos)
      fail(ErrorKind::kConfig, where, ": expected two shapes, as in beta:8,2");
    return Population(Beta{shape(shapes.substr(0, comma), where), shape(shapes.substr(comma + 1), where)});
  }
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored)) {
    fail(ErrorKind::kConfig, where,
         ": no such file, expected constant:P, beta:A,B or a file with one p_A per line");
  }
  LineReader reader(text);
  Listed values;
  std::string_view line;
  while (reader.next(line)) {
    if (line.empty() || line.front() == '#') continue;
    values.push_back(share(line, join_text(text, ':', reader.line_number())));
  }
  if (values.empty()) fail(ErrorKind::kData, text, ": no values, expected one p_A per line");
  return Population(std::move(values));
}

Probability Population::draw(std::int64_t i, double u) const {
  if (const auto* constant = std::get_if<Constant>(&kind_)) return Probability::from_p(constant->p);
  if (const auto* beta = std::get_if<Beta>(&kind_)) return beta_quantile(u, beta->a, beta->b);
  const auto& values = std::get<Listed>(kind_);
  return Probability::from_p(values[static_cast<std::size_t>(i) % values.size()]);
}

std::int64_t Population::listed() const {
  const auto* values = std::get_if<Listed>(&kind_);
  return values != nullptr ? static_cast<std::int64_t>(values->size()) : 0;
}

}  // namespace certus
