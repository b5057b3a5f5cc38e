#include "tablebase/fathom.h"

#ifdef STILLPOINT_HAS_FATHOM

#include <array>
#include <cstdio>
#include <mutex>

#include <tbprobe.h>
#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

#include "chess/movegen.h"

namespace stillpoint::tablebase::fathom {

namespace {

std::mutex root_mutex;

// While it lives, standard error goes nowhere: for a library that writes things there that are no errors. It
// affects the whole process, so use it only where no other thread has something to say.
class QuietStderr {
public:
#ifdef _WIN32
    QuietStderr() = default;
#else
    QuietStderr() : saved_(dup(STDERR_FILENO)) {
        std::fflush(stderr);
        const int nowhere = saved_ < 0 ? -1 : open("/dev/null", O_WRONLY);
        if (nowhere < 0) return;
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    ~QuietStderr() {
        if (saved_ < 0) return;
        std::fflush(stderr);
        dup2(saved_, STDERR_FILENO);
        close(saved_);
    }
#endif
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

#ifndef _WIN32
private:
    int saved_;
#endif
};

unsigned en_passant_square(const Position& pos) {
    return pos.en_passant() == Square::None ? 0 : static_cast<unsigned>(index(pos.en_passant()));
}

unsigned promotion_code(Move m) {
    if (m.type() != MoveType::Promotion) return TB_PROMOTES_NONE;
    switch (m.promotion_piece()) {
        case PieceType::Queen: return TB_PROMOTES_QUEEN;
        case PieceType::Rook: return TB_PROMOTES_ROOK;
        case PieceType::Bishop: return TB_PROMOTES_BISHOP;
        default: return TB_PROMOTES_KNIGHT;
    }
}

// Fathom gives the distance without a sign; the result, as if the clock stood at zero, tells the sign.
int signed_dtz(unsigned result) {
    const int amount = static_cast<int>(TB_GET_DTZ(result));
    const unsigned wdl = TB_GET_WDL(result);
    return wdl > TB_DRAW ? amount : wdl < TB_DRAW ? -amount : 0;
}

bool is_about(unsigned result, Move m) {
    return TB_GET_FROM(result) == static_cast<unsigned>(index(m.from())) &&
           TB_GET_TO(result) == static_cast<unsigned>(index(m.to())) &&
           TB_GET_PROMOTES(result) == promotion_code(m);
}

}  // namespace

bool is_available() { return true; }

void load(const std::string& path) {
    // Fathom reports every successful unmapping as an error.
    const QuietStderr quiet;
    tb_init(path.c_str());
}

std::optional<Wdl> wdl(const Position& pos) {
    const unsigned result =
        tb_probe_wdl(pos.pieces(Color::White), pos.pieces(Color::Black), pos.pieces(PieceType::King),
                     pos.pieces(PieceType::Queen), pos.pieces(PieceType::Rook), pos.pieces(PieceType::Bishop),
                     pos.pieces(PieceType::Knight), pos.pieces(PieceType::Pawn), 0, 0, en_passant_square(pos),
                     pos.side_to_move() == Color::White);
    if (result > TB_WIN) return std::nullopt;
    return static_cast<Wdl>(static_cast<int>(result) - TB_DRAW);
}

std::optional<RootDtz> root(const Position& pos) {
    const std::lock_guard lock(root_mutex);
    std::array<unsigned, TB_MAX_MOVES> results;
    // Always pass a clock of zero: Fathom would only use it to blur the results, in eight bits.
    const unsigned whole = tb_probe_root(
        pos.pieces(Color::White), pos.pieces(Color::Black), pos.pieces(PieceType::King),
        pos.pieces(PieceType::Queen), pos.pieces(PieceType::Rook), pos.pieces(PieceType::Bishop),
        pos.pieces(PieceType::Knight), pos.pieces(PieceType::Pawn), 0, 0, en_passant_square(pos),
        pos.side_to_move() == Color::White, results.data());
    if (whole == TB_RESULT_FAILED) return std::nullopt;

    MoveList legal;
    generate<GenKind::Legal>(pos, legal);
    RootDtz answer;
    answer.dtz = signed_dtz(whole);
    for (Move m : legal) {
        const unsigned* result = results.data();
        while (*result != TB_RESULT_FAILED && !is_about(*result, m)) ++result;
        if (*result == TB_RESULT_FAILED) return std::nullopt;
        answer.moves.push_back({m, signed_dtz(*result)});
    }
    return answer;
}

}  // namespace stillpoint::tablebase::fathom

#else

namespace stillpoint::tablebase::fathom {

bool is_available() { return false; }
void load(const std::string&) {}
std::optional<Wdl> wdl(const Position&) { return std::nullopt; }
std::optional<RootDtz> root(const Position&) { return std::nullopt; }

}  // namespace stillpoint::tablebase::fathom

#endif
