#pragma once

#include <string_view>

namespace stillpoint {

enum class Judgement { None, Inaccuracy, Mistake, Blunder };

// How much of the winning chances (0 to 1: wins plus half the draws) a move must give away to be called so.
struct Thresholds {
    double inaccuracy = 0.10;
    double mistake = 0.20;
    double blunder = 0.30;
};

Judgement judge_loss(double loss, const Thresholds& thresholds);

// ?!, ? and ??; 0 for none.
int nag_of(Judgement judgement);
std::string_view name_of(Judgement judgement);

// From 0 to 100: how well a move that gave away so much kept the winning chances; 100 * exp(-4 * loss).
double move_accuracy(double loss);

}  // namespace stillpoint
