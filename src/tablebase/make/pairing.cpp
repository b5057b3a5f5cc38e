#include "tablebase/make/pairing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <queue>

namespace stillpoint::tablebase {

namespace {

constexpr std::uint32_t kMostSymbols = 4095;  // 0xfff marks a value
constexpr std::uint32_t kLongestSymbol = 256, kLongestBlock = 65536;
constexpr std::uint32_t kLeastPairs = 6;  // fewer repay neither the symbol's three bytes nor its code
constexpr int kLongestCode = 32;
constexpr std::size_t kWidestSquare = 1024;
constexpr std::size_t kSample = 1 << 18, kWindow = 1024;  // symbols of a text whose pairs are counted
constexpr std::uint16_t kNoSymbol = 0xffff;

struct Symbol {
    std::uint16_t left, right;  // right == kNoSymbol: `left` is a value
    std::uint32_t length;       // in values
};

using Pair = std::uint32_t;  // two symbols
Pair make_pair(std::uint16_t a, std::uint16_t b) { return static_cast<Pair>(a) << 16 | b; }

// Counts pairs of symbols, or names some of them.
class PairTable {
public:
    std::uint32_t& operator[](Pair pair) {
        Slot* slot = &find(pair);
        if (slot->pair != pair) {
            if (++used_ > slots_.size() / 2) {
                grow();
                slot = &find(pair);
            }
            slot->pair = pair;
        }
        return slot->number;
    }
    std::uint32_t get(Pair pair) { return find(pair).number; }
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Slot& slot : slots_)
            if (slot.pair != kNothing) visit(slot.pair, slot.number);
    }

private:
    static constexpr Pair kNothing = 0xffffffff;
    struct Slot {
        Pair pair = kNothing;
        std::uint32_t number = 0;
    };
    Slot& find(Pair pair) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = static_cast<std::size_t>(pair * 0x9e3779b97f4a7c15ULL >> 32) & mask;
        while (slots_[i].pair != pair && slots_[i].pair != kNothing) i = (i + 1) & mask;
        return slots_[i];
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.pair != kNothing) find(slot.pair) = slot;
    }
    std::vector<Slot> slots_ = std::vector<Slot>(4096);
    std::size_t used_ = 0;
};

// The text, and what its symbols stand for.
struct Grammar {
    std::vector<std::uint16_t> text;
    std::vector<Symbol> symbols;

    explicit Grammar(std::vector<std::uint16_t> values) : text(std::move(values)) {
        std::vector<std::uint16_t> names(4096, kNoSymbol);
        for (std::uint16_t& value : text) {
            std::uint16_t& name = names[value];
            if (name == kNoSymbol) {
                name = static_cast<std::uint16_t>(symbols.size());
                symbols.push_back({value, kNoSymbol, 1});
            }
            value = name;
        }
    }

    // Replaces the most frequent pairs that do not overlap; returns whether there were any.
    bool replace_pairs() {
        const std::vector<Pair> chosen = choose_pairs();
        if (chosen.empty()) return false;
        PairTable names;
        std::vector<bool> begins(symbols.size());
        for (const Pair pair : chosen) {
            begins[pair >> 16] = true;
            const auto left = static_cast<std::uint16_t>(pair >> 16),
                       right = static_cast<std::uint16_t>(pair);
            names[pair] = static_cast<std::uint32_t>(symbols.size());
            symbols.push_back({left, right, symbols[left].length + symbols[right].length});
        }
        std::size_t end = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (i + 1 < text.size() && begins[text[i]])
                if (const std::uint32_t name = names.get(make_pair(text[i], text[i + 1])); name != 0) {
                    text[end++] = static_cast<std::uint16_t>(name);
                    ++i;
                    continue;
                }
            text[end++] = text[i];
        }
        text.resize(end);
        return true;
    }

