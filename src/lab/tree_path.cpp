#include "lab/tree_path.h"

#include <algorithm>

#include "chess/notation.h"
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
    if (!turn) return Error{"'" + std::string(word) + "': after the slash comes a number"};
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
        if (!id) return Error{"'" + std::string(*word) + "': no number"};
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

}  // namespace stillpoint::lab
