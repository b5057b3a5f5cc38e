#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "search/root_move.h"
#include "search/table.h"

namespace stillpoint {

struct SearchContext;

// What a worker would play, and how deep it looked.
struct WorkerResult {
    RootMove best;
    int depth = 0;  // the last one completed
};

// Shallower results are found again faster than they are sent.
inline constexpr int kLeastSharedDepth = 4;

// Other processes that search the same position, each in a table of its own. A search without them has none,
// and asks only where it stores a deep result.
class Peers {
public:
    virtual ~Peers() = default;

    // Everybody is to forget what was learned.
    virtual void new_game() = 0;
    // A search of this process begins; until exchange_results() its table may be written to. Sets in the
    // context what concerns them.
    virtual void begin(const Position& root, SearchContext& context, int workers) = 0;
    // By any worker, for what it has stored in the table. Never waits.
    virtual void share(int worker, Key key, const TableData& data) = 0;

    // By the first worker, every few hundred nodes.
    virtual void progress(const SearchContext& context) = 0;

    // What the others have done in this search, as far as is known here.
    struct Counts {
        int processes = 0;
        std::uint64_t nodes = 0;
        std::uint64_t tablebase_hits = 0;
        int hashfull = 0;  // the sum over the processes
    };
    virtual Counts counts() const = 0;

    // The search is over. By its first worker; the others of this process may still be at work.
    virtual void end() = 0;
    // Gives what the workers of this process found, and returns what is known of the others' results; does
    // not wait for them longer than the clock allows.
    virtual std::vector<WorkerResult> exchange_results(std::vector<WorkerResult> own) = 0;
};

}  // namespace stillpoint
