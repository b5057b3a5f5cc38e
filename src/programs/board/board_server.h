#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "programs/board/engine_process.h"
#include "programs/board/line_feed.h"
#include "programs/board/open_answers.h"
#include "programs/board/page_rules.h"
#include "programs/board/places.h"
#include "programs/board/table_making.h"

namespace httplib {
struct Request;
struct Response;
}  // namespace httplib

namespace stillpoint {

class GuardedServer;

struct BoardSettings {
    int port = 0;        // 0: any that is free
    std::string page;    // folder with the page's files; empty: those in the program
    std::string engine;  // program to run
};

// Serves the page's files and runs one engine for it. Listens on 127.0.0.1 only. docs/web.md describes the
// protocol.
class BoardServer {
public:
    explicit BoardServer(BoardSettings settings);
    ~BoardServer();
    BoardServer(const BoardServer&) = delete;
    BoardServer& operator=(const BoardServer&) = delete;

    // Takes the port and starts the engine. Returns the address to open.
    Result<std::string> open();
    // Serves until stop(), which another thread may call.
    void run();
    void stop();

private:
    bool take_port();
    void add_routes();
    void describe(httplib::Response& response) const;
    LineFeed::Ticket take_over();
    void leave(LineFeed::Ticket ticket);
    Result<bool> tell_engine(std::string_view line);
    void stream_lines(httplib::Response& response);
    void receive_lines(const httplib::Request& request, httplib::Response& response);
    void describe_tables(httplib::Response& response) const;
    void change_tables(const httplib::Request& request, httplib::Response& response);

    const BoardSettings settings_;
    int port_ = 0;
    const ScratchFolder folder_;
    TableMaking tables_;
    LineFeed feed_;
    OpenAnswers answers_;
    std::mutex turn_;  // whose turn it is to talk to the engine: held while a page talks, comes or leaves
    std::unique_ptr<Gate> gate_;
    std::unique_ptr<GuardedServer> http_;
    EngineProcess engine_;  // last: its thread feeds the others
};

}  // namespace stillpoint
