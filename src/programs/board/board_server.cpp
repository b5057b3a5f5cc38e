#include "programs/board/board_server.h"

#include "programs/board/guarded_server.h"
#include "programs/board/page_files.h"
#include "tablebase/folders.h"
#include "util/json_writer.h"
#include "util/machine.h"

namespace stillpoint {

namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kMaxHead = std::size_t{64} << 10;
constexpr std::size_t kMaxBody = std::size_t{1} << 20;
// How often to check whether the page is still there; it may close its end without a word.
constexpr auto kHeartbeat = std::chrono::milliseconds(1000);
// How long an engine may take to end what the page before has asked of it.
constexpr auto kMostSettling = std::chrono::milliseconds(5000);

constexpr const char* kLinesType = "application/x-uci";
// Which listener a page is: its number comes with its lines, and goes with what it sends.
constexpr const char* kListener = "Listener";

// Browsers share memory between threads only with cross-origin isolation (COOP and COEP).
// The policy keeps the page from fetching or sending anything beyond this server.
const httplib::Headers kHeaders = {
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
};

constexpr const char* kNoPage =
    "<!doctype html><meta charset=utf-8><title>Stillpoint</title><p>The engine is here, but its page has not "
    "been built. Run <code>make board</code> in Stillpoint's folder, which needs npm, and start this again.";

struct ContentType {
    std::string_view ending, type;
};
constexpr ContentType kContentTypes[] = {
    {".html", "text/html"},        {".js", "text/javascript"},
    {".css", "text/css"},          {".svg", "image/svg+xml"},
    {".json", "application/json"}, {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"}, {".nn", "application/octet-stream"},
};

std::string content_type(std::string_view path) {
    for (const ContentType& known : kContentTypes)
        if (path.ends_with(known.ending)) return std::string(known.type);
    return "application/octet-stream";
}

// The page that is built into the program. It goes out as it is, compressed; through a content provider,
// which copies nothing.
void answer_from_program(const httplib::Request& request, httplib::Response& response) {
    const std::string path = request.path == "/" ? "/index.html" : request.path;
    for (const PageFile& file : page_files()) {
        if (file.path != path) continue;
        response.set_header("Content-Encoding", "gzip");
        response.set_content_provider(
            file.gzip.size(), content_type(path),
            [bytes = file.gzip](std::size_t from, std::size_t size, httplib::DataSink& sink) {
                return sink.write(bytes.data() + from, size);
            });
        return;
    }
    if (page_files().empty() && request.path == "/") return response.set_content(kNoPage, "text/html");
    response.status = 404;
}

}  // namespace

BoardServer::BoardServer(BoardSettings settings)
    : settings_(std::move(settings)),
      tables_(tablebase::user_folder()),
      http_(std::make_unique<GuardedServer>(GuardedServer::Limits{.request_bytes = kMaxHead + kMaxBody})),
      engine_(
          settings_.engine,
          // First the line, then the news that it has come: who waited for that empties the feed.
          [this](const std::string& line) {
              feed_.push(line);
              answers_.answered(line);
          },
          [this] {
              feed_.push("info string error: the engine ended; the next command starts it again");
              answers_.forget();
          }) {}

BoardServer::~BoardServer() { engine_.finish(); }

bool BoardServer::take_port() {
    if (settings_.port > 0 && http_->bind_to_port(kHost, settings_.port)) {
        port_ = settings_.port;
        return true;
    }
    if (settings_.port > 0) return false;
    port_ = http_->bind_to_any_port(kHost);
    return port_ > 0;
}

Result<std::string> BoardServer::open() {
    http_->set_tcp_nodelay(true);
    http_->set_payload_max_length(kMaxBody);
    http_->set_error_handler([](const httplib::Request&, httplib::Response& response) {
        if (GuardedServer::request_is_too_large()) response.status = 413;
    });
    http_->set_default_headers(kHeaders);
    // Another server on the same port must be noticed, so the address is not shared.
    http_->set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    if (!take_port())
        return Error{settings_.port > 0 ? "port " + std::to_string(settings_.port) + " is taken"
                                        : "no port is free"};
    gate_ = std::make_unique<Gate>(port_, random_token());
    add_routes();
    if (const auto started = engine_.start(); !started) return Error{started.error()};
    return "http://" + std::string(kHost) + ':' + std::to_string(port_) + "/#token=" + gate_->token();
}

void BoardServer::add_routes() {
    using httplib::Request, httplib::Response, httplib::Server;
    http_->set_pre_routing_handler([this](const Request& request, Response& response) {
        const auto refuse = [&](int status, const char* why) {
            response.status = status;
            response.set_content(why, "text/plain");
            return Server::HandlerResponse::Handled;
        };
        if (!gate_->admits(request.get_header_value("Host"), request.get_header_value("Origin")))
            return refuse(403, "not for this host or origin\n");
        if (request.path.rfind("/native/", 0) == 0 &&
            !gate_->knows_secret(request.get_header_value("Authorization")))
            return refuse(401, "the token is missing or wrong\n");
        return Server::HandlerResponse::Unhandled;
    });
    http_->set_post_routing_handler([](const Request& request, Response& response) {
        const bool is_file = response.status == 200;
        response.set_header("Cache-Control", std::string(is_file ? cache_rule(request.path) : "no-cache"));
    });
    http_->Get("/native/about", [this](const Request&, Response& response) { describe(response); });
    http_->Get("/native/lines", [this](const Request&, Response& response) { stream_lines(response); });
    http_->Post("/native/lines",
                [this](const Request& request, Response& response) { receive_lines(request, response); });
    http_->Get("/native/tables", [this](const Request&, Response& response) { describe_tables(response); });
    http_->Post("/native/tables",
                [this](const Request& request, Response& response) { change_tables(request, response); });
    for (const ContentType& known : kContentTypes)
        http_->set_file_extension_and_mimetype_mapping(std::string(known.ending.substr(1)),
                                                       std::string(known.type));
    if (!settings_.page.empty() && http_->set_mount_point("/", settings_.page)) return;
    http_->Get("/.*",
               [](const Request& request, Response& response) { answer_from_program(request, response); });
}

void BoardServer::describe(httplib::Response& response) const {
    JsonWriter json;
    json.begin_object();
    json.key("version").value(STILLPOINT_VERSION);
    json.key("cores").value(available_cores());
    json.end_object();
    response.set_content(json.text(), "application/json");
}

Result<bool> BoardServer::tell_engine(std::string_view line) {
    answers_.asked(line);
    return engine_.send(line);
}

// The engine ends what it does for the page before, whose late answers the new one would take for its own.
LineFeed::Ticket BoardServer::take_over() {
    const std::lock_guard lock(turn_);
    if (answers_.any()) {
        static_cast<void>(tell_engine("stop"));
        static_cast<void>(tell_engine("isready"));
        if (!answers_.settle(kMostSettling)) {
            engine_.kill();
            static_cast<void>(answers_.settle(kMostSettling));
        }
    }
    return feed_.join();
}

// Nobody watches any more, so an endless analysis must end.
void BoardServer::leave(LineFeed::Ticket ticket) {
    const std::lock_guard lock(turn_);
    if (feed_.is_current(ticket)) static_cast<void>(tell_engine("stop"));
}

// One long answer that grows by every line of the engine. Empty lines are heartbeats.
void BoardServer::stream_lines(httplib::Response& response) {
    const LineFeed::Ticket ticket = take_over();
    response.set_header(kListener, std::to_string(ticket));
    response.set_chunked_content_provider(
        kLinesType,
        [this, ticket](std::size_t, httplib::DataSink& sink) {
            const auto text = feed_.take(ticket, kHeartbeat);
            if (!text) {
                sink.done();
                return true;
            }
            const std::string_view sent = text->empty() ? std::string_view("\n") : *text;
            return sink.write(sent.data(), sent.size());
        },
        [this, ticket](bool) { leave(ticket); });
}

void BoardServer::receive_lines(const httplib::Request& request, httplib::Response& response) {
    const auto fail = [&](int status, const std::string& why) {
        response.status = status;
        response.set_content(why + '\n', "text/plain");
    };
    const std::lock_guard lock(turn_);
    const std::string listener = request.get_header_value(kListener);
    if (!listener.empty() && listener != std::to_string(feed_.newest()))
        return fail(409, "another page uses the engine now");
    std::string_view rest = request.body;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.empty()) continue;
        const auto allowed = line_for_engine(line, folder_.tree_file());
        if (!allowed) return fail(400, "not for pages: " + std::string(line.substr(0, 60)));
        if (const auto sent = tell_engine(*allowed); !sent) return fail(502, sent.error());
    }
    response.status = 204;
}

