// A receive may match the sends whose tag it may have.
#include <mpi.h>

enum { DATA = 1, DONE = 2, LAST = 9 };
int a, b, c, d, e;

static void send(int *what, int tag) {
  MPI_Send(what, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Send(&a, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);
  send(&b, argc > 3 ? DONE : LAST);
  for (int k = 20; k < 30; k++)
    MPI_Ssend(&c, 1, MPI_INT, 0, k, MPI_COMM_WORLD);
  MPI_Recv(&d, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&d, 1, MPI_INT, 0, LAST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&d, 1, MPI_INT, 0, 29, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&d, 1, MPI_INT, 0, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&d, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&a, 1, MPI_INT, 0, DONE, &e, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
// The only send of this tag.
// CHECK-DAG: from "MPI_Recv(&d, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);"
// The parameter is 2 or 9.
// CHECK-DAG: from "MPI_Recv(&d, 1, MPI_INT, 0, LAST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(what, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);"
// The loop's tags are 20 to 29.
// CHECK-DAG: from "MPI_Recv(&d, 1, MPI_INT, 0, 29, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Ssend(&c, 1, MPI_INT, 0, k, MPI_COMM_WORLD);"
// CHECK-DAG: from "MPI_Recv(&d, 1, MPI_INT, 0, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": -
// Any tag: all sends, with the one that also receives.
// CHECK-DAG: from "MPI_Recv(&d, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);" "MPI_Send(what, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);" "MPI_Sendrecv(&a, 1, MPI_INT, 0, DONE, &e, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);" "MPI_Ssend(&c, 1, MPI_INT, 0, k, MPI_COMM_WORLD);"
// It receives with its second tag, and sends with its first one, which only the
// receive of any tag has.
// CHECK-DAG: from "MPI_Sendrecv(&a, 1, MPI_INT, 0, DONE, &e, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Send(&a, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);"
// CHECK-DAG: to "MPI_Sendrecv(&a, 1, MPI_INT, 0, DONE, &e, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": "MPI_Recv(&d, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
