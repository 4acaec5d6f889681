#pragma once

#include <utility>

namespace certus {

/// Replaces a listener by another for the lifetime of this object; the destructor puts the old one back.
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