void BoardServer::describe_tables(httplib::Response& response) const {
    const auto name = [](TableMaking::State state) {
        switch (state) {
            case TableMaking::State::Unavailable: return "unavailable";
            case TableMaking::State::Absent: return "absent";
            case TableMaking::State::Making: return "making";
            case TableMaking::State::Failed: return "failed";
            case TableMaking::State::Ready: break;
        }
        return "ready";
    };
    const TableMaking::Status status = tables_.status();
    JsonWriter json;
    json.begin_object();
    json.key("state").value(name(status.state));
    json.key("part").value(status.part);
    json.key("reason").value(status.reason);
    json.key("folder").value(tables_.folder().string());
    json.end_object();
    response.set_content(json.text(), "application/json");
}

// The body is `make` or `stop`; the answer is how things stand then.
void BoardServer::change_tables(const httplib::Request& request, httplib::Response& response) {
    if (request.body == "make") {
        tables_.start();
    } else if (request.body == "stop") {
        tables_.stop();
    } else {
        response.status = 400;
        response.set_content("expected make or stop\n", "text/plain");
        return;
    }
    describe_tables(response);
}

void BoardServer::run() { http_->listen_after_bind(); }

void BoardServer::stop() {
    feed_.close();
    answers_.forget();
    http_->stop();
}

}  // namespace stillpoint
