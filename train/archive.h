#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace stillpoint::train {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie in memory");

// Two directions of one description: a function template that is handed an archive and calls it with every
// field either writes them or reads them.
class ArchiveWriter {
public:
    template <class T>
    void operator()(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        array(&value, 1);
    }
    void operator()(const std::string& text) {
        (*this)(std::uint64_t{text.size()});
        array(text.data(), text.size());
    }
    template <class T>
    void array(const T* values, std::size_t count) {
        bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
    }
    // A list with its length; `element(archive, item)` writes one.
    template <class List, class Element>
    void list(const List& items, Element element) {
        (*this)(std::uint64_t{items.size()});
        for (const auto& item : items) element(*this, item);
    }

    std::string bytes;
};

// Reading past the end gives zeros and is remembered: one check at the end is enough.
class ArchiveReader {
public:
    explicit ArchiveReader(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    void operator()(T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        array(&value, 1);
    }
    void operator()(std::string& text) {
        text.resize(length());
        array(text.data(), text.size());
    }
    template <class T>
    void array(T* values, std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t size = count * sizeof(T);
        if (bytes_.size() < size) {
            short_ = true;
            std::fill_n(values, count, T{});
            bytes_ = {};
            return;
        }
        std::memcpy(values, bytes_.data(), size);
        bytes_.remove_prefix(size);
    }
    template <class List, class Element>
    void list(List& items, Element element) {
        items.resize(length());
        for (auto& item : items) element(*this, item);
    }
    bool exact() const { return !short_ && bytes_.empty(); }

private:
    // A length that the bytes left cannot hold is nonsense.
    std::size_t length() {
        std::uint64_t size = 0;
        (*this)(size);
        if (size <= bytes_.size()) return size;
        short_ = true;
        return 0;
    }

    std::string_view bytes_;
    bool short_ = false;
};

}  // namespace stillpoint::train
