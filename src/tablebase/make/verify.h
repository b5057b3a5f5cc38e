#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "chess/types.h"
#include "tablebase/material.h"
#include "tablebase/table_file.h"

namespace stillpoint::tablebase {

// What is wrong with a table's file: its structure and, if we made it, its checksum. Empty: nothing.
std::string check_file(const std::filesystem::path& file, const Material& material, TableKind kind);

// Whether the checksum of a sound file is of the kind we can compute.
bool has_known_checksum(const std::filesystem::path& file);

struct Consistency {
    std::uint64_t positions = 0;  // looked at
    std::uint64_t wrong = 0;
    std::string example;  // the first wrong one and what is wrong with it
};

// Compares what the tables in use say about positions with what they say about the positions after each move.
// `samples` is the number of positions, 0 for all there are. Call after init(). `progress` gets the part
// done; returning false ends it early.
Consistency check_consistency(const Material& material, std::uint64_t samples,
                              const std::function<bool(double)>& progress);

// What the tables in use say about a position of an ending.
struct TableAnswer {
    static constexpr std::int8_t kNoResult = 100;
    static constexpr std::int16_t kNotAsked = 10000, kNoDistance = 10001;

    std::uint32_t index = 0;  // as Ending numbers it
    Color to_move = Color::White;
    std::int8_t wdl = kNoResult;
    std::int16_t distance = kNotAsked;

    // Whether nothing that was asked for is missing.
    bool is_whole() const { return wdl != kNoResult && distance != kNoDistance; }
};

// Whether two sets of tables agree. Distances are mostly stored in whole moves and for one side only, which
// each set may choose, so they may be one half-move apart; an answer that is missing agrees with nothing.
bool agree(const TableAnswer& a, const TableAnswer& b);

// The answers for every `every`-th number of an ending and both sides to move; of those, every
// `distance_every`-th also with its distance. Call after init(). `progress` as above.
std::vector<TableAnswer> read_answers(const Material& material, std::uint64_t every,
                                      std::uint64_t distance_every,
                                      const std::function<bool(double)>& progress);

}  // namespace stillpoint::tablebase