private:
    struct Count {
        std::uint32_t times;
        Pair pair;
    };

    std::vector<Pair> choose_pairs() const {
        if (symbols.size() >= kMostSymbols || text.size() < 2) return {};
        std::vector<Count> counts = count_pairs();
        std::sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) {
            return a.times != b.times ? a.times > b.times : a.pair < b.pair;
        });
        std::vector<Pair> chosen;
        std::vector<bool> is_left(symbols.size()), is_right(symbols.size());
        const std::size_t most = std::min<std::size_t>(kMostSymbols - symbols.size(), 1 + symbols.size() / 8);
        for (const Count& count : counts) {
            if (chosen.size() >= most || 2 * count.times < counts[0].times) break;
            const std::size_t left = count.pair >> 16, right = count.pair & 0xffff;
            if (is_left[right] || is_right[left]) continue;
            is_left[left] = is_right[right] = true;
            chosen.push_back(count.pair);
        }
        return chosen;
    }

    // In a long text, of an even sample of it.
    std::vector<Count> count_pairs() const {
        const std::size_t stride = std::max<std::size_t>(text.size() / kSample, 1) * kWindow;
        std::vector<Count> counts;
        const auto note = [&](Pair pair, std::uint32_t times) {
            const bool fits = symbols[pair >> 16].length + symbols[pair & 0xffff].length <= kLongestSymbol;
            if (fits && times * (stride / kWindow) >= kLeastPairs) counts.push_back({times, pair});
        };
        // A square is faster than a hash table as long as it stays near the processor.
        const std::size_t width = symbols.size();
        if (width <= kWidestSquare) {
            std::vector<std::uint32_t> square(width * width);
            for_pairs(stride, [&](std::uint16_t a, std::uint16_t b, bool counts_itself) {
                square[a * width + b] += counts_itself;
            });
            for (std::size_t a = 0; a < width; ++a)
                for (std::size_t b = 0; b < width; ++b)
                    note(make_pair(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)),
                         square[a * width + b]);
        } else {
            PairTable table;
            for_pairs(stride, [&](std::uint16_t a, std::uint16_t b, bool counts_itself) {
                table[make_pair(a, b)] += counts_itself;
            });
            table.for_each(note);
        }
        return counts;
    }

    // Calls visit(left, right, whether it counts) for the pairs of a window every `stride` symbols.
    template <class Visit>
    void for_pairs(std::size_t stride, Visit visit) const {
        for (std::size_t begin = 0; begin + 1 < text.size(); begin += stride) {
            const std::size_t end = std::min(begin + kWindow, text.size() - 1);
            bool overlaps = false;
            for (std::size_t i = begin; i < end; ++i) {
                // In a run of equal symbols only every other pair counts.
                const bool in_run = i > begin && text[i] == text[i - 1] && text[i] == text[i + 1];
                overlaps = in_run && !overlaps;
                visit(text[i], text[i + 1], !overlaps);
            }
        }
    }
};

// The lengths of the codes, by symbol; 0: the symbol does not occur.
std::vector<int> code_lengths(const std::vector<std::uint64_t>& counts) {
    struct Node {
        std::uint64_t count;
        std::size_t number;
        bool operator>(const Node& other) const {
            return count != other.count ? count > other.count : number > other.number;
        }
    };
    std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) open.push({counts[i], i});
    std::vector<std::size_t> parent(2 * counts.size(), 0);
    std::size_t next = counts.size();
    std::vector<int> lengths(counts.size(), 0);
    if (open.size() == 1) {
        lengths[open.top().number] = 1;
        return lengths;
    }
    while (open.size() > 1) {
        const Node a = open.top();
        open.pop();
        const Node b = open.top();
        open.pop();
        parent[a.number] = parent[b.number] = next;
        open.push({a.count + b.count, next++});
    }
    std::vector<int> depth(next, 0);
    for (std::size_t i = next - 1; i-- > 0;) {
        if (i < counts.size() && counts[i] == 0) continue;
        depth[i] = depth[parent[i]] + 1;
        if (i < counts.size()) lengths[i] = depth[i];
    }
    return lengths;
}

