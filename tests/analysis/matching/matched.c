// A matched receive has no tag and no communicator of its own: it may match every
// send whose type fits.
#include <mpi.h>

int a, b, c;
double d;

int main(int argc, char **argv) {
  MPI_Message message;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Send(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Send(&b, 1, MPI_INT, 0, 2, MPI_COMM_SELF);
  MPI_Send(&d, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&c, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(&d, 1, MPI_DOUBLE, &message, &request);
  MPI_Finalize();
  return 0;
}
// CHECK-DAG: from "MPI_Mrecv(&c, 1, MPI_INT, &message, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);" "MPI_Send(&b, 1, MPI_INT, 0, 2, MPI_COMM_SELF);"
// CHECK-DAG: from "MPI_Imrecv(&d, 1, MPI_DOUBLE, &message, &request);": "MPI_Send(&d, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);"
