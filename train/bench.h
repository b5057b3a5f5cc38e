#pragma once

#include "train/record_store.h"
#include "train/settings.h"

namespace stillpoint::train {

// Positions from games of random moves, with made-up labels: about as many pieces as in real data.
RecordStore random_records(std::uint64_t count, std::uint64_t seed);

// Trains on random positions for a while and prints how many a core does in a second of its time.
int run_bench(const Settings& settings, double seconds);

}  // namespace stillpoint::train
