#include "lab/ordering_terms.h"

#include "chess/see.h"

namespace stillpoint::lab {

namespace {

class Sum {
public:
    explicit Sum(int score) : rest_(score) {}
    void add(const char* name, std::int64_t amount) {
        terms_.push_back({name, static_cast<int>(amount)});
        rest_ -= static_cast<int>(amount);
    }
    // Whatever has no name of its own yet.
    std::vector<Term> with_rest(const char* name) {
        if (rest_ != 0) terms_.push_back({name, rest_});
        return std::move(terms_);
    }

private:
    std::vector<Term> terms_;
    int rest_;
};

std::vector<Term> noisy_terms(const MoveConsidered& m, const char* rest) {
    const Position& pos = *m.position;
    const Params& weight = m.context->tuning.params;
    const Piece victim = pos.captured_piece(m.move);
    const PieceType type = victim == Piece::None ? PieceType::Pawn : type_of(victim);
    Sum sum(m.score);
    if (victim != Piece::None) sum.add("victim", exchange_value(type) * weight.ord_victim_mul);
    if (m.move.type() == MoveType::Promotion)
        sum.add("promotion", exchange_value(m.move.promotion_piece()) * weight.ord_victim_mul);
    if (m.context->tuning.features.capture_history)
        sum.add("capture history", m.context->statistics.capture[pos.moved_piece(m.move)][m.move.to()]
                                                                [static_cast<std::size_t>(type)]);
    return sum.with_rest(rest);
}

std::vector<Term> quiet_terms(const MoveConsidered& m) {
    const Position& pos = *m.position;
    const OrderingContext& context = *m.context;
    const Features& on = context.tuning.features;
    const Params& w = context.tuning.params;
    const Statistics& stats = context.statistics;
    const Piece piece = pos.moved_piece(m.move);
    const Square to = m.move.to();
    const auto from_to = static_cast<std::size_t>(m.move.from_to());
    Sum sum(m.score);
    const auto weighted = [&](const char* name, int weight, int value) {
        sum.add(name, std::int64_t{weight} * value / 1024);
    };
    if (on.butterfly_history)
        weighted("butterfly", w.ord_butterfly_1024, stats.butterfly[pos.side_to_move()][from_to]);
    if (on.piece_to_history) weighted("piece-to", w.ord_piece_to_1024, stats.piece_to[piece][to]);
    if (on.pawn_history)
        weighted("pawn structure", w.ord_pawn_1024, stats.pawn[Statistics::pawn_slot(pos)][piece][to]);
    if (on.continuation_history) {
        const int weights[] = {w.ord_cont1_1024, w.ord_cont2_1024, w.ord_cont3_1024, w.ord_cont4_1024,
                               w.ord_cont6_1024};
        constexpr const char* kNames[] = {"after the last move", "after the move 2 plies ago",
                                          "after the move 3 plies ago", "after the move 4 plies ago",
                                          "after the move 6 plies ago"};
        for (std::size_t i = 0; i < std::size(kNames); ++i)
            weighted(kNames[i], weights[i], (*context.continuation[i])[piece][to]);
    }
    if (on.low_ply_history && context.ply < Statistics::kLowPlies)
        sum.add("low ply", w.ord_low_ply * stats.low_ply[static_cast<std::size_t>(context.ply)][from_to] /
                               (1 + context.ply));
    return sum.with_rest("checks, threats, learned since");
}

std::vector<Term> quiet_evasion_terms(const MoveConsidered& m) {
    const Position& pos = *m.position;
    const Statistics& stats = m.context->statistics;
    const Piece piece = pos.moved_piece(m.move);
    Sum sum(m.score);
    sum.add("butterfly", stats.butterfly[pos.side_to_move()][static_cast<std::size_t>(m.move.from_to())]);
    sum.add("piece-to", stats.piece_to[piece][m.move.to()]);
    sum.add("after the last move", (*m.context->continuation[0])[piece][m.move.to()]);
    return sum.with_rest("learned since");
}

}  // namespace

bool is_sorted(PickStage stage) {
    switch (stage) {
        case PickStage::GoodQuiet:
        case PickStage::BadQuiet:
        case PickStage::GoodNoisy:
        case PickStage::BadNoisy:
        case PickStage::QuiescenceNoisy:
        case PickStage::Recapture:
        case PickStage::Evasion: return true;
        default: return false;
    }
}

std::vector<Term> ordering_terms(const MoveConsidered& move) {
    if (!is_sorted(move.stage)) return {};
    switch (move.stage) {
        case PickStage::GoodQuiet:
        case PickStage::BadQuiet: return quiet_terms(move);
        case PickStage::Evasion:
            return move.position->is_noisy(move.move) ? noisy_terms(move, "captures come first")
                                                      : quiet_evasion_terms(move);
        default: return noisy_terms(move, "learned since");
    }
}

}  // namespace stillpoint::lab
