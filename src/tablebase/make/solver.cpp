#include "tablebase/make/solver.h"

#include <algorithm>

#include "chess/attacks.h"
#include "tablebase/make/workers.h"

namespace stillpoint::tablebase {

namespace {

constexpr std::array<PieceType, 4> kPromotions{PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                               PieceType::Knight};
constexpr int kNobody = -1;

// What becomes of the material when a man is captured, promotes, or both.
Material changed(const Material& before, const std::vector<Man>& men, int captured, int promoted,
                 PieceType to) {
    Material after = before;
    if (captured != kNobody) --after.counts[men[at(captured)].color][men[at(captured)].type];
    if (promoted != kNobody) {
        --after.counts[men[at(promoted)].color][PieceType::Pawn];
        ++after.counts[men[at(promoted)].color][to];
    }
    return after;
}

// The spelling under which tables are made: with the colours swapped if need be. Nothing for bare kings.
struct Spelling {
    Material material;
    bool swapped;
};
std::optional<Spelling> spelling(const Material& m) {
    if (m.piece_count() <= 2) return std::nullopt;
    if (parse_material(m.name())) return Spelling{m, false};
    Material other = m;
    std::swap(other.counts[Color::White], other.counts[Color::Black]);
    return Spelling{other, true};
}

// The men on a board.
struct Board {
    Squares squares{};
    ByColor<Bitboard> by_color{};

    Board(const Ending& ending, const Squares& s) : squares(s) {
        for (int i = 0; i < ending.count(); ++i)
            by_color[ending.men()[at(i)].color] |= std::uint64_t{1} << s[at(i)];
    }
    Square square(int man) const { return static_cast<Square>(squares[at(man)]); }
    Bitboard occupied() const { return by_color[Color::White] | by_color[Color::Black]; }
    // Moves a man to an empty square, or onto an enemy who has to be named in what follows.
    void move(int man, Color c, Square to) {
        by_color[c] ^= bit(square(man)) | bit(to);
        squares[at(man)] = static_cast<std::uint8_t>(index(to));
    }
};

}  // namespace

std::vector<Material> next_endings(const Material& material) {
    const Ending ending(material);
    std::vector<Material> found;
    const auto add = [&](int captured, int promoted, PieceType to) {
        const auto next = spelling(changed(material, ending.men(), captured, promoted, to));
        if (next && std::find(found.begin(), found.end(), next->material) == found.end())
            found.push_back(next->material);
    };
    for (int victim = kNobody; victim < ending.count(); ++victim) {
        if (victim != kNobody && ending.men()[at(victim)].type == PieceType::King) continue;
        if (victim != kNobody) add(victim, kNobody, PieceType::None);
        for (int pawn = 0; pawn < ending.pawns(); ++pawn) {
            if (victim != kNobody && ending.men()[at(victim)].color == ending.men()[at(pawn)].color) continue;
            for (PieceType to : kPromotions) add(victim, pawn, to);
        }
    }
    return found;
}

Results SolvedEnding::results() const {
    Results results(ending_);
    for (std::uint64_t i = 0; i < ending_.positions(); ++i)
        results.set(i, at(Color::White, i).wdl(), at(Color::Black, i).wdl());
    return results;
}

// Positions are decided in layers: layer n holds those won or lost in n half-moves. While a position is open
// (a draw so far), its distance says what its zeroing moves allow.
class Solver {
public:
    Solver(SolvedEnding& solved, const SolverOptions& options)
        : solved_(solved), ending_(solved.ending()), options_(options) {
        link_next_endings();
        for (auto& changes : last_change_)
            changes = std::vector<std::atomic<std::int16_t>>(at_block(ending_.positions()));
    }

