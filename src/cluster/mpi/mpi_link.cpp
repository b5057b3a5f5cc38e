// The link over MPI, a module of its own: the program opens it only if an MPI launcher started it.
#include <algorithm>
#include <list>
#include <vector>

#include <mpi.h>

#include "cluster/link.h"
#include "cluster/mpi/mpi_module.h"

namespace stillpoint::cluster {

namespace {

constexpr int kTag = 1;

// Only what the standard has had since version 3; errors are returned, and a receiver that can't be reached
// is left out from then on.
class MpiLink final : public Link {
public:
    MpiLink() {
        MPI_Comm_dup(MPI_COMM_WORLD, &everybody_);
        MPI_Comm_set_errhandler(everybody_, MPI_ERRORS_RETURN);
        MPI_Comm_rank(everybody_, &rank_);
        MPI_Comm_size(everybody_, &size_);
        outgoing_.resize(static_cast<std::size_t>(size_));
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }

    void send(int to, std::string text) override {
        Receiver& receiver = outgoing_[static_cast<std::size_t>(to)];
        forget_sent(receiver);
        if (receiver.is_unreachable) return;
        Outgoing& letter = receiver.letters.emplace_back(std::move(text));
        receiver.bytes += letter.text.size();
        if (MPI_Isend(letter.text.data(), static_cast<int>(letter.text.size()), MPI_BYTE, to, kTag,
                      everybody_, &letter.request) != MPI_SUCCESS)
            receiver.is_unreachable = true;
    }

    std::size_t unsent(int to) const override { return outgoing_[static_cast<std::size_t>(to)].bytes; }

    std::optional<Letter> receive() override {
        for (Receiver& receiver : outgoing_) forget_sent(receiver);
        take_in();
        for (auto letter = incoming_.begin(); letter != incoming_.end(); ++letter) {
            const bool is_behind = std::any_of(incoming_.begin(), letter, [&](const Incoming& earlier) {
                return earlier.from == letter->from;
            });
            if (is_behind || !is_complete(*letter)) continue;
            Letter arrived{letter->from, std::move(letter->text)};
            incoming_.erase(letter);
            return arrived;
        }
        return std::nullopt;
    }

    void close() override { MPI_Finalize(); }

private:
    struct Outgoing {
        explicit Outgoing(std::string t) : text(std::move(t)) {}
        std::string text;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    struct Receiver {
        std::list<Outgoing> letters;  // those MPI still reads from
        std::size_t bytes = 0;
        bool is_unreachable = false;
    };
    struct Incoming {
        int from = 0;
        std::string text;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    static void forget_sent(Receiver& receiver) {
        while (!receiver.letters.empty()) {
            int done = 0;
            if (MPI_Test(&receiver.letters.front().request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
                receiver.is_unreachable = true;
                done = 1;
            }
            if (!done) return;
            receiver.bytes -= receiver.letters.front().text.size();
            receiver.letters.pop_front();
        }
    }

    // Begins to receive all that has been announced.
    void take_in() {
        for (int found = 1; found && incoming_.size() < kMostIncoming;) {
            MPI_Message message;
            MPI_Status status;
            found = 0;
            if (MPI_Improbe(MPI_ANY_SOURCE, kTag, everybody_, &found, &message, &status) != MPI_SUCCESS)
                return;
            if (!found) return;
            int bytes = 0;
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            Incoming& letter = incoming_.emplace_back();
            letter.from = status.MPI_SOURCE;
            letter.text.resize(static_cast<std::size_t>(bytes));
            MPI_Imrecv(letter.text.data(), bytes, MPI_BYTE, &message, &letter.request);
        }
    }

    static bool is_complete(Incoming& letter) {
        int done = 0;
        return MPI_Test(&letter.request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done;
    }

    static constexpr std::size_t kMostIncoming = 256;

    MPI_Comm everybody_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1;
    std::vector<Receiver> outgoing_;
    std::list<Incoming> incoming_;  // in the order they were announced
};

}  // namespace

}  // namespace stillpoint::cluster

stillpoint::cluster::Link* stillpoint_mpi_link() {
    // Only the thread that calls this will use MPI.
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return nullptr;
    return new stillpoint::cluster::MpiLink();
}
