#include "train/history.h"

#include <cstdio>

namespace stillpoint::train {

std::string to_csv(const History& history) {
    std::string out =
        "superbatch,step,train_loss,val_loss,val_eval_loss,val_result_loss,mean_abs_output,dead_units,"
        "saturated_units,learning_rate,lambda,positions_per_second,positions_per_cpu_second\n";
    for (const HistoryRow& r : history) {
        char line[400];
        std::snprintf(line, sizeof line, "%llu,%llu,%.8f,%.8f,%.8f,%.8f,%.5f,%d,%d,%.6g,%.4f,%.0f,%.0f\n",
                      static_cast<unsigned long long>(r.superbatch), static_cast<unsigned long long>(r.step),
                      r.train_loss, r.validation.loss, r.validation.eval_loss, r.validation.result_loss,
                      r.validation.mean_output, r.validation.dead_units, r.validation.saturated_units,
                      r.learning_rate, r.lambda, r.positions_per_second, r.positions_per_cpu_second);
        out += line;
    }
    return out;
}

}  // namespace stillpoint::train
