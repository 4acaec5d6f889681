#pragma once

#include <string>
#include <vector>

namespace certus {

class Parameters;

/// Texts that people choose for names: NAME=TEXT.
class Labels {
 public:
  /// For commands that show every log by itself.
  void describe(Parameters& p);
  /// For commands whose logs may be seeds of one method.
  void describe_methods(Parameters& p);

  bool empty() const { return given_.empty(); }
  const std::vector<std::string>& given() const { return given_; }

  /// Names with the texts given for them. Fails on a label that fits no name, on an empty one and on one
  /// that another name has.
  std::vector<std::string> of(const std::vector<std::string>& names) const { return of_each(names, {}); }

  /// The same for logs that stand each by itself, by name or by path: fails when two would be called alike.
  std::vector<std::string> of_each(const std::vector<std::string>& names,
                                   const std::vector<std::string>& paths) const;

  /// The same for methods of logs, of which a label may name a single one by its path, too. The same text for
  /// several of them makes them one method, whose logs are its seeds; it must be given for all of them.
  /// @param names  of the methods, one for each log
  std::vector<std::string> of_methods(const std::vector<std::string>& names,
                                      const std::vector<std::string>& paths) const;

  /// The same, then names of what stands beside the logs, which is not a seed of theirs and needs a name of
  /// its own.
  /// @param paths   of the logs, then of what stands beside them
  /// @param beside  how many of them do
  std::vector<std::string> of_methods_beside(const std::vector<std::string>& names,
                                             const std::vector<std::string>& paths, std::size_t beside) const;

 private:
  struct Applied;
  Applied applied(const std::vector<std::string>& names, const std::vector<std::string>& paths) const;
  bool apply(const std::string& label, const std::vector<std::string>& keys, Applied& labels) const;

  std::vector<std::string> given_;
  std::string name_ = "label";  ///< of the parameter, as people write it
};

}  // namespace certus
