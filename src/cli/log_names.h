#pragma once

#include <string>
#include <vector>

namespace certus::cli {

/// Names for tables: the paths without the folder they share ("catrs/noise_0.5.tsv").
std::vector<std::string> short_names(const std::vector<std::string>& paths);

/// One sentence a log, joined where they are equal: "all logs: ..." or "a.tsv and 3 more: ...".
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

}  // namespace certus::cli
