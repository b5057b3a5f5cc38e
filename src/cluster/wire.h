#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "search/limits.h"
#include "search/peers.h"
#include "util/result.h"

// What is in the letters. All processes run the same program on like machines, so numbers are sent as they
// stand in memory; a letter that can't be read is dropped.
namespace stillpoint::cluster {

enum class Kind : std::uint8_t {
    // from rank 0
    Option,   // a setoption line
    NewGame,  //
    Begin,    // a search
    End,      // of that search
    Leave,    // the program
    Alive,    // nothing else to say
    Job,      // a line for `serve`
    // to rank 0
    Hello,    // who it is; a follower's first letter
    Counts,   // what it has done so far; also a sign of life
    Interim,  // what it would play now
    Final,    // its workers' results
    Note,     // a line for the user
    Answer,   // to a job
    // between all
    Entries,  // of the transposition table
};

class Writer {
public:
    explicit Writer(Kind kind) { *this << kind; }

    template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number> Writer& operator<<(Number n) {
        text_.append(reinterpret_cast<const char*>(&n), sizeof n);
        return *this;
    }
    Writer& operator<<(std::string_view text) {
        *this << static_cast<std::uint32_t>(text.size());
        text_.append(text);
        return *this;
    }
    Writer& operator<<(const std::vector<Move>& moves);
    Writer& operator<<(const WorkerResult& result);

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

// Reads zeros and empty texts once the letter has ended; ok() says whether that happened.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number> Number read() {
        Number n{};
        if (rest_.size() < sizeof n) {
            fail();
        } else {
            rest_.copy(reinterpret_cast<char*>(&n), sizeof n);
            rest_.remove_prefix(sizeof n);
        }
        return n;
    }
    std::string_view text();
    std::vector<Move> moves();
    // Without a move in it: not ok().
    WorkerResult result();

    bool ok() const { return ok_; }
    bool at_end() const { return rest_.empty(); }
    std::string_view rest() const { return rest_; }

private:
    void fail() {
        ok_ = false;
        rest_ = {};
    }

    std::string_view rest_;
    bool ok_ = true;
};

// A search as the others are to run it: until they are told to end it.
struct SearchOrder {
    std::uint32_t number = 0;
    Position root;
    Limits limits;  // only what all obey by themselves: depth, mate and the moves at the root
};
std::string write_order(std::uint32_t number, const Position& root, const Limits& limits);
Result<SearchOrder> read_order(Reader& letter);

}  // namespace stillpoint::cluster
