// Counters of loops: between their first value and what their condition lets
// through.
#include <mpi.h>

#define N 10
int a[N], out;

int main(int argc, char **argv) {
  (void)argv;
  for (int up = 0; up < N; up++)
    a[up] = 1;
  for (int down = N - 1; down >= 0; down--)
    a[down] = 2;
  for (int far = 2; far <= 8; far += 3)
    out = far;
  for (int open = 5; open < argc; open++)
    out = open;
  int left = 3;
  while (left)
    left--;
  for (int row = 0; row < 4; row++)
    for (int col = row + 1; col < 4; col++)
      out = col;
  for (int k = 1; k < N; k++)
    MPI_Send(&a[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD);
  return out;
}
// In the body the condition holds; where it is tested, one more is possible.
// CHECK-DAG: range main.up in "a[up] = 1;": 0..9
// CHECK-DAG: range main.up in "for (int up = 0; up < N; up++)": 0..10, 0..9
// CHECK-DAG: range main.down in "a[down] = 2;": 0..9
// CHECK-DAG: range main.down in "for (int down = N - 1; down >= 0; down--)": -1..9, 0..9
// Steps of 3 are not followed: 2, 5 and 8 are in between.
// CHECK-DAG: range main.far in "out = far;": 2..8
// CHECK-DAG: range main.far in "for (int far = 2; far <= 8; far += 3)": 2..11, 2..8
// The other bound is not known: any integer that does not overflow. (No integer
// is above the greatest one, so 5..2147483646 would be more precise.)
// CHECK-DAG: range main.open in "out = open;": 5..2147483647
// A test for zero bounds nothing below. (0..3 would be more precise.)
// CHECK-DAG: range main.left in "left--;": -2147483648..3
// The inner counter begins behind the outer one.
// CHECK-DAG: range main.row in "for (int col = row + 1; col < 4; col++)": 0..3
// CHECK-DAG: range main.col in "out = col;": 1..3
// The address moves as the counter does, by 4 bytes each; so does the tag.
// CHECK-DAG: bytes 0 in "MPI_Send(&a[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD);": 4..36
// CHECK-DAG: argument 4 in "MPI_Send(&a[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD);": 1..9
