#include "lab/tree_view.h"

#include <algorithm>
#include <map>

#include "chess/notation.h"
#include "lab/names.h"
#include "search/move_picker.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace stillpoint::lab {

std::string move_text(Move move, const TreeHeader& header) {
    return to_uci(move, header.chess960 ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares);
}

std::string step_name(const TreeNode& child, const TreeHeader& header) {
    switch (child.entry.purpose) {
        case Purpose::Root: return "root";
        case Purpose::NullMove: return "null";
        case Purpose::NullMoveVerification: return "verification";
        case Purpose::Razoring: return "razoring";
        case Purpose::Singular: return "singular";
        case Purpose::ProbCut:
        case Purpose::ProbCutQuiescence: return move_text(child.move, header) + ":probcut";
        default: return move_text(child.move, header);
    }
}

namespace {

Result<TreeNode> step(TreeReader& reader, const TreeNode& from, std::string_view word) {
    const std::size_t slash = word.find('/');
    const std::string_view name = word.substr(0, slash);
    const auto turn = slash == std::string_view::npos ? std::optional<int>(0)
                                                      : parse_number<int>(word.substr(slash + 1), 1, 1000);
    if (!turn) return Error{"'" + std::string(word) + "': expected a number after the slash"};
    std::optional<TreeNode> found;
    int seen = 0;
    for (const TreeChild& child : from.children) {
        if (child.skipped) {
            if (move_text(child.move, reader.header()) == name)
                return Error{"'" + std::string(word) +
                             "' was skipped here: " + std::string(stillpoint::name_of(child.rule))};
            continue;
        }
        auto node = reader.node(child.id);
        if (!node) return Error{node.error()};
        if (step_name(*node, reader.header()) != name) continue;
        ++seen;
        if (*turn == 0 || seen == *turn) found = std::move(*node);
    }
    if (!found) return Error{"'" + std::string(word) + "' was not searched here"};
    return *found;
}

}  // namespace

Result<TreeNode> find_node(TreeReader& reader, const std::vector<std::string_view>& path) {
    const auto& roots = reader.index().roots;
    if (roots.empty()) return Error{"the tree is empty"};
    TreeId start = roots.back().id;
    auto word = path.begin();
    if (word != path.end() && word->starts_with("id=")) {
        const auto id = parse_number<TreeId>(word->substr(3), 0, ~TreeId{0});
        if (!id) return Error{"'" + std::string(*word) + "': not a number"};
        start = *id;
        ++word;
    } else if (word != path.end() && word->starts_with("depth=")) {
        const auto depth = parse_number<int>(word->substr(6), 1, 1000);
        const auto root = std::find_if(roots.rbegin(), roots.rend(),
                                       [&](const TreeRoot& r) { return depth && r.depth == *depth; });
        if (root == roots.rend()) return Error{"no iteration '" + std::string(*word) + "'"};
        start = root->id;
        ++word;
    }
    auto node = reader.node(start);
    for (; node && word != path.end(); ++word) node = step(reader, *node, *word);
    return node;
}

namespace {

std::string outcome(const TreeNode& node, const ScoreScale& scale) {
    if (node.abandoned) return "stopped";
    return format("%6s %-5s", in_centipawns(node.score, scale).c_str(),
                  std::string(name_of(node.bound())).c_str());
}

std::string ending(const TreeNode& node, const TreeHeader& header) {
    if (node.finding.rule != Rule::None) return std::string(stillpoint::name_of(node.finding.rule));
    return node.best ? "best " + move_text(node.best, header) : "";
}

// "#3 good quiets 1234": the move's place, its stage and its score.
std::string standing(const TreePick& pick) {
    std::string text = format("#%d %s", pick.place, std::string(name_of(pick.stage)).c_str());
    if (is_sorted(pick.stage)) text += format(" %d", pick.score);
    return text;
}

std::string standing(const TreeNode& node) {
    if (!node.is_picked()) return "";
    std::string text = "  " + standing(node.pick);
    if (!node.has_planned_depth()) return text;
    const TreeDepth& planned = node.planned;
    text += format(", history %d, reduction %.2f", planned.history, planned.reduction / 1024.0);
    if (planned.extension != 0) text += format(", extension %d", planned.extension);
    return text;
}

std::string line_of(const TreeNode& node, const TreeHeader& header, const ScoreScale& scale) {
    return format("%-14s %-12s %3d  %s  %s  eval %s  nodes %llu  %s%s", step_name(node, header).c_str(),
                  std::string(node.entry.quiescence && node.entry.purpose != Purpose::Forcing
                                  ? "quiescence"
                                  : name_of(node.entry.purpose))
                      .c_str(),
                  node.entry.depth, in_centipawns(node.entry, scale).c_str(), outcome(node, scale).c_str(),
                  in_centipawns(node.static_eval, scale).c_str(), static_cast<unsigned long long>(node.nodes),
                  ending(node, header).c_str(), standing(node).c_str());
}

class JsonTree {
public:
    JsonTree(TreeReader& reader, int max_nodes) : reader_(reader), scale_(reader.scale()), left_(max_nodes) {}