// As above, no longer than the format allows: flatter counts give shorter codes.
std::vector<int> limited_code_lengths(std::vector<std::uint64_t> counts) {
    for (;;) {
        std::vector<int> lengths = code_lengths(counts);
        if (*std::max_element(lengths.begin(), lengths.end()) <= kLongestCode) return lengths;
        for (std::uint64_t& count : counts) count = count == 0 ? 0 : count / 4 + 1;
    }
}

// A prefix code in which longer codes are lower and belong to lower symbols.
class Coder {
public:
    explicit Coder(const Grammar& grammar) : grammar_(grammar) {
        std::vector<std::uint64_t> counts(grammar.symbols.size(), 0);
        for (std::uint16_t s : grammar.text) ++counts[s];
        lengths_ = limited_code_lengths(counts);
        // Symbols that only stand inside others have no code, and come last.
        for (std::size_t s = 0; s < lengths_.size(); ++s) by_number_.push_back(static_cast<std::uint16_t>(s));
        std::stable_sort(by_number_.begin(), by_number_.end(),
                         [&](std::uint16_t a, std::uint16_t b) { return lengths_[a] > lengths_[b]; });
        number_.resize(lengths_.size());
        for (std::size_t i = 0; i < by_number_.size(); ++i)
            number_[by_number_[i]] = static_cast<std::uint16_t>(i);

        std::array<std::uint32_t, kLongestCode + 2> of_length{};
        for (int length : lengths_)
            if (length > 0) ++of_length[static_cast<std::size_t>(length)];
        longest_ = *std::max_element(lengths_.begin(), lengths_.end());
        shortest_ = longest_;
        for (int length : lengths_)
            if (length > 0) shortest_ = std::min(shortest_, length);
        std::uint64_t code = 0;
        std::uint32_t number = 0;
        for (int length = longest_; length >= shortest_; --length) {
            const auto l = static_cast<std::size_t>(length);
            first_code_[l] = code;
            first_number_[l] = number;
            number += of_length[l];
            code = (code + of_length[l]) / 2;
        }
    }

    int length(std::uint16_t symbol) const { return lengths_[symbol]; }
    std::uint64_t code(std::uint16_t symbol) const {
        const auto l = static_cast<std::size_t>(lengths_[symbol]);
        return first_code_[l] + number_[symbol] - first_number_[l];
    }
    void write(std::vector<std::uint8_t>& out) const {
        out.push_back(static_cast<std::uint8_t>(longest_));
        out.push_back(static_cast<std::uint8_t>(shortest_));
        for (int length = shortest_; length <= longest_; ++length)
            put(out, first_number_[static_cast<std::size_t>(length)], 2);
        put(out, by_number_.size(), 2);
        for (std::uint16_t s : by_number_) {
            const Symbol& symbol = grammar_.symbols[s];
            const bool is_value = symbol.right == kNoSymbol;
            const std::uint32_t left = is_value ? symbol.left : number_[symbol.left];
            const std::uint32_t right = is_value ? 0xfff : number_[symbol.right];
            put(out, left | right << 12, 3);
        }
        if (by_number_.size() % 2 == 1) out.push_back(0);
    }

private:
    const Grammar& grammar_;
    std::vector<int> lengths_;
    std::vector<std::uint16_t> by_number_, number_;  // the order in the file, and back
    std::array<std::uint64_t, kLongestCode + 1> first_code_{};
    std::array<std::uint32_t, kLongestCode + 1> first_number_{};
    int longest_ = 0, shortest_ = 0;
};

// How the text falls into blocks.
struct Block {
    std::size_t begin, end;  // in the text
    std::uint32_t values;
};
std::vector<Block> split(const Grammar& grammar, const Coder& coder, int block_bits) {
    const int room = 8 << block_bits;
    std::vector<Block> blocks{{0, 0, 0}};
    int used = 0;
    for (std::size_t i = 0; i < grammar.text.size(); ++i) {
        const std::uint16_t s = grammar.text[i];
        const std::uint32_t length = grammar.symbols[s].length;
        if (used + coder.length(s) > room || blocks.back().values + length > kLongestBlock) {
            blocks.push_back({i, i, 0});
            used = 0;
        }
        used += coder.length(s);
        blocks.back().end = i + 1;
        blocks.back().values += length;
    }
    return blocks;
}

