#include "certus/command_line/run_files.h"

#include "certus/base/error.h"
#include "certus/record/run_manifest.h"

namespace certus::cli {
namespace {

namespace fs = std::filesystem;

/// The file that writing `path` would change: links are followed, also one to a file that is not there yet.
fs::path target_of(fs::path path) {
  constexpr int kMostLinks = 40;  // as the system follows them
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  const fs::path canonical = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : canonical;
}

/// Whether both names lead to one file. Hard links do, too, where both are there.
bool are_one_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || target_of(a) == target_of(b);
}

[[noreturn]] void fail_input(const fs::path& output, const std::string& what) {
  fail(ErrorKind::kConfig, "--output ", output, ": is ", what, "; give another name");
}

void check_folder(const fs::path& output, const fs::path& folder) {
  constexpr auto kOptions =
      fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, kOptions, error), end; !error && at != end;
       at.increment(error)) {
    if (fs::equivalent(output, at->path(), error))
      fail_input(output, join_text("a file of the input ", folder));
    error.clear();
  }
}

void check_one(const fs::path& output, const fs::path& input) {
  std::error_code ignored;
  if (fs::is_directory(input, ignored)) {
    if (fs::is_regular_file(output, ignored)) check_folder(output, input);
    return;
  }
  if (are_one_file(output, input)) fail_input(output, "one of the inputs");
  const fs::path manifest = manifest_path(input);
  if (fs::exists(manifest, ignored) && are_one_file(output, manifest))
    fail_input(output, join_text("the manifest of ", input));
}

/// Pipes, terminals and devices have no content to lose, and may be named several times.
bool has_content(const fs::path& path) {
  std::error_code ignored;
  return path != "-" && !fs::is_other(fs::status(path, ignored));
}

}  // namespace

void check_outputs(const RunFiles& files) {
  for (std::size_t i = 0; i < files.outputs.size(); ++i) {
    const fs::path& output = files.outputs[i];
    if (!has_content(output)) continue;
    for (const fs::path& given : files.inputs) {
      const fs::path input = given == "-" ? "/dev/stdin" : given;  // a file may stand there, too
      if (!input.empty() && has_content(input)) check_one(output, input);
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (are_one_file(output, files.outputs[k]))
        fail(ErrorKind::kConfig, "--output ", files.outputs[k], ": ", output,
             " is the same file, and the run writes both; give another name");
    }
  }
}

}  // namespace certus::cli
