#pragma once

#include <cstddef>

// Products of small matrices of floats, row by row: the layers behind the first. Numbers of columns are
// multiples of 16, rows begin on cache lines.
namespace stillpoint::train::dense {

// Rows are worked on this many at a time; numbers of rows are multiples of it.
inline constexpr int kRows = 8;
constexpr int whole_rows(int rows) { return (rows + kRows - 1) / kRows * kRows; }

// y = bias + x w, where x is [rows][inputs], w [inputs][outputs], y [rows][outputs]; no bias: null.
void multiply(const float* x, int rows, int inputs, const float* w, const float* bias, int outputs, float* y);

// dw += x^T dy and dbias += the sum of dy's rows.
void add_outer(const float* x, const float* dy, int rows, int inputs, int outputs, float* dw, float* dbias);

// to [columns][rows] is from [rows][columns].
void transpose(const float* from, int rows, int columns, float* to);

}  // namespace stillpoint::train::dense
