// A program with such a function.
#include <mpi.h>
#include <stdio.h>

int wait(int n);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  printf("%d\n", wait(3));
  MPI_Finalize();
  return 0;
}
