#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tablebase/make/facts.h"
#include "tablebase/material.h"
#include "util/result.h"

namespace stillpoint::tablebase {

inline constexpr int kMostMenToMake = 5;

// The endings asked for and those that captures and promotions lead to, each after all it depends on.
std::vector<Material> with_all_that_follow(const std::vector<Material>& wanted);

// What there is to do before all of them lie in a folder.
struct MakePlan {
    struct Step {
        Material material;
        bool to_write;  // false: its files are there, only its results are needed once more
    };
    std::vector<Step> steps;
    int already_made = 0;

    std::uint64_t positions() const;  // for both sides to move
    // Bytes at the largest step: if nothing had to be put aside, and the least that will do.
    std::uint64_t memory(int threads) const;
    std::uint64_t least_memory() const;
    // Bytes needed while working with so much memory; the tables themselves take less.
    std::uint64_t disk(std::uint64_t memory) const;
    double processor_seconds(bool quick) const;  // an estimate from what one core of an ordinary machine does
};
// A file that is damaged is made again.
MakePlan plan_tables(const std::vector<Material>& wanted, const std::string& folder);

struct MakeOptions {
    std::string folder;
    int threads = 1;
    std::uint64_t memory = std::uint64_t{8} << 30;  // beyond this, work on files instead of in memory
    bool quick = false;                             // larger files in less time
    // Called now and then with the part done and what is being done, by any thread but never by two at once;
    // returning false ends the work in order.
    std::function<bool(double, const std::string&)> progress;
};

struct MadeTable {
    Material material;
    std::uint64_t wdl_bytes = 0, dtz_bytes = 0;
};

// Makes what is missing. What was made before a stop is kept, and so is what the next run needs to go on.
Result<std::vector<MadeTable>> make_tables(const MakePlan& plan, const MakeOptions& options);

// What was noted about the tables of a folder when they were made.
std::vector<EndingFacts> read_facts(const std::string& folder);

}  // namespace stillpoint::tablebase
