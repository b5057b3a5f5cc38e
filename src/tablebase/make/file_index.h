#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tablebase/make/ending.h"

namespace stillpoint::tablebase {

// The order in which a file counts through the positions of one of its sub-tables.
struct PieceOrder {
    std::array<Man, kMostPieces> men{};  // the leading group first, then pawns of the other colour
    int lead_place = 0;                  // which group, counted from the one that changes fastest
    int pawn_place = -1;                 // the same for the other colour's pawns; -1: there are none
};

// All orders the format allows for a material.
std::vector<PieceOrder> possible_orders(const Material& material);

// How a file numbers the positions of a sub-table: from number to squares.
class FileIndex {
public:
    // `file` is that of the leading pawn, 0 to 3; 0 without pawns.
    FileIndex(const Ending& ending, int file, const PieceOrder& order);

    std::uint64_t size() const { return size_; }

    // A number, split into which placing each group has: counting on is faster than splitting anew.
    class Number {
        friend class FileIndex;
        std::array<std::uint64_t, kMostPieces> placings{};
    };
    Number split(std::uint64_t number) const;
    void advance(Number& number) const;
    // By the ending's list of men. All squares are different, but the kings may touch.
    Squares squares_of(const Number& number) const;
    Squares squares_of(std::uint64_t number) const { return squares_of(split(number)); }

private:
    struct Group {
        int first, size;  // in the order's list of men
        std::uint64_t placings;
        bool pawns;
    };

    // The leading group's squares, by number. Eight bytes, so that they are copied at once.
    using Lead = Squares;
    using Leads = std::vector<Lead>;
    static Leads list_king_pairs();
    static Leads list_piece_triples();
    static Leads list_leading_pawns(int count, int file);
    static const Leads& king_pairs();
    static const Leads& piece_triples();
    static const Leads& leading_pawns(int count, int file);

    int count_;
    const Leads* lead_;
    std::vector<Group> groups_;                      // the leading one first
    std::array<std::uint8_t, kMostPieces> order_{};  // of the groups, the one that changes fastest first
    std::array<std::uint8_t, kMostPieces> slot_{};   // from the order's list to the ending's
    std::uint64_t size_ = 1;
};

}  // namespace stillpoint::tablebase
