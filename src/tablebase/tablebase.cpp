#include "tablebase/tablebase.h"

#include <atomic>
#include <memory>
#include <numeric>

#include "tablebase/fathom.h"
#include "tablebase/material.h"

namespace stillpoint::tablebase {

namespace {

std::atomic<int> largest_table{0};
// The links Fathom uses; removed when it gets other ones and at the end of the program.
std::unique_ptr<PrivateFolder> links_in_use;

int sum(const TableCounts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

void forget_all() {
    largest_table = 0;
    fathom::load("");
    links_in_use.reset();
}

// Debian's Fathom opens a table when it is first needed, and without a lock. So probe every WDL table here,
// in one thread; later probes find them all open and only read.
void open_tables(const std::vector<Material>& materials, std::vector<std::string>& warnings) {
    for (const Material& material : materials) {
        const auto pos = quiet_position(material);
        if (!pos || !fathom::wdl(*pos)) warnings.push_back(material.name() + " could not be opened");
    }
}

}  // namespace

bool is_supported() { return fathom::is_available(); }

int Summary::wdl_total() const { return sum(wdl); }
int Summary::dtz_total() const { return sum(dtz); }

int Summary::largest() const {
    int pieces = kMostPieces;
    while (pieces > 0 && wdl[static_cast<std::size_t>(pieces)] == 0) --pieces;
    return pieces;
}

std::string Summary::text() const {
    if (largest() == 0) return "no tablebases";
    std::string line = std::to_string(wdl_total()) + " WDL and " + std::to_string(dtz_total()) +
                       " DTZ tables, up to " + std::to_string(largest()) + " pieces";
    std::string missing;
    for (int pieces = 3; pieces <= largest(); ++pieces) {
        const int all = static_cast<int>(all_materials(pieces).size());
        const auto at = static_cast<std::size_t>(pieces);
        if (wdl[at] == all && dtz[at] == all) continue;
        missing += missing.empty() ? "; missing: " : ", ";
        missing += std::to_string(all - wdl[at]) + " WDL and " + std::to_string(all - dtz[at]) +
                   " DTZ of the " + std::to_string(all) + " with " + std::to_string(pieces) + " pieces";
    }
    return line + missing;
}

Result<Summary> init(std::string_view path) {
    if (path.empty() || path == "<empty>") {
        if (is_supported()) forget_all();
        return Summary{};
    }
    if (!is_supported()) return Error{"built without Syzygy support (install libfathom-dev)"};

    Folders found = search_folders(path);
    if (found.materials.empty()) {
        std::string message = "no usable Syzygy tables in " + std::string(path);
        for (const std::string& warning : found.warnings) message += "; " + warning;
        return Error{message};
    }
    largest_table = 0;
    fathom::load(found.path);
    links_in_use = std::move(found.links);
    open_tables(found.materials, found.warnings);
    const Summary summary{found.wdl, found.dtz, std::move(found.warnings)};
    largest_table = summary.largest();
    return summary;
}

int max_pieces() { return largest_table.load(std::memory_order_relaxed); }

bool is_in_reach(const Position& pos) {
    return pos.piece_count() <= max_pieces() && pos.castling_rights() == 0;
}

std::optional<Wdl> probe_wdl(const Position& pos) {
    if (!is_in_reach(pos) || pos.halfmove_clock() != 0) return std::nullopt;
    return fathom::wdl(pos);
}

}  // namespace stillpoint::tablebase
