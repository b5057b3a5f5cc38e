#include "nnue/network_choice.h"

#include "nnue/embedded.h"
#include "nnue/network_file.h"

namespace stillpoint {

Result<SharedNetwork> choose_network(const std::string& name) {
    // The embedded network is not ours to delete.
    if (name.empty()) return SharedNetwork(std::shared_ptr<void>(), nnue::embedded_network());
    if (name == "plain") return SharedNetwork();
    auto loaded = nnue::load_network_file(name);
    if (!loaded) return Error{loaded.error()};
    return SharedNetwork(std::move(*loaded));
}

}  // namespace stillpoint