void write_block(const Grammar& grammar, const Coder& coder, const Block& block, int block_bits,
                 std::vector<std::uint8_t>& out) {
    const std::size_t end = out.size() + (std::size_t{1} << block_bits);
    std::uint64_t bits = 0;
    int count = 0;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        const std::uint16_t s = grammar.text[i];
        bits = bits << coder.length(s) | coder.code(s);
        for (count += coder.length(s); count >= 8; count -= 8)
            out.push_back(static_cast<std::uint8_t>(bits >> (count - 8)));
    }
    if (count > 0) out.push_back(static_cast<std::uint8_t>(bits << (8 - count)));
    out.resize(end, 0);
}

// Which block the middle of every 2^index_bits positions is in. The last middle may lie behind the last
// position: then there are lengths of blocks that do not exist.
void write_index(std::uint64_t positions, int index_bits, std::vector<Block>& blocks, PackedTable& table) {
    std::uint64_t start = 0;
    std::size_t block = 0;
    const std::uint64_t entries = (positions + (std::uint64_t{1} << index_bits) - 1) >> index_bits;
    for (std::uint64_t i = 0; i < entries; ++i) {
        const std::uint64_t middle = (2 * i + 1) << (index_bits - 1);
        while (middle - start >= blocks[block].values) {
            start += blocks[block++].values;
            if (block == blocks.size()) blocks.push_back({0, 0, kLongestBlock});
        }
        put(table.index, block, 4);
        put(table.index, middle - start, 2);
    }
    for (const Block& b : blocks) put(table.lengths, b.values - 1, 2);
}

// So that a look-up passes some eight blocks on average.
int choose_index_bits(std::uint64_t positions, std::uint64_t blocks) {
    return std::clamp(static_cast<int>(std::bit_width(32 * positions / blocks)) - 1, 4, 24);
}

}  // namespace

void put(std::vector<std::uint8_t>& bytes, std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::optional<PackedTable> pack(std::vector<std::uint16_t> values, int most_block_bits,
                                const std::function<bool(double)>& go_on) {
    PackedTable table;
    const std::uint64_t positions = values.size();
    if (std::all_of(values.begin(), values.end(), [&](std::uint16_t v) { return v == values[0]; })) {
        table.single_value = values.empty() ? 0 : values[0];
        return table;
    }
    Grammar grammar(std::move(values));
    while (grammar.replace_pairs())
        if (!go_on(static_cast<double>(grammar.symbols.size()) / kMostSymbols)) return std::nullopt;
    const Coder coder(grammar);

    constexpr int kLeastBlockBits = 5;
    int block_bits = most_block_bits;
    std::uint64_t least = ~std::uint64_t{0};
    for (int bits = most_block_bits; bits >= kLeastBlockBits; --bits) {
        const std::uint64_t number = split(grammar, coder, bits).size();
        const std::uint64_t size = (((number << bits) + 63) & ~std::uint64_t{63}) + 2 * number;
        if (size < least) least = size, block_bits = bits;
    }
    std::vector<Block> blocks = split(grammar, coder, block_bits);
    for (const Block& block : blocks) write_block(grammar, coder, block, block_bits, table.blocks);
    const std::size_t real_blocks = blocks.size();
    const int index_bits = choose_index_bits(positions, real_blocks);
    write_index(positions, index_bits, blocks, table);

    table.header = {static_cast<std::uint8_t>(block_bits), static_cast<std::uint8_t>(index_bits),
                    static_cast<std::uint8_t>(blocks.size() - real_blocks)};
    put(table.header, real_blocks, 4);
    coder.write(table.header);
    return table;
}

}  // namespace stillpoint::tablebase
