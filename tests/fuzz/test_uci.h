#pragma once

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.h"
#include "tests/fuzz/invariants.h"
#include "tests/fuzz/private_folder.h"
#include "uci/uci.h"
#include "util/utf8.h"

namespace stillpoint::fuzz {

// Standard output, kept in memory so that what was printed can be looked at.
class CapturedOutput {
public:
    CapturedOutput() : before_(stdout) { stdout = open_memstream(&text_, &size_); }
    ~CapturedOutput() {
        std::fclose(stdout);
        stdout = before_;
        std::free(text_);
    }
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    std::vector<std::string> lines() const {
        std::fflush(stdout);
        std::vector<std::string> out;
        std::string_view rest(text_, size_);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            out.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return out;
    }

private:
    std::FILE* before_;
    char* text_ = nullptr;
    std::size_t size_ = 0;
};

// An engine behind its text protocol, new for every input, that nothing makes large, slow or able to touch
// files outside the private folder.
class TestUci {
public:
    TestUci() : uci_("fuzzed") {
        private_folder();
        uci_.add_command(
            "eval", "", [](Uci& u, const Words&) { u.output().line(eval_json(u.engine())); },
            Uci::When::AnyTime);
        uci_.add_command("probe", "", [](Uci& u, const Words&) {
            if (const auto text = probe_text(u.engine().position())) u.output().line(*text);
        });
        uci_.execute("setoption name Hash value 1");
    }
    ~TestUci() { finish(); }

    // False after `quit`. Lines that would be too much are left out.
    bool execute(std::string line) {
        if (!is_affordable(line)) return true;
        // With a NUL byte it would be ignored.
        if (first_word(line) == "go" && line.find('\0') == line.npos) {
            line += " nodes 200";
            ++searches_;
        }
        return uci_.execute(line);
    }

    void finish() {
        uci_.engine().stop();
        uci_.engine().wait();
    }

    int searches() const { return searches_; }
    std::vector<std::string> lines() const { return output_.lines(); }
    const Position& position() { return uci_.engine().position(); }

private:
    static std::string first_word(std::string_view line) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
        const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
        return std::string(line.substr(begin, end - begin));
    }

    static bool is_affordable(std::string_view line) {
        const std::string word = first_word(line);
        if (word == "perft" || line.find("perft") != line.npos) return false;
        // A file's name must be a plain one; in a position a slash is harmless.
        if (line.find('/') != line.npos && word != "position") return false;
        if (word != "setoption") return true;
        // Threads and table as large as any one digit says.
        std::string folded;
        for (char c : line)
            if (c != ' ' && c != '_')
                folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (folded.find("threads") == folded.npos && folded.find("hash") == folded.npos) return true;
        return std::count_if(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; }) <= 1;
    }

    CapturedOutput output_;
    int searches_ = 0;
    Uci uci_;
};

// Each search answered once, each line fit to be shown.
inline void require_good_dialogue(const std::vector<std::string>& lines, int searches) {
    int answers = 0;
    for (const std::string& line : lines) {
        require(printable(line) == line, "what is printed is printable", line);
        answers += line.starts_with("bestmove ");
    }
    require(answers == searches, "each search is answered once", std::to_string(answers));
}

}  // namespace stillpoint::fuzz
