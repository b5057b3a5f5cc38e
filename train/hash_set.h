#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "util/rng.h"

namespace stillpoint::train {

// A set of numbers that are random already. Hundreds of millions fit where std::unordered_set would take
// forty bytes for each: here it is 10 to 13, also while it grows, because its parts grow one by one.
class HashSet {
public:
    // False if it was there.
    bool insert(std::uint64_t hash) {
        if (hash == 0) hash = 1;  // zero marks an empty place
        Part& part = parts_[hash % kParts];
        if (5 * (part.size + 1) > 4 * part.places.size()) grow(part);
        std::uint64_t& place = find(part, hash);
        if (place == hash) return false;
        place = hash;
        ++part.size;
        return true;
    }
    std::uint64_t bytes() const { return places_ * sizeof(std::uint64_t); }

private:
    static constexpr std::uint64_t kParts = 16;
    struct Part {
        std::vector<std::uint64_t> places;
        std::uint64_t size = 0;
    };

    // The place of the number, or the empty one where it belongs.
    static std::uint64_t& find(Part& part, std::uint64_t hash) {
        std::uint64_t i = multiply_high(hash, part.places.size());
        while (part.places[i] != 0 && part.places[i] != hash)
            if (++i == part.places.size()) i = 0;
        return part.places[i];
    }
    void grow(Part& part) {
        std::vector<std::uint64_t> old(part.places.size() * 5 / 4 + 16);
        places_ += old.size() - part.places.size();
        old.swap(part.places);
        for (std::uint64_t hash : old)
            if (hash != 0) find(part, hash) = hash;
    }

    std::array<Part, kParts> parts_;
    std::uint64_t places_ = 0;
};

}  // namespace stillpoint::train
