#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/types.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace stillpoint {

// Attacks of bishops and rooks by table look-up: the occupied squares that matter (the mask) are mapped to
// a dense index. Two mappings exist: PEXT, one instruction, and magic multiplication for CPUs without it.

struct SliderSquare {
    Bitboard mask = 0;
    const Bitboard* attacks = nullptr;
    std::uint64_t magic = 0;
    int shift = 0;
};

struct MagicIndex {
    static std::size_t of(const SliderSquare& s, Bitboard occupied) {
        return static_cast<std::size_t>(((occupied & s.mask) * s.magic) >> s.shift);
    }
};

#if defined(__BMI2__)
struct PextIndex {
    static std::size_t of(const SliderSquare& s, Bitboard occupied) {
        return static_cast<std::size_t>(_pext_u64(occupied, s.mask));
    }
};
#endif

// AMD before Zen 3 has PEXT in microcode, slower than a multiplication.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__) && !defined(__bdver4__)
using FastestIndex = PextIndex;
#else
using FastestIndex = MagicIndex;
#endif

template <class Index>
class SliderTables {
public:
    SliderTables();
    SliderTables(const SliderTables&) = delete;
    SliderTables& operator=(const SliderTables&) = delete;

    Bitboard bishop(Square s, Bitboard occupied) const {
        const SliderSquare& e = bishop_[s];
        return e.attacks[Index::of(e, occupied)];
    }
    Bitboard rook(Square s, Bitboard occupied) const {
        const SliderSquare& e = rook_[s];
        return e.attacks[Index::of(e, occupied)];
    }

private:
    // 2^(relevant squares) summed over the board.
    static constexpr std::size_t kBishopEntries = 5248;
    static constexpr std::size_t kRookEntries = 102400;

    BySquare<SliderSquare> bishop_;
    BySquare<SliderSquare> rook_;
    std::array<Bitboard, kBishopEntries + kRookEntries> attacks_;
};

extern const SliderTables<FastestIndex> kSliders;

}  // namespace stillpoint
