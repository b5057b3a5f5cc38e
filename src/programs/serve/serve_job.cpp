#include "programs/serve/serve_job.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "chess/fen.h"
#include "chess/recent_history.h"

namespace stillpoint {

namespace {

constexpr std::size_t kMaxIdBytes = 1000;
constexpr double kLargestExact = 9007199254740992;  // 2^53
constexpr std::size_t kMaxMoves = 20000;
constexpr int kMaxMultiPv = 256;
constexpr int kMaxPriority = 1'000'000;
constexpr std::int64_t kMaxTime = std::int64_t{1} << 40;
constexpr std::int64_t kMaxNodes = std::int64_t{1} << 62;

// Thrown and caught within this file only: reading a job can fail in a hundred places.
struct Refusal {
    std::string message;
};
[[noreturn]] void refuse_job(std::string message) { throw Refusal{std::move(message)}; }

std::string printable(std::string_view text) {
    std::string out;
    for (char c : text.substr(0, 30)) out += c >= ' ' && c <= '~' ? c : '?';
    return "'" + out + (text.size() > 30 ? "...'" : "'");
}

void check_fields(const Json& object, const char* where, std::initializer_list<std::string_view> known) {
    for (const auto& [name, value] : object.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            refuse_job("unknown field " + printable(name) + where);
}

std::int64_t read_integer(const Json& value, const std::string& name, std::int64_t low, std::int64_t high) {
    // Some programs know only floating point and write 1000.0.
    double number = 0;
    std::int64_t exact = 0;
    if (value.is_number_integer()) {
        if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(high))
            refuse_job("'" + name + "' is too large");
        exact = value.get<std::int64_t>();
    } else if (value.is_number_float()) {
        number = value.get<double>();
        if (!(number >= static_cast<double>(low) && number <= 1e15) ||
            number != static_cast<double>(static_cast<std::int64_t>(number)))
            refuse_job("'" + name + "' must be a whole number from " + std::to_string(low) + " to " +
                       std::to_string(high));
        exact = static_cast<std::int64_t>(number);
    } else {
        refuse_job("'" + name + "' must be a number");
    }
    if (exact < low || exact > high)
        refuse_job("'" + name + "' must be from " + std::to_string(low) + " to " + std::to_string(high));
    return exact;
}

Limits read_limits(const Json& value) {
    if (!value.is_object()) refuse_job("'limits' must be an object");
    check_fields(value, " in 'limits'", {"depth", "nodes", "soft_nodes", "time", "mate"});
    Limits limits;
    for (const auto& [name, entry] : value.items()) {
        if (name == "depth") limits.depth = static_cast<int>(read_integer(entry, name, 1, 245));
        if (name == "nodes")
            limits.nodes = static_cast<std::uint64_t>(read_integer(entry, name, 1, kMaxNodes));
        if (name == "soft_nodes")
            limits.soft_nodes = static_cast<std::uint64_t>(read_integer(entry, name, 1, kMaxNodes));
        if (name == "time") limits.move_time = read_integer(entry, name, 1, kMaxTime);
        if (name == "mate") limits.mate = static_cast<int>(read_integer(entry, name, 1, 120));
    }
    return limits;
}

Move read_move(const Position& pos, std::string_view text) {
    const Result<Move> move = parse_move(pos, text);
    if (!move) refuse_job(move.error());
    return *move;
}

// A list of moves, or one text with spaces between them.
std::vector<std::string> read_move_texts(const Json& value, const char* name) {
    std::vector<std::string> moves;
    if (value.is_string()) {
        std::string word;
        for (char c : value.get_ref<const std::string&>() + " ") {
            if (c != ' ') {
                word += c;
            } else if (!word.empty()) {
                moves.push_back(std::move(word));
                word.clear();
            }
        }
    } else if (value.is_array()) {
        for (const Json& entry : value) {
            if (!entry.is_string()) refuse_job(std::string("'") + name + "' must contain texts");
            moves.push_back(entry.get<std::string>());
        }
    } else {
        refuse_job(std::string("'") + name + "' must be a text or a list of texts");
    }
    if (moves.size() > kMaxMoves) refuse_job(std::string("'") + name + "' has too many moves");
    return moves;
}

Position read_position(const Json& object) {
    Position pos = start_position();
    if (object.contains("fen")) {
        if (!object["fen"].is_string()) refuse_job("'fen' must be a text");
        const std::string& fen = object["fen"].get_ref<const std::string&>();
        if (fen != "startpos") {
            Result<Position> parsed = parse_fen(fen);
            if (!parsed) refuse_job(parsed.error());
            pos = std::move(*parsed);
        }
    } else if (!object.contains("moves")) {
        refuse_job("neither 'fen' nor 'moves'");
    }
    if (object.contains("moves")) {
        Move last;
        for (const std::string& text : read_move_texts(object["moves"], "moves")) {
            try {
                last = read_move(pos, text);
            } catch (const Refusal& reason) {
                refuse_job(place_in_line(std::move(pos), last) + ": " + reason.message);
            }
            pos.make(last);
        }
    }
    // Many jobs may wait, and each may be a long game.
    return with_recent_history(std::move(pos));
}

ServeJob read_job(const Json& object, const Limits& defaults) {
    check_fields(object, "",
                 {"id", "fen", "moves", "limits", "multipv", "priority", "fresh", "chess960", "searchmoves"});
    ServeJob job{.id = object["id"], .line = {}, .position = read_position(object), .limits = defaults};
    const auto flag = [&](const char* name) {
        if (!object.contains(name)) return false;
        if (!object[name].is_boolean()) refuse_job(std::string("'") + name + "' must be true or false");
        return object[name].get<bool>();
    };
    if (object.contains("limits")) {
        const Limits own = read_limits(object["limits"]);
        if (own.is_bounded(Color::White)) job.limits = own;
    }
    if (object.contains("searchmoves"))
        for (const std::string& text : read_move_texts(object["searchmoves"], "searchmoves"))
            job.limits.search_moves.push_back(read_move(job.position, text));
    if (object.contains("multipv"))
        job.multi_pv = static_cast<int>(read_integer(object["multipv"], "multipv", 1, kMaxMultiPv));
    if (object.contains("priority"))
        job.priority =
            static_cast<int>(read_integer(object["priority"], "priority", -kMaxPriority, kMaxPriority));
    job.fresh = flag("fresh");
    job.chess960 = flag("chess960");
    return job;
}

// The id comes back as it was sent, which larger numbers would not.
void check_id(const Json& value, const std::string& name) {
    if (value.is_string()) {
        if (value.get_ref<const std::string&>().size() > kMaxIdBytes)
            refuse_job("'" + name + "' is too long");
    } else if (value.is_number_float()) {
        if (!(std::abs(value.get<double>()) <= kLargestExact))
            refuse_job("'" + name + "' is too large a number; write it as a text");
    } else if (!value.is_number_integer()) {
        refuse_job("'" + name + "' must be a text or a number");
    }
}

}  // namespace

ServeRequest parse_request(std::string_view line, const Limits& defaults) {
    Json object;
    try {
        object = Json::parse(line);
    } catch (const Json::exception&) {
        return ServeError{nullptr, "not JSON: " + printable(line)};
    }
    Json id;
    try {
        if (!object.is_object()) refuse_job("not a JSON object");
        if (object.contains("cancel")) {
            check_fields(object, "", {"cancel"});
            check_id(object["cancel"], "cancel");
            return ServeCancel{object["cancel"]};
        }
        check_id(object.contains("id") ? object["id"] : Json(), "id");
        id = object["id"];
        ServeJob job = read_job(object, defaults);
        job.line = line;
        return job;
    } catch (const Refusal& reason) {
        return ServeError{id, reason.message};
    }
}

}  // namespace stillpoint
