// MPI calls write their receive buffers, statuses and requests, and read what
// they send.
#include <mpi.h>

struct halo {
  double left[8], right[8];
  int count;
} h;
double field[100], sum, all;
int sizes[4], one;

int main(int argc, char **argv) {
  MPI_Status status;
  MPI_Request request;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Recv(h.left, 8, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &status);
  MPI_Recv(&h.count, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&h, (int)sizeof h, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(field, argc, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
  MPI_Irecv(field, 50, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status.MPI_TAG + (int)all + sizes[rank];
}
// The rank is overwritten for sure.
// CHECK-DAG: writes "MPI_Comm_rank(MPI_COMM_WORLD, &rank);": main.rank
// CHECK-DAG: kills "MPI_Comm_rank(MPI_COMM_WORLD, &rank);": main.rank
// Eight doubles are the array, and end with it; all of the status is written. A
// message may be shorter, so nothing of the buffer is overwritten for sure.
// CHECK-DAG: writes "MPI_Recv(h.left, 8, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &status);": h.left[] main.status.MPI_ERROR main.status.MPI_SOURCE main.status.MPI_TAG main.status.count_hi_and_cancelled main.status.count_lo
// CHECK-DAG: kills "MPI_Recv(h.left, 8, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &status);": -
// Where the status is ignored, there is none.
// CHECK-DAG: writes "MPI_Recv(&h.count, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": h.count
// As many bytes as the structure has are the structure.
// CHECK-DAG: writes "MPI_Recv(&h, (int)sizeof h, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);": h.count h.left[] h.right[]
// Of an array whose elements no constant index names, all is sent.
// CHECK-DAG: sends "MPI_Send(field, argc, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);": field[]
// CHECK-DAG: writes "MPI_Send(field, argc, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);": -
// The buffer counts as written where the receive begins; the end has the status
// and the request.
// CHECK-DAG: writes "MPI_Irecv(field, 50, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &request);": field[] main.request
// CHECK-DAG: writes "MPI_Wait(&request, &status);": main.request main.status.MPI_ERROR main.status.MPI_SOURCE main.status.MPI_TAG main.status.count_hi_and_cancelled main.status.count_lo
// One buffer is sent, the other one written; a broadcast does both with one.
// CHECK-DAG: sends "MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);": sum
// CHECK-DAG: writes "MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);": all
// CHECK-DAG: sends "MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);": one
// CHECK-DAG: writes "MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);": one