    bool write(const TreeNode& node, int levels) {
        --left_;
        const TreeHeader& header = reader_.header();
        const NodeEntry& entry = node.entry;
        json_.begin_object().field("id", node.id).field("step", step_name(node, header));
        json_.key("move");
        node.move ? json_.value(move_text(node.move, header)) : json_.null();
        json_.field("purpose", name_of(entry.purpose)).field("kind", name_of(entry.kind));
        json_.field("quiescence", entry.quiescence).field("cut_node", entry.cut_node);
        json_.field("ply", entry.ply).field("depth", entry.depth);
        write_window(json_, entry, scale_);
        write_score(json_, "score", node.abandoned ? kNoScore : node.score, scale_);
        json_.field("bound", node.abandoned ? std::string_view("none") : name_of(node.bound()));
        write_score(json_, "static_eval", node.static_eval, scale_);
        json_.field("in_check", node.in_check).field("stopped", node.abandoned);
        write_finding(json_, node.finding, scale_);
        json_.key("best");
        node.best ? json_.value(move_text(node.best, header)) : json_.null();
        json_.key("excluded");
        entry.excluded ? json_.value(move_text(entry.excluded, header)) : json_.null();
        json_.field("made", node.made).field("nodes", node.nodes);
        write_pick(node);
        json_.key("skipped").begin_array();
        int searched = 0;
        for (const TreeChild& child : node.children) {
            if (!child.skipped) {
                ++searched;
                continue;
            }
            json_.begin_object().field("move", move_text(child.move, header));
            json_.field("rule", stillpoint::name_of(child.rule));
            json_.key("pick").begin_object();
            write_standing(child.pick);
            json_.end_object().end_object();
        }
        json_.end_array();
        json_.field("searched", searched);
        if (levels > 0 && searched <= left_) {
            json_.key("children").begin_array();
            for (const TreeChild& child : node.children) {
                if (child.skipped) continue;
                const auto below = reader_.node(child.id);
                if (!below) {
                    error_ = below.error();
                    return false;
                }
                if (!write(*below, levels - 1)) return false;
            }
            json_.end_array();
        }
        json_.end_object();
        return true;
    }

    const std::string& text() const { return json_.text(); }
    const std::string& error() const { return error_; }

private:
    void write_standing(const TreePick& pick) {
        json_.field("place", pick.place).field("stage", name_of(pick.stage)).key("score");
        is_sorted(pick.stage) ? json_.value(pick.score) : json_.null();
    }

    void write_pick(const TreeNode& node) {
        json_.key("pick");
        if (!node.is_picked()) {
            json_.null();
            return;
        }
        json_.begin_object();
        write_standing(node.pick);
        if (node.has_planned_depth()) {
            json_.field("extension", node.planned.extension).field("reduction_1024", node.planned.reduction);
            json_.field("history", node.planned.history);
        }
        json_.end_object();
    }

    TreeReader& reader_;
    const ScoreScale scale_;
    int left_;
    JsonWriter json_;
    std::string error_;
};

}  // namespace

Result<std::string> tree_text(TreeReader& reader, const TreeNode& node) {
    const TreeHeader& header = reader.header();
    const ScoreScale scale = reader.scale();
    std::string text =
        format("%s\ndepth %d, %llu nodes, %llu records, %zu root windows\n\nid %llu, ply %d: ",
               header.fen.c_str(), header.depth, static_cast<unsigned long long>(reader.index().nodes),
               static_cast<unsigned long long>(reader.index().records), reader.index().roots.size(),
               static_cast<unsigned long long>(node.id), node.entry.ply) +
        line_of(node, header, scale) + "\n";
    if (!node.children.empty()) text += "\nsearched       purpose    depth  window, score, what ended it\n";
    std::map<Rule, std::string> skipped;
    for (const TreeChild& child : node.children) {
        if (child.skipped) {
            skipped[child.rule] +=
                format("\n  %-6s %s", move_text(child.move, header).c_str(), standing(child.pick).c_str());
            continue;
        }
        const auto below = reader.node(child.id);
        if (!below) return Error{below.error()};
        text += line_of(*below, header, scale) + "\n";
    }
    for (const auto& [rule, moves] : skipped)
        text += "skipped by " + std::string(stillpoint::name_of(rule)) + ":" + moves + "\n";
    text.pop_back();
    return text;
}

Result<std::string> tree_json(TreeReader& reader, const TreeNode& node, int levels, int max_nodes) {
    JsonTree tree(reader, max_nodes);
    if (!tree.write(node, levels)) return Error{tree.error()};
    return tree.text();
}

}  // namespace stillpoint::lab
