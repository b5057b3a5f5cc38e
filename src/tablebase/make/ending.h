#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "chess/types.h"
#include "tablebase/material.h"

namespace stillpoint::tablebase {

// Where the men stand, by their place in Ending::men(). One more than needed: eight bytes are copied at once.
using Squares = std::array<std::uint8_t, kMostPieces + 1>;

// For the handful of squares of a position; std::sort is made for more.
inline void sort_squares(Squares& squares, int begin, int end) {
    for (int i = begin + 1; i < end; ++i)
        for (int k = i; k > begin; --k) {
            std::uint8_t& lower = squares[static_cast<std::size_t>(k - 1)];
            std::uint8_t& upper = squares[static_cast<std::size_t>(k)];
            if (lower <= upper) break;
            std::swap(lower, upper);
        }
}

// Men, squares and files are counted with ints.
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Man {
    Color color;
    PieceType type;
    friend bool operator==(Man, Man) = default;
};

// Numbers the positions of one material, each class of positions that are alike by symmetry once. Without
// pawns the kings stand in one of 462 ways; with pawns the first pawn stands on the files a to d. Numbers of
// positions that cannot be, or that are spelt differently, are left unused: this costs memory, and saves
// time.
class Ending {
public:
    explicit Ending(const Material& material);

    const Material& material() const { return material_; }
    const std::vector<Man>& men() const { return men_; }
    int count() const { return static_cast<int>(men_.size()); }
    // Pawns come first. Without pawns the kings do, White's before Black's.
    int pawns() const { return pawns_; }
    int king(Color c) const { return kings_[c]; }

    std::uint64_t positions() const { return positions_; }
    // The squares must be different, and the kings apart.
    std::uint64_t index_of(const Squares& squares) const;
    // Whether the number stands for a placing of the men; if so, sets the squares.
    bool squares_of(std::uint64_t index, Squares& squares) const;
    // The same for a number that is known to stand for one.
    void place(std::uint64_t index, Squares& squares) const;

    // A pawn structure is a run of `structure_size()` positions.
    std::uint64_t structures() const { return positions_ / structure_size_; }
    std::uint64_t structure_size() const { return structure_size_; }
    // The number of a position after one of its men has moved, at less than the cost of index_of().
    class Renumbering {
    public:
        // The squares may be any spelling of the position with this number.
        Renumbering(const Ending& ending, std::uint64_t index, const Squares& squares);
        // For a man that is no pawn, to an empty square.
        std::uint64_t after(int man, std::uint8_t to) const {
            if ((free_men_ >> man & 1) == 0) return index_of_all(man, to);
            const int shift = 6 * (ending_.count() - 1 - man);
            return (index_ & ~(std::uint64_t{63} << shift)) | std::uint64_t{(*map_)[to]} << shift;
        }

    private:
        std::uint64_t index_of_all(int man, std::uint8_t to) const;

        const Ending& ending_;
        const Squares& squares_;
        std::uint64_t index_;
        const std::array<std::uint8_t, 64>* map_;  // from the board to the number's spelling
        unsigned free_men_;                        // by bits: their squares concern no others in the number
    };

    // How far the pawns have come, in steps from their first squares; negative: an impossible structure.
    int advancement(std::uint64_t structure) const;

private:
    struct Group {
        int first, size;
    };
    // Men of the same kind are listed by square, so that there is one spelling.
    void sort_groups(Squares& squares, int from) const;
    std::uint64_t index_of_pieces(const Squares& squares) const;
    std::uint64_t index_of_pawns(const Squares& squares) const;
    void place_pawns(std::uint64_t structure, Squares& squares) const;

    Material material_;
    std::vector<Man> men_;
    std::vector<Group> groups_;  // two or more of a kind
    unsigned free_men_ = 0;      // by bits: pieces that neither are in a group nor decide on a symmetry
    ByColor<int> kings_{};
    int pawns_ = 0, lead_ = 0;
    std::uint64_t structure_size_ = 1, positions_ = 0;
};

}  // namespace stillpoint::tablebase