    bool run() {
        std::vector<std::vector<std::uint64_t>> by_advancement;
        for (std::uint64_t s = 0; s < ending_.structures(); ++s) {
            const int steps = ending_.advancement(s);
            if (steps < 0) {
                rule_out(s);
                continue;
            }
            if (by_advancement.size() <= at(steps)) by_advancement.resize(at(steps) + 1);
            by_advancement[at(steps)].push_back(s);
        }
        // A pawn move leads to a structure that is further advanced, and so already solved.
        for (auto group = by_advancement.rbegin(); group != by_advancement.rend(); ++group) {
            structures_ = &*group;
            if (!solve_structures()) return false;
        }
        return true;
    }

private:
    // What an open position is waiting for.
    enum Open : std::uint16_t {
        Plain,         // no zeroing move: lost when all moves are
        HasLosing,     // likewise, at least one zeroing move, all of them lose
        HasBlessed,    // likewise, but one loses only beyond the fifty-move rule
        Safe,          // a zeroing move draws, or it is stalemate: never lost
        HasCursedWin,  // a zeroing move wins beyond the fifty-move rule
    };

    // Where captures and promotions lead.
    struct Next {
        SharedResults results;  // null: two bare kings
        bool swapped = false;
        std::array<std::uint8_t, kMostPieces> from{};  // which of our men each of theirs is
    };

    using Cell = Cells::Cell;

    static std::uint16_t pack(Verdict::Kind kind, int distance) {
        return static_cast<std::uint16_t>(static_cast<int>(kind) << Verdict::kKindAt | distance);
    }
    static constexpr std::uint16_t kCaptureBits = 7 << Verdict::kCaptureAt;
    static std::uint16_t capture_bits(int best) {
        return best < -2 ? std::uint16_t{0} : static_cast<std::uint16_t>((best + 3) << Verdict::kCaptureAt);
    }
    static bool is_open(Verdict v) { return v.kind() == Verdict::Kind::Draw; }
    // Of an open position, in the bits of the distance: what it waits for, and how many of its quiet moves,
    // in the order of the men and squares, are known to lose.
    static constexpr int kOpenBits = 3, kMostKnownToLose = Verdict::kMostDistance >> kOpenBits;
    static Open waits_for(Verdict v) { return static_cast<Open>(v.distance() & ((1 << kOpenBits) - 1)); }
    static int known_to_lose(Verdict v) { return v.distance() >> kOpenBits; }

    Cell& cell(Color c, std::uint64_t i) const { return solved_.cells_[c][i]; }
    Man man(int i) const { return ending_.men()[at(i)]; }

    // ---- linking ----------------------------------------------------------------------------------
    Next& next(int captured, int promoted, int promotion) {
        return next_[at((captured + 1) * 8 + promoted + 1) * 4 + at(promotion)];
    }
    const Next& next(int captured, int promoted, int promotion) const {
        return next_[at((captured + 1) * 8 + promoted + 1) * 4 + at(promotion)];
    }

    void link_next_endings() {
        next_.resize(at((ending_.count() + 1) * 8 * 4));
        for (int captured = kNobody; captured < ending_.count(); ++captured) {
            if (captured != kNobody && man(captured).type == PieceType::King) continue;
            if (captured != kNobody) link(captured, kNobody, 0);
            for (int pawn = 0; pawn < ending_.pawns(); ++pawn)
                if (captured == kNobody || man(captured).color != man(pawn).color)
                    for (int p = 0; p < 4; ++p) link(captured, pawn, p);
        }
    }
    void link(int captured, int promoted, int promotion) {
        const PieceType to = kPromotions[at(promotion)];
        const auto spelt = spelling(changed(ending_.material(), ending_.men(), captured, promoted, to));
        Next& n = next(captured, promoted, promotion);
        if (!spelt) return;
        n.results = options_.results(spelt->material);
        n.swapped = spelt->swapped;
        std::vector<bool> used(ending_.men().size());
        const auto& theirs = n.results->ending().men();
        for (std::size_t i = 0; i < theirs.size(); ++i)
            for (int ours = 0; ours < ending_.count(); ++ours) {
                Man m = man(ours);
                if (ours == promoted) m.type = to;
                if (n.swapped) m.color = ~m.color;
                if (ours == captured || used[at(ours)] || m != theirs[i]) continue;
                used[at(ours)] = true;
                n.from[i] = static_cast<std::uint8_t>(ours);
                break;
            }
    }

