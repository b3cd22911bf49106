// Tags of messages: constants, sums, parameters of all callers, members.
#include <mpi.h>

enum { DATA = 100, DONE = 200 };
static struct {
  int tag;
} setting;
int buf;

static void send(int tag) {
  MPI_Send(&buf, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static int pick(int n) {
  if (n > 2)
    return DATA;
  return DONE;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  setting.tag = 7;
  send(DATA);
  for (int i = 0; i < 5; i++)
    send(DONE + i);
  MPI_Ssend(&buf, 1, MPI_INT, 0, pick(argc), MPI_COMM_WORLD);
  MPI_Rsend(&buf, 1, MPI_INT, 0, setting.tag, MPI_COMM_WORLD);
  MPI_Bsend(&buf, 1, MPI_INT, 0, argc & 15, MPI_COMM_WORLD);
  MPI_Send(&buf, 1, MPI_INT, 0, argc > 1 ? 3 : 9, MPI_COMM_WORLD);
  MPI_Recv(&buf, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
// From the least to the greatest that any caller gives: 100, and 200 to 204.
// CHECK-DAG: argument 4 in "MPI_Send(&buf, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);": 100..204
// Either return.
// CHECK-DAG: argument 4 in "MPI_Ssend(&buf, 1, MPI_INT, 0, pick(argc), MPI_COMM_WORLD);": 100..200
// It has been 0 before, and the analysis knows no order.
// CHECK-DAG: argument 4 in "MPI_Rsend(&buf, 1, MPI_INT, 0, setting.tag, MPI_COMM_WORLD);": 0..7
// Of any number the last four bits.
// CHECK-DAG: argument 4 in "MPI_Bsend(&buf, 1, MPI_INT, 0, argc & 15, MPI_COMM_WORLD);": 0..15
// CHECK-DAG: argument 4 in "MPI_Send(&buf, 1, MPI_INT, 0, argc > 1 ? 3 : 9, MPI_COMM_WORLD);": 3..9
// CHECK-DAG: argument 4 in "MPI_Recv(&buf, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": -1
