// A tag that a variable holds at first, or that is stored to it, over all of an
// array.
#include <mpi.h>

static int kinds[2], names[2] = {21, 22};
int a, b, c;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  kinds[argc & 1] = 7;
  MPI_Send(&a, 1, MPI_INT, 0, kinds[argc & 1], MPI_COMM_WORLD);
  MPI_Send(&b, 1, MPI_INT, 0, names[argc & 1], MPI_COMM_WORLD);
  MPI_Recv(&c, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&c, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&c, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&c, 1, MPI_INT, 0, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
// An array without an initialiser begins with zeros, and gets 7.
// CHECK-DAG: from "MPI_Recv(&c, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, kinds[argc & 1], MPI_COMM_WORLD);"
// CHECK-DAG: from "MPI_Recv(&c, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, kinds[argc & 1], MPI_COMM_WORLD);"
// Nothing in between.
// CHECK-DAG: from "MPI_Recv(&c, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": -
// CHECK-DAG: from "MPI_Recv(&c, 1, MPI_INT, 0, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&b, 1, MPI_INT, 0, names[argc & 1], MPI_COMM_WORLD);"
