#include "chess/fen.h"
#include "commands/commands.h"
#include "lab/tree_recorder.h"
#include "lab/tree_view.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kDefaultTraceNodes = 5'000'000;
constexpr int kDefaultLevels = 2, kMaxLevels = 200, kMaxExportedNodes = 20'000;

Result<std::string> record(const Engine& engine, const Words& words, bool chess960) {
    lab::TreeHeader header{
        .fen = to_fen(engine.position()), .chess960 = chess960, .node_limit = kDefaultTraceNodes};
    std::string file;
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string_view value = words[i + 1];
        if (words[i] == "depth") {
            header.depth = parse_number<int>(value, 1, kMaxPly - 1).value_or(0);
        } else if (words[i] == "nodes") {
            header.node_limit = parse_number<std::uint64_t>(value, 1, ~std::uint64_t{0}).value_or(0);
        } else if (words[i] == "file") {
            file = value;
        } else {
            return Error{"trace: '" + std::string(words[i]) + "' is not depth, nodes or file"};
        }
    }
    if (header.depth == 0 || header.node_limit == 0 || file.empty() || words.size() % 2 != 0)
        return Error{"trace depth N [nodes M] file F"};
    const auto recording = lab::record_tree(engine, header, file);
    if (!recording) return Error{recording.error()};
    return format("%llu nodes of %d iterations in %llu records -> %s",
                  static_cast<unsigned long long>(recording->index.nodes), recording->depth,
                  static_cast<unsigned long long>(recording->index.records), file.c_str());
}

Result<std::string> show(const Words& words) {
    auto reader = lab::TreeReader::open(std::string(words[1]));
    if (!reader) return Error{reader.error()};
    const auto node = lab::find_node(*reader, {words.begin() + 2, words.end()});
    if (!node) return Error{node.error()};
    return tree_text(*reader, *node);
}

Result<std::string> export_tree(const Words& words) {
    if (words.size() < 3 || words[2] != "json") return Error{"trace export F json [path] [depth N]"};
    Words path(words.begin() + 3, words.end());
    const auto levels = take_depth(path, 0, kMaxLevels);
    if (!levels) return Error{"trace export: " + levels.error()};
    auto reader = lab::TreeReader::open(std::string(words[1]));
    if (!reader) return Error{reader.error()};
    const auto node = find_node(*reader, path);
    if (!node) return Error{node.error()};
    return tree_json(*reader, *node, levels->value_or(kDefaultLevels), kMaxExportedNodes);
}

}  // namespace

Result<std::string> trace(const Engine& engine, const Words& words, bool chess960) {
    if (words.size() >= 2 && words[0] == "show") return show(words);
    if (words.size() >= 2 && words[0] == "export") return export_tree(words);
    return record(engine, words, chess960);
}

}  // namespace stillpoint
