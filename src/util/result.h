#pragma once

#include <string>
#include <utility>
#include <variant>

namespace stillpoint {

// What went wrong, in one line a user can read.
struct Error {
    std::string message;
};

// A value or an error. Parsers and loaders return it: nothing throws across a module's border.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() { return std::get<0>(content_); }
    const T& value() const { return std::get<0>(content_); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const std::string& error() const { return std::get<1>(content_).message; }

private:
    std::variant<T, Error> content_;
};

}  // namespace stillpoint
