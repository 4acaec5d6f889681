#include "certus/model/architectures.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/model/lenet.h"
#include "certus/model/residual_network.h"

namespace certus {

const std::vector<std::string>& architecture_names() {
  static const std::vector<std::string> names{"cifar_resnet8",   "cifar_resnet14", "cifar_resnet20",
                                              "cifar_resnet32",  "cifar_resnet44", "cifar_resnet56",
                                              "cifar_resnet110", "resnet18",       "resnet34",
                                              "resnet50",        "lenet"};
  return names;
}

Graph make_architecture(const std::string& name, std::int64_t classes, std::uint64_t seed) {
  if (classes < 2 || classes > 1'000'000) {
    fail(ErrorKind::kConfig, name, ": ", classes, " classes, expected 2 to 1,000,000");
  }
  constexpr std::string_view kCifar = "cifar_resnet";
  if (name.starts_with(kCifar)) {
    const auto depth = parse_int(std::string_view(name).substr(kCifar.size()));
    if (depth && *depth < 10'000) return cifar_resnet(static_cast<int>(*depth), classes, seed);
  }
  if (name == "resnet18") return imagenet_resnet(18, classes, seed);
  if (name == "resnet34") return imagenet_resnet(34, classes, seed);
  if (name == "resnet50") return imagenet_resnet(50, classes, seed);
  if (name == "lenet") return lenet(classes, seed);
  std::string known;
  for (const std::string& each : architecture_names()) known += (known.empty() ? "" : ", ") + each;
  fail(ErrorKind::kConfig, "architecture '", name, "' is not known, expected one of ", known);
}

}  // namespace certus
