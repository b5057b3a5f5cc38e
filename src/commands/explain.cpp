#include "analysis/explain.h"

#include <algorithm>

#include "commands/commands.h"
#include "util/json_writer.h"

namespace stillpoint {

namespace {

constexpr std::size_t kMostLines = 10;

Result<std::vector<std::vector<Move>>> read_lines(const Position& root, const Words& words) {
    std::vector<std::vector<Move>> lines;
    for (auto at = words.begin(); at != words.end() && *at == "line" && lines.size() <= kMostLines;) {
        const auto end = std::find(at + 1, words.end(), "line");
        auto line = parse_line(root, Words(at + 1, end));
        if (!line) return Error{"explain: " + line.error()};
        if (line->empty()) return Error{"explain: a line has no moves"};
        lines.push_back(std::move(*line));
        at = end;
    }
    if (lines.empty() || lines.size() > kMostLines)
        return Error{"explain [json] line MOVES [line MOVES ...], up to " + std::to_string(kMostLines) +
                     " lines"};
    return lines;
}

std::string to_json(const std::vector<Explanation>& explanations, CastlingNotation castling) {
    JsonWriter json;
    json.begin_object().key("explained").begin_array();
    for (const Explanation& e : explanations) {
        json.begin_object().field("move", to_uci(e.line[0], castling)).field("text", e.text());
        json.key("tempting");
        if (e.tempting) {
            json.begin_array().value(to_uci(e.tempting->move, castling));
            for (Move m : e.tempting->answer.line) json.value(to_uci(m, castling));
            json.end_array();
        } else {
            json.null();
        }
        json.end_object();
    }
    return json.end_array().end_object().text();
}

}  // namespace

Result<std::string> explain(const Engine& engine, const Words& words, CastlingNotation castling) {
    const bool json = !words.empty() && words[0] == "json";
    if (!engine.has_position()) return Error{"explain: there is no position"};
    const auto lines = read_lines(engine.position(), Words(words.begin() + (json ? 1 : 0), words.end()));
    if (!lines) return Error{lines.error()};
    const auto explanations = Explainer(engine.network()).explain(engine.position(), *lines);
    if (json) return to_json(explanations, castling);
    std::string text;
    for (const Explanation& e : explanations) text += (text.empty() ? "" : "\n") + e.text();
    return text;
}

}  // namespace stillpoint
