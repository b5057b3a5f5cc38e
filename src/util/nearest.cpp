#include "util/nearest.h"

#include <algorithm>
#include <cctype>

namespace stillpoint {

namespace {

// Of a word that is longer nobody knows what was meant.
constexpr std::size_t kLongestWord = 64;
// Below this a beginning says nothing.
constexpr std::size_t kShortestBeginning = 2;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// The number of letters to change, add, drop or swap with their neighbours that leads from one to the other.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> two_back, back, row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        two_back = std::move(back);
        back = std::move(row);
        row.assign(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({back[j] + 1, row[j - 1] + 1, back[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two_back[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
    if (word.empty() || word.size() > kLongestWord) return {};
    const std::string wanted = lower(word);
    const std::string *best = nullptr, *longer = nullptr;
    std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1, beginnings = 0;
    for (const std::string& candidate : known) {
        const std::string lowered = lower(candidate);
        // Words of two letters are all alike.
        const std::size_t steps = distance(wanted, lowered);
        if (steps < least && steps < lowered.size()) {
            least = steps;
            best = &candidate;
        }
        if (lowered.starts_with(wanted)) {
            longer = &candidate;
            ++beginnings;
        }
    }
    if (best) return *best;
    return beginnings == 1 && wanted.size() >= kShortestBeginning ? *longer : std::string();
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view otherwise) {
    const std::string meant = nearest(word, known);
    return "; " + (meant.empty() ? std::string(otherwise) : "did you mean '" + meant + "'?");
}

}  // namespace stillpoint
