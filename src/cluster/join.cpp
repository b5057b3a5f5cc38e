#include "cluster/join.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cluster/mpi/mpi_module.h"
#include "util/machine.h"
#include "util/text.h"

namespace stillpoint::cluster {

namespace {

constexpr const char* kModule = "stillpoint-mpi.so";
// MPICH and Slurm's pmi2; whatever speaks PMIx; Open MPI.
constexpr const char* kRankVariables[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"};

Result<std::unique_ptr<Link>> open_mpi_link() {
    const char* const named = std::getenv("STILLPOINT_MPI");
    const std::string path =
        named ? named : (std::filesystem::path(own_program()).parent_path() / kModule).string();
    // Never closed: MPI doesn't like to go. Global, because Open MPI opens parts of itself that look for it.
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!module) {
        const char* const reason = dlerror();
        return Error{
            concat({"can't open the MPI module (this build may be without MPI): ", reason ? reason : path})};
    }
    const auto make = reinterpret_cast<decltype(&stillpoint_mpi_link)>(dlsym(module, "stillpoint_mpi_link"));
    if (!make) return Error{path + " is not the MPI module of this program"};
    std::unique_ptr<Link> link(make());
    if (!link) return Error{"MPI did not start"};
    return link;
}

}  // namespace

std::optional<int> launched_as() {
    for (const char* name : kRankVariables)
        if (const char* const text = std::getenv(name))
            if (const auto rank = parse_number<int>(text, 0, 1 << 20)) return rank;
    return std::nullopt;
}

std::optional<int> go_on_as_child() {
    const auto rank = launched_as();
    if (!rank) return std::nullopt;
    static volatile std::sig_atomic_t child = 0;
    const pid_t parent = getpid(), forked = fork();
    if (forked < 0) return std::nullopt;  // then without this
    if (forked == 0) {
#ifdef __linux__
        // A launcher that ends the parent by force means us.
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) std::raise(SIGTERM);
#endif
        return std::nullopt;
    }
    child = forked;
    // MPICH's launcher tells survivors of a death by this one.
    std::signal(SIGUSR1, SIG_IGN);
    for (int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
        std::signal(number, [](int received) { kill(child, received); });
    int status = 0;
    while (waitpid(forked, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    std::fprintf(stderr, "stillpoint: rank %d died of signal %d\n", *rank, WTERMSIG(status));
    return 1;
}

Result<std::unique_ptr<Postman>> join() { return Postman::start(open_mpi_link); }

}  // namespace stillpoint::cluster
