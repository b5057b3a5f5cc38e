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

// Whether two sets of tables agree; an answer that is missing agrees with nothing. Distances of tables that
// store the same side to move in the same units (`same_units`, see distance_units()) must be the same. If
// not, each may be one half-move below the truth where the other is exact, so that no more can be asked than
// that they are at most one apart: the larger is then the truth.
bool agree(const TableAnswer& a, const TableAnswer& b, bool same_units);

// The answers for every `every`-th number of an ending and both sides to move; of those, every
// `distance_every`-th also with its distance, if the position is decided and the game not over: a draw's is
// nothing by definition. `stored` is the side to move whose distances the table holds; the prober works out
// the other's from the positions after each move. Call after init(). `progress` as above.
std::vector<TableAnswer> read_answers(const Material& material, Color stored, std::uint64_t every,
                                      std::uint64_t distance_every,
                                      const std::function<bool(double)>& progress);

}  // namespace stillpoint::tablebase
