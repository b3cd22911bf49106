// What MPI says, the rank and the size, is any integer until it is compared.
#include <mpi.h>

int out;

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    out = rank;
  int me = rank;
  if (me == 0)
    out = me + 1;
  else if (me < 4)
    out = me + 2;
  if (me > 0 && me < 8)
    out = me + 3;
  int next = (me + 1) % 16;
  out = next;
  out = size - 1;
  MPI_Finalize();
  return out;
}
// Written by a call of which the analysis knows no bounds, and, since its address
// was given away, not bounded by tests. (0 would be more precise.)
// CHECK-DAG: range main.rank in "out = rank;": -inf..inf
// CHECK-DAG: range main.size in "out = size - 1;": -inf..inf
// Of a variable of the function's own, tests tell.
// CHECK-DAG: range main.me in "out = me + 1;": 0
// Of "not 0" nothing follows; of the second test that it is below 4.
// CHECK-DAG: range main.me in "out = me + 2;": -inf..3
// Both parts of the condition hold.
// CHECK-DAG: range main.me in "out = me + 3;": 1..7
// The remainder of a number that may be negative may be so. (-15..15 would be
// more precise.)
// CHECK-DAG: range main.next in "out = next;": -2147483648..2147483647
