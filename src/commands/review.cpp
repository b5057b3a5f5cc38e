#include <algorithm>
#include <memory>

#include "analysis/review_json.h"
#include "chess/notation.h"
#include "commands/commands.h"
#include "uci/parse.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kDefaultReviewNodes = 200'000;

// The engine's searches for a review: at full strength and unheard. Afterwards settings, position and
// listener are as before; what was learned stays.
class ReviewSearch {
public:
    explicit ReviewSearch(Engine& engine)
        : engine_(engine),
          position_(engine.position()),
          had_position_(engine.has_position()),
          settings_(engine.settings()) {
        engine.settings() = EngineSettings{};
        engine.settings().tuning = settings_.tuning;
        listener_ = engine.set_listener(
            {.on_info = [this](const SearchInfo& info, const Position& root) { found_.update(info, root); },
             .on_current_move = {},
             .on_best_move = {}});
    }
    ~ReviewSearch() {
        engine_.set_listener(std::move(listener_));
        engine_.settings() = settings_;
        engine_.set_position(std::move(position_));
        if (!had_position_) engine_.set_no_position();
    }
    ReviewSearch(const ReviewSearch&) = delete;
    ReviewSearch& operator=(const ReviewSearch&) = delete;

    std::optional<Analysis> run(const Position& pos, const Limits& limits) {
        found_ = {};
        engine_.set_position(pos);
        if (engine_.waits_for_hash(limits)) engine_.finish_hash();
        engine_.go(limits);
        engine_.wait();
        if (found_.lines.empty()) return std::nullopt;
        return found_;
    }

private:
    Engine& engine_;
    Position position_;
    bool had_position_;
    EngineSettings settings_;
    EngineListener listener_;
    Analysis found_;
};

class Review {
public:
    // The words of a limit, then those of `position`.
    Result<bool> start(const Words& words) {
        const auto game = std::find_if(words.begin(), words.end(), [](std::string_view word) {
            return word == "startpos" || word == "fen" || word == "frc" || word == "dfrc";
        });
        const auto played = std::find(game, words.end(), "moves");
        const PositionCommand begun = parse_position(Words(game, played));
        if (!begun.position) return Error{begun.complaint};
        auto moves =
            parse_line(*begun.position, played == words.end() ? Words() : Words(played + 1, words.end()));
        if (!moves) return Error{moves.error()};
        const GoCommand go = parse_go(Words(words.begin(), game), *begun.position);
        if (!go.complaints.empty()) return Error{go.complaints.front()};
        limits_ = go.limits;
        if (!limits_.nodes && !limits_.depth && !limits_.move_time) limits_.nodes = kDefaultReviewNodes;
        reviewer_.emplace(*begun.position, *moves, Thresholds{});
        return true;
    }

    Result<std::string> step(Engine& engine, CastlingNotation castling) {
        if (!reviewer_) return Error{"no game: 'review start' comes first"};
        if (reviewer_->left() == 0) return Error{"every position has been looked at"};
        ReviewSearch search(engine);
        const bool done = reviewer_->step([&](const Position& pos, Move without) {
            return search.run(pos, without ? effort_without(limits_, pos, without) : limits_);
        });
        if (!done) return Error{"the search was stopped before it found anything"};
        return review_step_json(*reviewer_, castling);
    }

    std::size_t left() const { return reviewer_ ? reviewer_->left() : 0; }

private:
    std::optional<GameReviewer> reviewer_;
    Limits limits_;
};

}  // namespace

Uci::Command review_command() {
    return [review = std::make_shared<Review>()](Uci& u, const Words& words) {
        const auto fail = [&](const std::string& problem) { u.report(Error{"review: " + problem}); };
        const auto step = [&] {
            const auto answer = review->step(u.engine(), u.format().castling);
            answer ? u.output().line(*answer) : fail(answer.error());
            return static_cast<bool>(answer);
        };
        if (words.size() == 1 && words[0] == "step") {
            step();
            return;
        }
        const bool in_steps = !words.empty() && words[0] == "start";
        const auto started = review->start(Words(words.begin() + (in_steps ? 1 : 0), words.end()));
        if (!started) return fail(started.error());
        if (in_steps) return u.output().line("{\"positions\":" + std::to_string(review->left()) + "}");
        while (review->left() > 0 && !u.is_leaving())
            if (!step()) return;
    };
}

}  // namespace stillpoint
