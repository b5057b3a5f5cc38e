#include "tablebase/folders.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <system_error>

#include "tablebase/table_file.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFileWarnings = 10;

struct Folder {
    fs::path path;
    std::map<std::string, fs::path> sound;  // by file name
    std::vector<std::string> bad;           // a line for each
};

std::vector<std::string> split_list(std::string_view list) {
    std::vector<std::string> parts;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(kPathSeparator), list.size());
        // Fathom takes an empty part for the root of the file system, and an empty last one makes it read
        // beyond the end of the list.
        if (end > 0) parts.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return parts;
}

std::optional<TableKind> kind_of(const fs::path& file) {
    for (TableKind kind : {TableKind::Wdl, TableKind::Dtz})
        if (file.extension() == file_ending(kind)) return kind;
    return std::nullopt;
}

std::optional<Folder> read_folder(const fs::path& path) {
    std::error_code error;
    fs::directory_iterator entry(path, error);
    if (error) return std::nullopt;
    Folder folder{path, {}, {}};
    for (; entry != fs::directory_iterator(); entry.increment(error)) {
        const fs::path& file = entry->path();
        const auto kind = kind_of(file);
        const auto material = parse_material(file.stem().string());
        if (!kind || !material) continue;
        const std::string_view fault = find_fault(file, *material, *kind);
        if (fault.empty())
            folder.sound.emplace(file.filename().string(), file);
        else
            folder.bad.push_back(file.string() + ": " + std::string(fault) + "; not used");
    }
    std::sort(folder.bad.begin(), folder.bad.end());
    return folder;
}

// All sound tables of all folders, each from the first folder that has it.
std::map<std::string, fs::path> choose_files(const std::vector<Folder>& folders) {
    std::map<std::string, fs::path> files;
    for (const Folder& folder : folders) files.insert(folder.sound.begin(), folder.sound.end());
    return files;
}

std::unique_ptr<PrivateFolder> link_files(const std::map<std::string, fs::path>& files) {
    auto links = PrivateFolder::create();
    if (!links) return nullptr;
    for (const auto& [name, file] : files)
        if (!links->add_link(file)) return nullptr;
    return links;
}

void add_file_warnings(const std::vector<Folder>& folders, std::vector<std::string>& warnings) {
    std::vector<std::string> lines;
    for (const Folder& folder : folders) lines.insert(lines.end(), folder.bad.begin(), folder.bad.end());
    const std::size_t shown = std::min(lines.size(), kMostFileWarnings);
    warnings.insert(warnings.end(), lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(shown));
    if (lines.size() > shown)
        warnings.push_back("and " + std::to_string(lines.size() - shown) + " more such files");
}

void count_tables(const std::map<std::string, fs::path>& files, Folders& found) {
    int lonely = 0;
    for (const auto& [name, file] : files) {
        const Material material = *parse_material(file.stem().string());
        const auto pieces = static_cast<std::size_t>(material.piece_count());
        if (*kind_of(file) == TableKind::Wdl) {
            found.materials.push_back(material);
            ++found.wdl[pieces];
        } else if (files.contains(material.name() + std::string(file_ending(TableKind::Wdl)))) {
            ++found.dtz[pieces];
        } else {
            ++lonely;
        }
    }
    if (lonely > 0)
        found.warnings.push_back(std::to_string(lonely) +
                                 " DTZ tables are not used: their WDL tables are missing");
}

}  // namespace

fs::path user_folder() {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return fs::path(value ? value : "");
    };
#ifdef _WIN32
    const fs::path cache = variable("LOCALAPPDATA");
#else
    fs::path cache = variable("XDG_CACHE_HOME");
    if (!cache.is_absolute() && variable("HOME").is_absolute()) cache = variable("HOME") / ".cache";
#endif
    return cache.is_absolute() ? cache / "stillpoint" / "syzygy" : fs::path();
}

Folders search_folders(std::string_view list) {
    Folders found;
    std::vector<Folder> folders;
    for (const std::string& part : split_list(list)) {
        if (auto folder = read_folder(part))
            folders.push_back(std::move(*folder));
        else
            found.warnings.push_back("cannot read folder " + part);
    }
    add_file_warnings(folders, found.warnings);

    const auto is_mixed = [](const Folder& f) { return !f.bad.empty() && !f.sound.empty(); };
    std::erase_if(folders, [](const Folder& f) { return f.sound.empty(); });
    if (std::any_of(folders.begin(), folders.end(), is_mixed)) {
        found.links = link_files(choose_files(folders));
        if (!found.links) {
            for (const Folder& folder : folders)
                if (is_mixed(folder))
                    found.warnings.push_back("folder " + folder.path.string() +
                                             " is not used because of its bad files");
            std::erase_if(folders, is_mixed);
        }
    }
    count_tables(choose_files(folders), found);
    if (found.links) {
        found.path = found.links->path();
    } else {
        for (const Folder& folder : folders) {
            if (!found.path.empty()) found.path += kPathSeparator;
            found.path += folder.path.string();
        }
    }
    return found;
}

namespace fs = std::filesystem;

std::unique_ptr<PrivateFolder> PrivateFolder::create() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    // The path goes into a list, so it must not contain the separator.
    if (error || parent.string().find(kPathSeparator) != std::string::npos) return nullptr;
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    Rng rng(now ^ (std::uint64_t{std::random_device()()} << 32));
    for (int attempt = 0; attempt < 10; ++attempt) {
        const fs::path path = parent / ("stillpoint-syzygy-" + std::to_string(rng.next()));
        // False without an error if the name is taken.
        if (!fs::create_directory(path, error)) continue;
        fs::permissions(path, fs::perms::owner_all, error);
        return std::unique_ptr<PrivateFolder>(new PrivateFolder(path));
    }
    return nullptr;
}

PrivateFolder::~PrivateFolder() {
    std::error_code error;
    fs::remove_all(path_, error);  // removes the links, not what they lead to
}

bool PrivateFolder::add_link(const fs::path& target) {
    std::error_code error;
    const fs::path absolute = fs::absolute(target, error);
    if (!error) fs::create_symlink(absolute, path_ / target.filename(), error);
    return !error;
}

}  // namespace stillpoint::tablebase
