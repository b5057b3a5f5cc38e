#include "train/dense.h"

#include "util/simd/simd.h"

namespace stillpoint::train::dense {

using simd::native::F32;
using namespace simd::native;  // NOLINT: the arithmetic of F32

constexpr int kLanes = F32::kLanes;

void multiply(const float* x, int rows, int inputs, const float* w, const float* bias, int outputs,
              float* y) {
    for (int row = 0; row < rows; row += kRows)
        for (int to = 0; to < outputs; to += kLanes) {
            const float* from = x + row * inputs;
            F32 sums[kRows];
            for (F32& sum : sums) sum = bias ? F32::load(bias + to) : F32::zero();
            for (int i = 0; i < inputs; ++i) {
                const F32 weights = F32::load(w + i * outputs + to);
                for (int r = 0; r < kRows; ++r)
                    sums[r] = fma(F32::broadcast(from[r * inputs + i]), weights, sums[r]);
            }
            for (int r = 0; r < kRows; ++r) sums[r].store(y + (row + r) * outputs + to);
        }
}

void add_outer(const float* x, const float* dy, int rows, int inputs, int outputs, float* dw, float* dbias) {
    constexpr int kInputs = 8;  // at a time, in registers
    for (int to = 0; to < outputs; to += kLanes) {
        for (int first = 0; first < inputs; first += kInputs) {
            F32 sums[kInputs];
            for (int i = 0; i < kInputs; ++i) sums[i] = F32::load(dw + (first + i) * outputs + to);
            for (int row = 0; row < rows; ++row) {
                const F32 slopes = F32::load(dy + row * outputs + to);
                const float* from = x + row * inputs + first;
                for (int i = 0; i < kInputs; ++i) sums[i] = fma(F32::broadcast(from[i]), slopes, sums[i]);
            }
            for (int i = 0; i < kInputs; ++i) sums[i].store(dw + (first + i) * outputs + to);
        }
        F32 sum = F32::load(dbias + to);
        for (int row = 0; row < rows; ++row) sum = add(sum, F32::load(dy + row * outputs + to));
        sum.store(dbias + to);
    }
}

void transpose(const float* from, int rows, int columns, float* to) {
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            to[column * rows + row] = from[row * columns + column];
}

}  // namespace stillpoint::train::dense
