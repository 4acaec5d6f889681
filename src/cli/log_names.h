#pragma once

#include <span>
#include <string>
#include <vector>

namespace certus::cli {

/// Names for tables: the paths without the folder they share ("catrs/noise_0.5.tsv").
std::vector<std::string> short_names(const std::vector<std::string>& paths);

/// Names of the methods behind logs, for legends and tables: what their paths do not share, without sigma,
/// "noise" and ending. "logs/catrs/noise_0.5.tsv" and "logs/ours/noise_1.0.tsv" are of catrs and ours; a
/// single method is called by its folder or file. Logs of one method at several sigmas have one name.
std::vector<std::string> method_names(std::span<const std::string> paths);

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
