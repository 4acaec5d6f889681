#include "certus/data/download.h"

#include <curl/curl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "certus/base/error.h"
#include "certus/base/sha256.h"

namespace certus {
namespace {

constexpr long kConnectSeconds = 6;
constexpr long kStallSeconds = 30;  // with less than kStallBytes per second
constexpr long kStallBytes = 500;
constexpr int kTransferAttempts = 4;  // of a transfer that breaks off

/// Addresses may contain a user's name and password; messages must not.
std::string printable(const std::string& url) {
  const std::size_t host = url.find("://");
  if (host == std::string::npos) return url;
  const std::size_t path = url.find('/', host + 3);
  const std::size_t at = url.rfind('@', path);
  return at == std::string::npos || at < host ? url : url.substr(0, host + 3) + url.substr(at + 1);
}

struct Transfer {
  const Download& what;
  const DownloadObserver& observer;
  std::FILE* file = nullptr;
  std::int64_t offset = 0;  ///< where the part began
  std::int64_t size = 0;    ///< of the part
  bool too_many = false;
  int write_error = 0;
};

std::size_t take_bytes(char* data, std::size_t one, std::size_t count, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  const std::size_t bytes = one * count;
  if (transfer.size + static_cast<std::int64_t>(bytes) > transfer.what.max_bytes) {
    transfer.too_many = true;
    return 0;
  }
  if (std::fwrite(data, 1, bytes, transfer.file) != bytes) {
    transfer.write_error = errno;
    return 0;
  }
  transfer.size += static_cast<std::int64_t>(bytes);
  return bytes;
}

int take_progress(void* user, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
  const Transfer& transfer = *static_cast<Transfer*>(user);
  transfer.observer(transfer.size, total > 0 ? transfer.offset + total : 0);
  return 0;
}

bool breaks_off(CURLcode code) {
  return code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR || code == CURLE_OPERATION_TIMEDOUT ||
         code == CURLE_GOT_NOTHING || code == CURLE_HTTP2_STREAM;
}

/// One request that continues the partial file; returns what curl reported.
CURLcode transfer_once(Transfer& transfer, const std::filesystem::path& part, std::string& why) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  CERTUS_CHECK(ready == CURLE_OK);
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
  CERTUS_CHECK(curl != nullptr);
  std::FILE* opened = nullptr;
  do {
    opened = std::fopen(part.c_str(), "ab");
  } while (opened == nullptr && errno == EINTR);
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(opened, std::fclose);
  if (file == nullptr) {
    fail(ErrorKind::kFile, part, ": cannot be written: ", std::string_view(std::strerror(errno)));
  }
  std::fseek(file.get(), 0, SEEK_END);
  transfer.file = file.get();
  transfer.offset = transfer.size = std::ftell(file.get());
  char error[CURL_ERROR_SIZE] = "";
  const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
  set(CURLOPT_URL, transfer.what.url.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  set(CURLOPT_REDIR_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 5L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  set(CURLOPT_LOW_SPEED_LIMIT, kStallBytes);
  set(CURLOPT_LOW_SPEED_TIME, kStallSeconds);
  set(CURLOPT_USERAGENT, "certus");
  set(CURLOPT_ERRORBUFFER, error);
  set(CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(transfer.offset));
  set(CURLOPT_WRITEFUNCTION, take_bytes);
  set(CURLOPT_WRITEDATA, &transfer);
  if (transfer.observer) {
    set(CURLOPT_XFERINFOFUNCTION, take_progress);
    set(CURLOPT_XFERINFODATA, &transfer);
    set(CURLOPT_NOPROGRESS, 0L);
  }
  const CURLcode code = curl_easy_perform(curl.get());
  if (std::fflush(file.get()) != 0 && transfer.write_error == 0) transfer.write_error = errno;
  why = *error != '\0' ? error : curl_easy_strerror(code);
  return code;
}

/// Continues the partial file until the server says that it is complete.
void complete_part(Transfer& transfer, const std::filesystem::path& part) {
  for (int attempt = 1;; ++attempt) {
    std::string why;
    const CURLcode code = transfer_once(transfer, part, why);
    if (transfer.write_error != 0) {
      fail(ErrorKind::kFile, part,
           ": cannot be written: ", std::string_view(std::strerror(transfer.write_error)));
    }
    if (transfer.too_many) {
      std::filesystem::remove(part);
      fail(ErrorKind::kData, printable(transfer.what.url), ": sends more than ", transfer.what.max_bytes,
           " bytes; not the file expected there");
    }
    if (code == CURLE_OK) return;
    if (attempt < kTransferAttempts && code == CURLE_RANGE_ERROR) {  // this server cannot continue
      std::filesystem::remove(part);
    } else if (attempt == kTransferAttempts || !breaks_off(code)) {
      if (transfer.size == 0) std::filesystem::remove(part);
      fail(ErrorKind::kFile, printable(transfer.what.url), ": cannot be downloaded: ", why);
    }
  }
}

}  // namespace

std::filesystem::path download(const Download& what, const std::filesystem::path& folder,
                               const DownloadObserver& observer) {
  std::filesystem::path target = folder / what.file_name;
  const std::filesystem::path part = target.string() + ".part";
  if (std::filesystem::exists(target)) {  // an earlier call that was interrupted later had completed it
    if (what.sha256.empty() || sha256_of_file(target) == what.sha256) return target;
    std::filesystem::remove(target);
  }
  for (int attempt = 1;; ++attempt) {
    Transfer transfer{.what = what, .observer = observer};
    complete_part(transfer, part);
    const std::string found = what.sha256.empty() ? std::string() : sha256_of_file(part);
    if (found == what.sha256) break;
    std::filesystem::remove(part);
    if (attempt == 2) {
      fail(ErrorKind::kData, printable(what.url), ": downloaded ", transfer.size, " bytes with SHA-256 ",
           found, ", expected ", what.sha256,
           "; there is another file at this address, or a proxy answers with its own page");
    }
  }
  std::filesystem::rename(part, target);
  return target;
}

}  // namespace certus