    // ---- rules ------------------------------------------------------------------------------------
    // Whether a side's king is attacked; a captured man no longer counts.
    bool in_check(const Board& board, Color c, int captured = kNobody) const {
        const Square king = board.square(ending_.king(c));
        for (int i = 0; i < ending_.count(); ++i) {
            const Man m = man(i);
            if (m.color == c || i == captured) continue;
            const Square s = board.square(i);
            const Bitboard reach =
                m.type == PieceType::Pawn ? pawn_attacks(m.color, s) : attacks(m.type, s, board.occupied());
            if (contains(reach, king)) return true;
        }
        return false;
    }
    int man_on(const Board& board, Square s, Color c) const {
        for (int i = 0; i < ending_.count(); ++i)
            if (board.square(i) == s && man(i).color == c) return i;
        return kNobody;
    }

    // The result of a position in another ending, for the side to move.
    int result(const Next& n, const Board& board, Color to_move) const {
        if (!n.results) return 0;
        Squares squares{};
        const std::uint8_t flip = n.swapped ? 56 : 0;
        for (int i = 0; i < n.results->ending().count(); ++i)
            squares[at(i)] = board.squares[n.from[at(i)]] ^ flip;
        return static_cast<int>(
            n.results->at(n.swapped ? ~to_move : to_move, n.results->ending().index_of(squares)));
    }

    // Calls visit(board after, capturing or pushing man, captured) for every legal capture, promotions
    // included; `visit` gets the result for the side that moves.
    template <class Visit>
    void for_captures(const Board& board, Color us, Visit visit) const {
        for (int i = 0; i < ending_.count(); ++i) {
            const Man m = man(i);
            if (m.color != us) continue;
            const Square from = board.square(i);
            Bitboard targets =
                m.type == PieceType::Pawn ? pawn_attacks(us, from) : attacks(m.type, from, board.occupied());
            for (targets &= board.by_color[~us]; targets != 0;) {
                const Square to = pop_first(targets);
                const int captured = man_on(board, to, ~us);
                Board after = board;
                after.by_color[~us] ^= bit(to);
                after.move(i, us, to);
                if (in_check(after, us, captured)) continue;
                visit_results(after, us, captured, m.type == PieceType::Pawn ? i : kNobody, visit);
            }
        }
    }
    template <class Visit>
    void visit_results(const Board& after, Color us, int captured, int pawn, Visit& visit) const {
        if (pawn == kNobody || relative_rank(us, after.square(pawn)) < 7) {
            visit(-result(next(captured, kNobody, 0), after, ~us));
            return;
        }
        for (int p = 0; p < 4; ++p) visit(-result(next(captured, pawn, p), after, ~us));
    }

    template <class Visit>
    void for_pushes(const Board& board, Color us, Visit visit) const {
        for (int i = 0; i < ending_.pawns(); ++i) {
            if (man(i).color != us) continue;
            const Square from = board.square(i), one = from + pawn_push(us);
            if (contains(board.occupied(), one)) continue;
            Board after = board;
            after.move(i, us, one);
            const bool legal = !in_check(after, us);
            if (relative_rank(us, one) == 7) {
                if (legal) visit_results(after, us, kNobody, i, visit);
                continue;
            }
            if (legal) visit(-own_result(after, ~us));
            if (relative_rank(us, from) != 1) continue;
            const Square two = one + pawn_push(us);
            if (contains(board.occupied(), two)) continue;
            after.move(i, us, two);
            if (!in_check(after, us)) visit(-result_after_double_push(after, ~us, i, one));
        }
    }

    // A position of this ending with a structure that is already solved.
    int own_result(const Board& board, Color to_move) const {
        return static_cast<int>(solved_.at(to_move, ending_.index_of(board.squares)).wdl());
    }

    // With the right to capture en passant, if anyone can.
    int result_after_double_push(const Board& board, Color us, int pushed, Square passed) const {
        int best = -3;
        for (int i = 0; i < ending_.pawns(); ++i) {
            if (man(i).color != us || !contains(pawn_attacks(us, board.square(i)), passed)) continue;
            Board after = board;
            after.by_color[~us] ^= bit(board.square(pushed));
            after.move(i, us, passed);
            if (!in_check(after, us, pushed))
                best = std::max(best, -result(next(pushed, kNobody, 0), after, ~us));
        }
        const int without = own_result(board, us);
        if (best == -3) return without;
        const bool is_stalemate = without == 0 && !in_check(board, us) && !has_legal_move(board, us);
        return is_stalemate ? best : std::max(best, without);
    }

