// Communicators and datatypes tell messages apart.
#include <mpi.h>

int n;
double x;
char bytes[8];

int main(int argc, char **argv) {
  MPI_Comm other;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  MPI_Send(&n, 1, MPI_INT, 0, 1, other);
  MPI_Recv(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(bytes, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&n, 1, MPI_INT, 0, 1, other, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
// Four bytes do not match eight.
// CHECK-DAG: from "MPI_Recv(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);"
// CHECK-DAG: from "MPI_Recv(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);"
// Bytes match anything.
// CHECK-DAG: from "MPI_Recv(bytes, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);" "MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);"
// A copy of a communicator is another one.
// CHECK-DAG: from "MPI_Recv(&n, 1, MPI_INT, 0, 1, other, MPI_STATUS_IGNORE);": "MPI_Send(&n, 1, MPI_INT, 0, 1, other);"
