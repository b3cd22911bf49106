// Calls on files, with two communicators, on a datatype with gaps, and without blocking.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, n = 100;
  double *d = calloc(1000, sizeof *d);
  char name[40];
  MPI_File all, half;
  MPI_Comm some;
  MPI_Request request;
  MPI_Datatype gaps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &some);
  sprintf(name, "half.%d", rank % 2);
  MPI_File_open(MPI_COMM_WORLD, "all", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &all);
  MPI_File_set_size(all, 8000 * size);
  MPI_File_write_at_all(all, 8000 * rank, d, 1000, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_open(some, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &half);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &gaps);
  MPI_Type_commit(&gaps);
  MPI_File_set_view(half, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_write_ordered(half, d, 1, gaps, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_File_iwrite_at(half, 5000, d, 7, MPI_DOUBLE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_File_sync(all);
  MPI_File_read_at(all, 0, d, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_all_begin(half, d, 10, MPI_DOUBLE);
  MPI_File_write_all_end(half, d, MPI_STATUS_IGNORE);
  MPI_File_close(&half);
  MPI_File_close(&all);
  MPI_Type_free(&gaps);
  MPI_Comm_free(&some);
  MPI_Finalize();
  return 0;
}
