#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "certus/report/table.h"

namespace certus {

/// A JSON value that the library made. Other programs read its text, with the JSON library that they have.
class JsonValue {
 public:
  struct Held;  ///< of the JSON library that certus uses: json_values.h, which is not installed

  JsonValue();  ///< null
  JsonValue(const JsonValue& other);
  JsonValue(JsonValue&& other) noexcept;
  JsonValue& operator=(JsonValue other) noexcept;
  ~JsonValue();

  /// Indented by two blanks. What is not UTF-8 becomes U+FFFD.
  std::string text() const;

  Held& held();
  const Held& held() const;

 private:
  std::unique_ptr<Held> held_;  ///< none: null
};

/// What a command reports: tables and sentences for people, one JSON value for machines.
struct Document {
  std::vector<std::variant<Table, std::string>> blocks;
  JsonValue json;

  void add(Table table) { blocks.emplace_back(std::move(table)); }
  /// Blanks at its beginning indent it as text.
  void add(std::string sentence) { blocks.emplace_back(std::move(sentence)); }
};

/// One after another; their JSON values become an array.
Document in_sequence(std::vector<Document> documents);

/// The document in one format. Sentences become plain lines, % comments in LaTeX and # comments in CSV. As
/// text, sentences and tables are broken into lines of at most `columns`.
std::string render(const Document& document, Format format, std::size_t columns = kTextColumns);

}  // namespace certus
