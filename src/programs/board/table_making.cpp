#include "programs/board/table_making.h"

#include <exception>
#include <vector>

#include "tablebase/make/maker.h"
#include "tablebase/tablebase.h"

namespace stillpoint {

namespace {

tablebase::MakePlan plan_for(const std::filesystem::path& folder) {
    std::vector<tablebase::Material> wanted;
    for (int men : {3, 4})
        for (const tablebase::Material& m : tablebase::all_materials(men)) wanted.push_back(m);
    return tablebase::plan_tables(wanted, folder.string());
}

}  // namespace

TableMaking::TableMaking(std::filesystem::path folder)
    : folder_(std::move(folder)),
      state_(folder_.empty() || !tablebase::is_supported() ? State::Unavailable
             : plan_for(folder_).steps.empty()             ? State::Ready
                                                           : State::Absent) {}

TableMaking::Status TableMaking::status() const {
    const std::lock_guard lock(mutex_);
    return {state_, part_, reason_};
}

void TableMaking::set(State state, std::string reason) {
    const std::lock_guard lock(mutex_);
    state_ = state;
    reason_ = std::move(reason);
}

void TableMaking::start() {
    const std::lock_guard calls(calls_);
    const State state = status().state;
    if (state != State::Absent && state != State::Failed) return;
    if (thread_.joinable()) thread_.join();
    stopping_ = false;
    part_ = 0;
    set(State::Making);
    try {
        thread_ = std::thread([this] { make(); });
    } catch (const std::exception& e) {
        set(State::Failed, e.what());
    }
}

void TableMaking::stop() {
    const std::lock_guard calls(calls_);
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
}

void TableMaking::make() {
    try {
        const auto made = tablebase::make_tables(
            plan_for(folder_),
            {.folder = folder_.string(), .threads = 1, .progress = [this](double part, const std::string&) {
                 part_ = part;
                 return !stopping_;
             }});
        if (made)
            set(State::Ready);
        else if (stopping_)
            set(State::Absent);
        else
            set(State::Failed, made.error());
    } catch (const std::exception& e) {
        set(State::Failed, e.what());
    }
}

}  // namespace stillpoint
