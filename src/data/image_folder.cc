#include "certus/data/image_folder.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/sha256.h"
#include "certus/data/decode_image.h"
#include "certus/data/picture_digests.h"

namespace certus {
namespace {

namespace fs = std::filesystem;

bool is_picture_name(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

/// Sorted names of the entries that `accept` takes, without those that begin with a dot.
template <typename Accept>
std::vector<std::string> names_in(const fs::path& folder, Accept accept) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::string name = at->path().filename().string();
    if (!name.starts_with('.') && accept(*at)) names.push_back(std::move(name));
  }
  if (error) {
    fail(ErrorKind::kFile, folder, ": cannot be listed: ", error.message(),
         "; expected a folder with a subfolder of pictures for each class");
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<std::string> class_folders(const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::string> names =
      names_in(folder, [&](const fs::directory_entry& e) { return e.is_directory(ignored); });
  if (names.empty()) {
    fail(ErrorKind::kData, folder, ": has no subfolders, expected one with pictures for each class");
  }
  return names;
}

ImageFolder::ImageFolder(fs::path folder, std::optional<ResizeCrop> resize, std::string name,
                         PictureIdentity identity)
    : folder_(std::move(folder)), resize_(resize), name_(std::move(name)), identity_(identity) {
  std::error_code ignored;
  classes_ = class_folders(folder_);
  for (int label = 0; label < num_classes(); ++label) {
    const std::string& class_name = classes_[static_cast<std::size_t>(label)];
    const std::size_t before = entries_.size();
    for (std::string& file : names_in(folder_ / class_name, [&](const fs::directory_entry& e) {
           return is_picture_name(e.path().filename().string()) && !e.is_directory(ignored);
         })) {
      std::error_code error;
      const auto bytes = fs::file_size(folder_ / class_name / file, error);
      if (error) {
        fail(ErrorKind::kFile, folder_ / class_name / file, ": cannot be examined: ", error.message(),
             "; expected a picture, found a dangling link or a device?");
      }
      if (bytes > kMaxPictureBytes) {
        fail(ErrorKind::kData, folder_ / class_name / file, ": has ", bytes,
             " bytes, expected a picture of at most ", kMaxPictureBytes, " bytes");
      }
      entries_.push_back({std::move(file), label, bytes});
    }
    if (entries_.size() == before) {
      fail(ErrorKind::kData, folder_ / class_name,
           ": has no pictures, expected .png, .jpg or .jpeg files of one class; remove the folder if it is "
           "not a class");
    }
  }
  if (resize_) {
    shape_ = {.channels = 3, .height = resize_->crop, .width = resize_->crop};
  } else {
    const ByteImage first = decode_image(path(0));
    shape_ = {.channels = 3, .height = first.height, .width = first.width};
  }
}

std::string ImageFolder::name_within(const Entry& entry) const {
  return join_text(classes_[static_cast<std::size_t>(entry.label)], '/', entry.file_name);
}

std::string ImageFolder::identity() const {
  const bool by_contents = identity_ == PictureIdentity::kContents;
  std::call_once(identify_, [&] {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(name_within(entry));
    const auto digests = by_contents ? picture_digests(folder_, names) : std::vector<std::string>();
    Sha256 hash;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string what = by_contents ? digests[i] : std::to_string(entries_[i].bytes);
      hash.update(join_text(names[i], '\t', what, '\n'));
    }
    digest_ = hash.hex();
  });
  const fs::path plain = folder_.has_filename() ? folder_ : folder_.parent_path();
  return join_text(
      name_.empty() ? join_text("folder ", plain.filename()) : name_, ", ", entries_.size(), " pictures, ",
      resize_ ? join_text("shorter side to ", resize_->shorter, ", central ", resize_->crop, ", ")
              : std::string(),
      "sha256 of names and ", by_contents ? "contents " : "sizes ", digest_);
}

const ImageFolder::Entry& ImageFolder::entry(std::int64_t index) const {
  CERTUS_CHECK(index >= 0 && index < size());
  return entries_[static_cast<std::size_t>(index)];
}

fs::path ImageFolder::path(std::int64_t index) const {
  const Entry& found = entry(index);
  return folder_ / classes_[static_cast<std::size_t>(found.label)] / found.file_name;
}

ByteImage ImageFolder::picture(std::int64_t index) const {
  return decode_image(path(index));
}

Image ImageFolder::get(std::int64_t index) const {
  ByteImage found = picture(index);
  if (resize_) {
    found = resize_and_crop(found, *resize_);
  } else if (found.height != shape_.height || found.width != shape_.width) {
    fail(ErrorKind::kData, Remedy{"resize"}, path(index), ": ", found.width, 'x', found.height,
         " pixels, but ", path(0), " has ", shape_.width, 'x', shape_.height,
         "; expected pictures of one size");
  }
  return image_of(found, label(index));
}

}  // namespace certus