    bool has_legal_move(const Board& board, Color us) const {
        bool found = false;
        const auto note = [&](int) { found = true; };
        for_captures(board, us, note);
        if (!found) found = !every_quiet_move(board, us, [](const Board&) { return false; });
        if (!found) found = has_push(board, us);
        return found;
    }
    bool has_push(const Board& board, Color us) const {
        for (int i = 0; i < ending_.pawns(); ++i) {
            if (man(i).color != us) continue;
            Board after = board;
            const Square one = board.square(i) + pawn_push(us);
            if (contains(board.occupied(), one)) continue;
            after.move(i, us, one);
            if (!in_check(after, us)) return true;
            if (relative_rank(us, one) != 2 || contains(board.occupied(), one + pawn_push(us))) continue;
            after.move(i, us, one + pawn_push(us));
            if (!in_check(after, us)) return true;
        }
        return false;
    }

    // Whether `holds(board after)` is true for every legal move that is neither capture nor pawn move.
    template <class Holds>
    bool every_quiet_move(const Board& board, Color us, Holds holds) const {
        for (int i = ending_.pawns(); i < ending_.count(); ++i) {
            const Man m = man(i);
            if (m.color != us) continue;
            const Bitboard occupied = board.occupied();
            Bitboard targets = attacks(m.type, board.square(i), occupied) & ~occupied;
            while (targets != 0) {
                Board after = board;
                after.move(i, us, pop_first(targets));
                if (!in_check(after, us) && !holds(after)) return false;
            }
        }
        return true;
    }

    // ---- layers -----------------------------------------------------------------------------------
    // Positions are looked at in blocks, since most layers concern few of them. A structure is a whole number
    // of blocks.
    static constexpr std::uint64_t kBlock = 64;
    static std::size_t at_block(std::uint64_t position) {
        return static_cast<std::size_t>(position / kBlock);
    }

    // Runs work(first position of a block) for the whole group; false if it was stopped.
    template <class Work>
    bool for_blocks(Work work) {
        constexpr std::uint64_t kPiece = 256;
        const std::uint64_t size = ending_.structure_size() / kBlock;
        return share_work(
            structures_->size() * size, kPiece, options_.threads,
            [&](std::uint64_t begin, std::uint64_t end, int thread) {
                if (thread == 0 && !report()) return false;
                for (std::uint64_t i = begin; i < end; ++i)
                    work(((*structures_)[static_cast<std::size_t>(i / size)] * size + i % size) * kBlock);
                return true;
            });
    }
    bool report() const { return !options_.progress || options_.progress(part_done()); }

    void rule_out(std::uint64_t structure) {
        const std::uint64_t begin = structure * ending_.structure_size();
        for (std::uint64_t i = begin; i < begin + ending_.structure_size(); ++i)
            for (Color c : {Color::White, Color::Black})
                cell(c, i).store(pack(Verdict::Kind::Impossible, 0), std::memory_order_relaxed);
    }

    bool solve_structures() {
        anything_waits_ = false;
        found_ = true;
        layer_ = 0;
        const auto start_block = [&](std::uint64_t begin) {
            for (std::uint64_t i = begin; i < begin + kBlock; ++i) start(i);
        };
        if (!for_blocks(start_block)) return false;
        for (int layer = 1; layer < Verdict::kMostDistance; ++layer) {
            if (!found_ && layer != 2) {  // mates fill layer 0, zeroing moves layer 1
                if (layer > Verdict::kFirstBeyondRule || !anything_waits_) break;
                layer = Verdict::kFirstBeyondRule;
            }
            found_ = false;
            layer_ = layer;
            if (!for_blocks([&](std::uint64_t begin) { spread(begin, layer); })) return false;
        }
        structures_done_ += structures_->size();
        return true;
    }
    // A guess: most of the work is in the first layers.
    double part_done() const {
        const double all = static_cast<double>(ending_.structures());
        const double here = 1 - 1 / (1 + 0.1 * layer_);
        return (static_cast<double>(structures_done_) + here * static_cast<double>(structures_->size())) /
               all;
    }

