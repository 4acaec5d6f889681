#pragma once

#include <utility>

namespace certus {

/// Puts a listener in the place of another while it lives, however that ends.
template <typename Listener>
class ListenerScope {
 public:
  ListenerScope(Listener& place, Listener listener)
      : place_(place), before_(std::exchange(place, std::move(listener))) {}
  ~ListenerScope() { place_ = std::move(before_); }
  ListenerScope(const ListenerScope&) = delete;
  ListenerScope& operator=(const ListenerScope&) = delete;

 private:
  Listener& place_;
  Listener before_;
};

}  // namespace certus
