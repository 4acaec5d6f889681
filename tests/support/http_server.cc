#include "support/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace certus::test {

HttpServer::HttpServer(std::function<HttpAnswer(const HttpRequest&)> handler) : handler_(std::move(handler)) {
  ::setenv("no_proxy", "127.0.0.1", 1);
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket_, generic, size) != 0 || ::listen(socket_, 8) != 0 ||
      ::getsockname(socket_, generic, &size) != 0) {
    throw std::runtime_error("cannot listen on 127.0.0.1");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  stopping_ = true;
  ::shutdown(socket_, SHUT_RDWR);
  thread_.join();
  ::close(socket_);
}

std::string HttpServer::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

std::vector<HttpRequest> HttpServer::requests() {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpServer::serve() {
  while (!stopping_) {
    const int connection = ::accept(socket_, nullptr, nullptr);
    if (connection < 0) continue;
    answer(connection);
    ::close(connection);
  }
}

void HttpServer::answer(int connection) {
  std::string head;
  char block[1024];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t got = ::recv(connection, block, sizeof block, 0);
    if (got <= 0) return;
    head.append(block, static_cast<std::size_t>(got));
  }
  HttpRequest request{.path = head.substr(4, head.find(' ', 4) - 4)};
  if (const auto at = head.find("Range: bytes="); at != std::string::npos)
    request.from = std::atoll(&head[at + 13]);
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }
  const HttpAnswer reply = handler_(request);
  const auto length = reply.announced >= 0 ? reply.announced : static_cast<std::int64_t>(reply.body.size());
  const std::string text = "HTTP/1.1 " + std::to_string(reply.status) +
                           " X\r\nContent-Length: " + std::to_string(length) + "\r\n" + reply.headers +
                           "Connection: close\r\n\r\n" + reply.body;
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = ::send(connection, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now <= 0) return;
    sent += static_cast<std::size_t>(now);
  }
}

HttpAnswer ranged(const std::string& content, const HttpRequest& request) {
  if (request.from == 0) return {.body = content};
  const auto from = static_cast<std::size_t>(request.from);
  if (from >= content.size()) return {.status = 416, .body = "out of range"};
  return {.status = 206,
          .body = content.substr(from),
          .headers = "Content-Range: bytes " + std::to_string(from) + "-" +
                     std::to_string(content.size() - 1) + "/" + std::to_string(content.size()) + "\r\n"};
}

}  // namespace certus::test