    void start(std::uint64_t i) {
        Squares squares{};
        const bool placed = ending_.squares_of(i, squares);
        const Board board(ending_, squares);
        const auto king = [&](Color c) { return board.square(ending_.king(c)); };
        const bool possible = placed && !contains(king_attacks(king(Color::White)), king(Color::Black));
        for (Color us : {Color::White, Color::Black})
            cell(us, i).store(possible && !in_check(board, ~us) ? first_verdict(board, us)
                                                                : pack(Verdict::Kind::Impossible, 0),
                              std::memory_order_relaxed);
    }

    std::uint16_t first_verdict(const Board& board, Color us) {
        int capture = -3, zeroing = -3;
        for_captures(board, us, [&](int result) { capture = std::max(capture, result); });
        for_pushes(board, us, [&](int result) { zeroing = std::max(zeroing, result); });
        zeroing = std::max(zeroing, capture);
        const std::uint16_t known = capture_bits(capture);
        const auto with = [known](std::uint16_t bits) { return static_cast<std::uint16_t>(known | bits); };
        if (zeroing == 2) return with(pack(Verdict::Kind::Win, 1) | Verdict::kZeroing);
        const bool has_quiet = !every_quiet_move(board, us, [](const Board&) { return false; });
        switch (zeroing) {
            case 1: anything_waits_ = true; return with(HasCursedWin);
            case 0: return with(Safe);
            case -1: anything_waits_ = true; return with(HasBlessed);
            case -2: return has_quiet ? with(HasLosing) : with(pack(Verdict::Kind::Loss, 1));
            default: break;
        }
        if (has_quiet) return with(Plain);
        return in_check(board, us) ? with(pack(Verdict::Kind::Loss, 0)) : with(Safe);
    }

    // Finds what of this layer follows from the positions of a block that belong to the layer before.
    void spread(std::uint64_t begin, int layer) {
        for (Color c : {Color::White, Color::Black}) {
            // Mates and zeroing moves may be anywhere, and so may those who wait for the fifty-move rule.
            if (layer > 2 && layer != Verdict::kFirstBeyondRule &&
                last_change_[c][at_block(begin)].load(std::memory_order_relaxed) < layer - 1)
                continue;
            for (std::uint64_t i = begin; i < begin + kBlock; ++i) spread_one(c, i, layer);
        }
    }
    void spread_one(Color c, std::uint64_t i, int layer) {
        const Verdict v = solved_.at(c, i);
        if (is_open(v)) {
            if (layer == Verdict::kFirstBeyondRule) zero_beyond_rule(c, i, v);
        } else if (v.distance() == layer - 1) {
            if (v.kind() == Verdict::Kind::Loss)
                for_predecessors(i, ~c, [&](std::uint64_t p) { win(~c, p, layer); });
            else if (v.kind() == Verdict::Kind::Win)
                for_predecessors(i, ~c, [&](std::uint64_t p) { lose(~c, p, layer); });
        }
    }
    void zero_beyond_rule(Color c, std::uint64_t i, Verdict v) {
        if (waits_for(v) == HasCursedWin)
            decide(c, i, Verdict::Kind::Win, Verdict::kFirstBeyondRule, Verdict::kZeroing);
        else if (waits_for(v) == HasBlessed)
            lose(c, i, Verdict::kFirstBeyondRule);
    }

    // Positions from which a quiet move by `us` leads to this one; not all of them are possible.
    template <class Visit>
    void for_predecessors(std::uint64_t i, Color us, Visit visit) const {
        Squares squares{};
        ending_.place(i, squares);
        const Board board(ending_, squares);
        const Ending::Renumbering number(ending_, i, squares);
        for (int k = ending_.pawns(); k < ending_.count(); ++k)
            if (man(k).color == us)
                for (Bitboard origins = quiet_targets(board, k); origins != 0;)
                    visit(number.after(k, static_cast<std::uint8_t>(index(pop_first(origins)))));
    }
    // Where a man that is no pawn can go, or come from, without capture; a king, not to the other one.
    Bitboard quiet_targets(const Board& board, int i) const {
        const Bitboard targets = attacks(man(i).type, board.square(i), board.occupied()) & ~board.occupied();
        if (man(i).type != PieceType::King) return targets;
        return targets & ~king_attacks(board.square(ending_.king(~man(i).color)));
    }

