#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace certus::test {

/// What a test server sends.
struct HttpAnswer {
  int status = 200;
  std::string body;
  std::int64_t announced = -1;  ///< Content-Length; -1: that of the body
  std::string headers = {};     ///< more of them, each with "\r\n"
};

struct HttpRequest {
  std::string path;
  std::int64_t from = 0;  ///< of "Range: bytes=<from>-"; 0 without
};

/// A server on 127.0.0.1 that answers one request a connection, until the end of the scope.
class HttpServer {
 public:
  explicit HttpServer(std::function<HttpAnswer(const HttpRequest&)> handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string url(const std::string& path) const;
  std::vector<HttpRequest> requests();

 private:
  void serve();
  void answer(int connection);

  std::function<HttpAnswer(const HttpRequest&)> handler_;
  int socket_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::thread thread_;
};

/// The rest of `content` as a server with ranges sends it.
HttpAnswer ranged(const std::string& content, const HttpRequest& request);

}  // namespace certus::test
