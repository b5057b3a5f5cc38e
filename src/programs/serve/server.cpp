#include "programs/serve/server.h"

#include <exception>

#include "chess/fen.h"

namespace stillpoint {

Server::Server(const ServeSettings& settings, std::function<bool(const std::string&)> write)
    : settings_(settings), write_(std::move(write)), queue_(settings.queue) {
    if (!settings.fresh) table_.resize(static_cast<std::size_t>(settings.hash));
    workers_.emplace(settings.workers, [this](int) { work(); });
}

Server::~Server() { finish(); }

void Server::finish() {
    queue_.close();
    workers_.reset();
}

void Server::write(const Json& value) { write_line(one_line(value)); }

void Server::write_line(const std::string& line) {
    std::lock_guard lock(output_);
    if (deaf_) return;
    if (write_(line)) return;
    deaf_ = true;
    queue_.abandon();
}

void Server::write_error(const Json& id, const std::string& message) {
    Json object;
    object["id"] = id;
    object["error"] = message;
    // Without an id the client finds the line by its number.
    if (id.is_null()) object["line"] = lines_;
    write(object);
}

bool Server::handle(std::string_view line, bool was_cut) {
    ++lines_;
    if (deaf_) return false;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return true;
    if (was_cut) {
        write_error(nullptr, "the line is too long");
        return !deaf_;
    }
    ServeRequest request = parse_request(line, settings_.defaults);
    if (const auto* error = std::get_if<ServeError>(&request)) {
        write_error(error->id, error->message);
    } else if (const auto* cancel = std::get_if<ServeCancel>(&request)) {
        switch (queue_.cancel(cancel->id)) {
            case ServeQueue::Cancelled::Unknown: write_error(cancel->id, "no such job to cancel"); break;
            case ServeQueue::Cancelled::Waiting: write({{"id", cancel->id}, {"cancelled", true}}); break;
            case ServeQueue::Cancelled::Running: break;  // its worker answers
        }
    } else {
        ServeJob& job = std::get<ServeJob>(request);
        const Json id = job.id;
        if (!queue_.add(std::move(job))) write_error(id, "a job with this id is not finished yet");
    }
    return !deaf_;
}

void Server::work() {
    Searchers searchers;
    while (const JobPointer job = queue_.take()) {
        try {
            run(searcher_for(job->job, searchers), job);
        } catch (const std::exception& e) {
            // Mostly for want of memory.
            queue_.finish(job);
            write_error(job->job.id, e.what());
        }
    }
}

Searcher& Server::searcher_for(const ServeJob& job, Searchers& searchers) {
    if (!settings_.fresh && !job.fresh) {
        if (!searchers.together) searchers.together.emplace(settings_.network, table_);
        return *searchers.together;
    }
    if (searchers.alone)
        searchers.alone->forget();
    else
        searchers.alone.emplace(settings_.network, static_cast<std::size_t>(settings_.fresh_hash));
    return *searchers.alone;
}

void Server::run(Searcher& searcher, const JobPointer& queued) {
    const ServeJob& job = queued->job;
    queue_.begin(queued, [&searcher] { searcher.stop(); });
    SoloTask task;
    task.limits = job.limits;
    task.multi_pv = job.multi_pv;
    task.cancelled = &queued->cancelled;
    const Analysis analysis = searcher.analyse(job.position, task);
    Json object;
    object["id"] = job.id;
    object["fen"] = to_fen(job.position);
    if (queued->cancelled) object["cancelled"] = true;
    add_analysis(object, job.position, analysis,
                 job.chess960 ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares);
    // The id can be used again as soon as the client sees the answer, so free it before writing.
    queue_.finish(queued);
    write(object);
}

}  // namespace stillpoint