    void decide(Color c, std::uint64_t i, Verdict::Kind kind, int layer, std::uint16_t more = 0) {
        Cell& place = cell(c, i);
        const std::uint16_t kept = place.load(std::memory_order_relaxed) & kCaptureBits;
        place.store(static_cast<std::uint16_t>(kept | pack(kind, layer) | more), std::memory_order_relaxed);
        last_change_[c][at_block(i)].store(static_cast<std::int16_t>(layer), std::memory_order_relaxed);
        found_.store(true, std::memory_order_relaxed);
    }
    void win(Color c, std::uint64_t p, int layer) {
        const Verdict v = solved_.at(c, p);
        if (!is_open(v)) return;
        // A zeroing move that also wins in this layer makes the same distance known without the table.
        const bool zeroing = layer == Verdict::kFirstBeyondRule && waits_for(v) == HasCursedWin;
        decide(c, p, Verdict::Kind::Win, layer, zeroing ? Verdict::kZeroing : std::uint16_t{0});
    }
    void lose(Color c, std::uint64_t p, int layer) {
        const Verdict v = solved_.at(c, p);
        if (!is_open(v) || waits_for(v) == Safe || waits_for(v) == HasCursedWin) return;
        if (waits_for(v) == HasBlessed && layer < Verdict::kFirstBeyondRule) return;
        const int losing = count_losing(c, p, known_to_lose(v), layer);
        if (losing == kAll) {
            decide(c, p, Verdict::Kind::Loss, layer);
        } else if (losing > known_to_lose(v) && losing <= kMostKnownToLose) {
            // Unless another thread has just found that it wins.
            std::uint16_t seen = v.bits();
            const int more = (losing - known_to_lose(v)) << kOpenBits;
            cell(c, p).compare_exchange_strong(seen, static_cast<std::uint16_t>(seen + more),
                                               std::memory_order_relaxed);
        }
    }
    // How many quiet moves lead to positions won in fewer half-moves than `layer`, up to the first that does
    // not, or kAll; `known` of them do. Illegal ones lead to positions that are impossible; knowing that
    // costs less than looking for checks.
    static constexpr int kAll = 1 << 10;
    int count_losing(Color us, std::uint64_t p, int known, int layer) const {
        Squares squares{};
        ending_.place(p, squares);
        const Board board(ending_, squares);
        const Ending::Renumbering number(ending_, p, squares);
        int losing = 0;
        for (int i = ending_.pawns(); i < ending_.count(); ++i) {
            if (man(i).color != us) continue;
            for (Bitboard targets = quiet_targets(board, i); targets != 0; ++losing) {
                const auto to = static_cast<std::uint8_t>(index(pop_first(targets)));
                if (losing < known) continue;
                const Verdict reply = solved_.at(~us, number.after(i, to));
                const bool loses = reply.kind() == Verdict::Kind::Win && reply.distance() < layer;
                if (!loses && reply.is_possible()) return losing;
            }
        }
        return kAll;
    }

    SolvedEnding& solved_;
    const Ending& ending_;
    const SolverOptions& options_;
    std::vector<Next> next_;
    const std::vector<std::uint64_t>* structures_ = nullptr;  // those being solved
    std::uint64_t structures_done_ = 0;
    int layer_ = 0;
    ByColor<std::vector<std::atomic<std::int16_t>>> last_change_;  // of each block: its last layer
    std::atomic<bool> found_ = false;                              // something new in this layer
    std::atomic<bool> anything_waits_ = false;                     // for the layer beyond the fifty-move rule
};

Result<std::unique_ptr<SolvedEnding>> solve(const Ending& ending, const SolverOptions& options) {
    auto white = Cells::allocate(ending.positions(), options.swap_folder);
    if (!white) return Error{white.error()};
    auto black = Cells::allocate(ending.positions(), options.swap_folder);
    if (!black) return Error{black.error()};
    auto solved = std::make_unique<SolvedEnding>(ending, std::move(*white), std::move(*black));
    if (!Solver(*solved, options).run()) return Error{"stopped"};
    return solved;
}

}  // namespace stillpoint::tablebase
