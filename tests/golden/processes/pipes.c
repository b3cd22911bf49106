// Children that ranks make at the same time, and what they write, to a pipe and to shared memory, and return. No child goes on as its rank.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *shared;

static void child(int rank, int fd) {
  *shared = 3;
  int n = 0;
  for (int i = 0; i < 10; i++)
    n += i % (rank + 2);
  FILE *f = fdopen(fd, "w");
  fprintf(f, "%d\n", n);
  fclose(f);
  exit(rank + 2);
}

static void start(int rank, int *from) {
  int fd[2];
  if (pipe(fd))
    MPI_Abort(MPI_COMM_WORLD, 1);
  switch (fork()) {
  case -1:
    MPI_Abort(MPI_COMM_WORLD, 2);
  case 0:
    child(rank, fd[1]);
  }
  close(fd[1]);
  *from = fd[0];
}

int main(int argc, char **argv) {
  int rank, from, n = 0, status = 0, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  start(rank, &from);
  MPI_Barrier(MPI_COMM_WORLD);
  if (wait(&status) < 0)
    return 2;
  FILE *f = fdopen(from, "r");
  if (fscanf(f, "%d", &n) != 1)
    return 3;
  n += *shared + (WEXITSTATUS(status) == rank + 2);
  n += wait(NULL) == -1;
  MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < all; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\n", all);
  MPI_Finalize();
  return 0;
}
