#include "certus/module/torch_backend.h"

#include <dlfcn.h>

#include <filesystem>
#include <optional>

#include "certus/base/error.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

constexpr const char* kFile = "certus_torch.so";

/// Where the module may lie: beside the program (the build tree, or files copied together), one folder above
/// (programs of the tests), or where `cmake --install` puts it.
std::vector<std::filesystem::path> folders() {
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return {own, own.parent_path(), (own / CERTUS_MODULE_FOLDER).lexically_normal()};
}

std::optional<std::filesystem::path> find_file() {
  for (const std::filesystem::path& folder : folders()) {
    if (std::filesystem::is_regular_file(folder / kFile)) return folder / kFile;
  }
  return std::nullopt;
}

const TorchBackend& load() {
  const auto file = find_file();
  if (!file) {
    std::string places;
    for (const std::filesystem::path& folder : folders()) {
      places += join_text(places.empty() ? "" : ", ", folder.string());
    }
    fail(
        ErrorKind::kFile, kFile, " was not found in ", places,
        "; training and the engine torch need it: build certus with libtorch (Debian: libtorch-dev), or copy "
        "the file to the program's folder");
  }
  void* const library = ::dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail(ErrorKind::kFile, file->string(), " cannot be loaded: ", ::dlerror(), "; is libtorch installed?");
  }
  const void* const symbol = ::dlsym(library, kTorchBackendSymbol);
  if (symbol == nullptr) {
    fail(ErrorKind::kFile, file->string(), ": ", kTorchBackendSymbol,
         " is missing; is it a module of certus?");
  }
  const auto& exported = *static_cast<const TorchBackendExport*>(symbol);
  if (exported.version != certus_version()) {
    fail(ErrorKind::kFile, file->string(), ": belongs to certus ", exported.version, ", but the program is ",
         certus_version(), "; install both from one build");
  }
  return *exported.backend;
}

}  // namespace

const TorchBackend& torch_backend() {
  static const TorchBackend& backend = load();
  return backend;
}

bool has_torch_backend() {
  return find_file().has_value();
}

}  // namespace certus
