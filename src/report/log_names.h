#pragma once

#include <string>
#include <vector>

namespace certus {

/// Names for tables: the paths without the folder they share ("catrs/noise_0.5.tsv"). Where names would still
/// be long, they keep only as many folders as tell them apart.
std::vector<std::string> short_names(const std::vector<std::string>& paths);

/// The text with each of the paths replaced by its name.
std::string with_short_names(std::string text, const std::vector<std::string>& paths,
                             const std::vector<std::string>& names);

/// One sentence per log, joined where they are equal: "all logs: ..." or "a.tsv and 3 more: ...".
class LogNotes {
 public:
  explicit LogNotes(std::size_t logs) : logs_(logs) {}
  void add(const std::string& name, const std::string& sentence);
  std::vector<std::string> lines() const;

 private:
  struct Note {
    std::string sentence;
    std::vector<std::string> names;
  };
  std::size_t logs_;
  std::vector<Note> notes_;
};

}  // namespace certus
