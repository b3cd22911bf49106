// Calls of one collective that may be the same one: by kind, root, type, operator
// and order.
#include <mpi.h>

int n, m;
double x, y;

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
// Ranks take one or the other: both are the same broadcast, seen from two sides.
// CHECK-DAG: from "MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);": "MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);" "MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);"
// Eight bytes are another type; another root is another broadcast.
// CHECK-DAG: from "MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);": "MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);"
// CHECK-DAG: from "MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);": "MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);"
// Another operator is another reduction.
// CHECK-DAG: from "MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);": "MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);"
// CHECK-DAG: from "MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);": "MPI_Reduce(&x, &y, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);"
