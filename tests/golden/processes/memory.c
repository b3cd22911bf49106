// A child writes to memory that it shares with its parent, which only waits for it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/wait.h>
int main(int argc, char **argv) {
  int rank, n = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t pid = fork();
  if (!pid) {
    shared[0] = 4 + rank;
    _exit(0);
  }
  waitpid(pid, NULL, 0);
  n = shared[0];
  for (int i = 0; i < 4; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  if (n != 4 + rank) MPI_Barrier(MPI_COMM_SELF);
  MPI_Send(&n, n, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
