#include "selfplay/datagen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "chess/movegen.h"
#include "selfplay/game_file.h"
#include "util/interrupt.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// The look at an opening, in searches of a move.
constexpr std::uint64_t kOpeningCheck = 5;
constexpr std::uint32_t kMaxTreePlies = 6;

Move random_known_move(const Player& player, const Position& pos, Rng& rng) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    MoveList known;
    for (Move m : moves) {
        Position next = pos;
        next.make(m);
        if (player.knows(next)) known.push_back(m);
    }
    return known.empty() ? Move::none() : known[rng.below(static_cast<std::uint32_t>(known.size()))];
}

bool happens(int percent, Rng& rng) { return static_cast<int>(rng.below(100)) < percent; }

}  // namespace

std::optional<Position> random_tree_position(const Player& player, const Position& root, Rng& rng) {
    Position pos = root;
    const std::uint32_t plies = 1 + rng.below(kMaxTreePlies);
    for (std::uint32_t i = 0; i < plies; ++i) {
        const Move m = random_known_move(player, pos, rng);
        if (!m) break;
        pos.make(m);
    }
    if (pos.key() == root.key() || !pos.has_legal_move() || pos.is_draw_by_fifty_moves()) return std::nullopt;
    return pos;
}

std::string manifest_line(const DatagenSettings& s, const nnue::Network* network,
                          const std::string& version) {
    const std::string net = network ? network->name + " crc " + std::to_string(network->checksum) : "plain";
    return format("seed %llu threads %d soft %llu hard %llu fischer %d random %d opening %d win %d tree %d",
                  static_cast<unsigned long long>(s.seed), s.threads,
                  static_cast<unsigned long long>(s.soft_nodes),
                  static_cast<unsigned long long>(s.hard_nodes), s.fischer_percent, s.random_plies,
                  s.max_opening_score, s.win_score, s.tree_percent) +
           " net " + net + " version " + version;
}

void Datagen::run(int thread) {
    try {
        play_games(thread);
    } catch (const std::exception& e) {
        // Mostly for want of memory. The other threads stop too.
        fail(e.what());
    }
}

void Datagen::play_games(int thread) {
    // Every thread and run has a stream of random numbers of its own.
    Rng seeds(settings_.seed);
    std::uint64_t seed = seeds.next();
    for (int i = 0; i < thread; ++i) seed = seeds.next();
    Rng rng(seed);
    const PlayerConfig config{.tuning = {},
                              .network = network_,
                              .soft_nodes = settings_.soft_nodes,
                              .hard_nodes = settings_.hard_nodes,
                              .hash_mebibytes = settings_.hash};
    auto writer = spg::GameWriter::open(
        settings_.folder + format("/games-%016llx.spg", static_cast<unsigned long long>(seed)),
        game_file_header(config, rules(false), seed, settings_.fischer_percent > 0));
    if (!writer) return fail(writer.error());
    if (!writer->notice().empty()) std::fprintf(stderr, "datagen: %s\n", writer->notice().c_str());
    // A file that is continued must not get the same games again. Its size differs from run to run, even if
    // games were lost.
    if (writer->games() > 0) rng = Rng(seed + writer->bytes());

    Player player(config);
    while (!is_finished()) {
        const Opening opening = random_opening(rng, settings_.random_plies + static_cast<int>(rng.below(2)),
                                               settings_.fischer_percent);
        // A start that is already decided teaches nothing. A few moves' worth of nodes tell.
        Limits check;
        check.nodes = kOpeningCheck * settings_.soft_nodes;
        if (std::abs(player.think(opening.position, check).score) > settings_.max_opening_score) continue;
        if (const auto written = play(*writer, player, opening, rng); !written) return fail(written.error());
    }
    if (const auto flushed = writer->flush(); !flushed) fail(flushed.error());
}

Result<spg::Done> Datagen::play(spg::GameWriter& writer, Player& player, const Opening& opening, Rng& rng) {
    // Some games go on to the end: networks must see how won games are won.
    const bool play_on = happens(settings_.play_on_percent, rng);
    std::vector<spg::Game> from_tree;
    const PlayedGame played = play_game(
        player, player, opening.position, rules(play_on), [&](Player& thinker, const Position& pos) {
            if (!happens(settings_.tree_percent, rng)) return;
            if (auto scored = score_in_tree(thinker, pos, opening.chess960, rng))
                from_tree.push_back(std::move(*scored));
        });
    const auto game = to_record(opening, played);
    if (!game) return Error{game.error()};
    if (auto added = writer.add(*game); !added) return added;
    count(played);
    for (const spg::Game& scored : from_tree)
        if (auto added = writer.add(scored); !added) return added;
    return spg::Done{};
}

// The search meets positions that games rarely show: such a one becomes a game of a single scored move.
std::optional<spg::Game> Datagen::score_in_tree(Player& player, const Position& root, bool chess960,
                                                Rng& rng) {
    const auto pos = random_tree_position(player, root, rng);
    if (!pos) return std::nullopt;
    spg::Game scored;
    scored.chess960 = chess960;
    scored.result = spg::GameResult::Unknown;
    if (!spg::set_start(scored, *pos)) return std::nullopt;
    const Player::Thought thought = player.think(*pos);
    scored.moves.push_back(scored_move(thought, pos->side_to_move()));
    nodes_ += thought.nodes;
    ++plies_;
    return scored;
}

// Without a network a score near zero says little: such games are drawn by the rules of chess only.
Adjudication Datagen::rules(bool play_on) const {
    Adjudication r{.win_score = settings_.win_score};
    if (!network_) r.draw_plies = 0;
    if (play_on) r.win_plies = r.draw_plies = 0;
    return r;
}

void Datagen::count(const PlayedGame& played) {
    ++games_;
    plies_ += played.moves.size();
    nodes_ += played.nodes;
    white_ += played.result == spg::GameResult::WhiteWins;
    black_ += played.result == spg::GameResult::BlackWins;
}

bool Datagen::is_finished() const {
    return was_interrupted() || failed_ || (settings_.games > 0 && games_ >= settings_.games) ||
           (settings_.minutes > 0 && static_cast<double>(watch_.elapsed()) > settings_.minutes * 60000);
}

void Datagen::fail(const std::string& message) {
    std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) failure_ = message;
}

std::string Datagen::failure() const {
    std::lock_guard lock(mutex_);
    return failure_;
}

std::string Datagen::progress() const {
    const double seconds = std::max<double>(static_cast<double>(watch_.elapsed()), 1) / 1000;
    const double games = static_cast<double>(games_), plies = static_cast<double>(plies_);
    const double white = static_cast<double>(white_), black = static_cast<double>(black_);
    const double n = std::max(games, 1.0);
    double left = -1;
    if (settings_.games > 0) left = (static_cast<double>(settings_.games) - games) * seconds / n;
    if (settings_.minutes > 0) left = settings_.minutes * 60 - seconds;
    return format("games %.0f  positions %.0f  %.0f pos/s  %.2f Mnps  +%.1f%% =%.1f%% -%.1f%%", games, plies,
                  plies / seconds, static_cast<double>(nodes_) / seconds / 1e6, 100 * white / n,
                  100 * (n - white - black) / n, 100 * black / n) +
           (left >= 0 ? format("  ETA %ld s", static_cast<long>(left)) : "");
}

}  // namespace stillpoint
