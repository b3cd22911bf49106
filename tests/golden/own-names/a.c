#include <mpi.h>
#include <stdio.h>
int pause(int n);
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    printf("%d\n", pause(3));
    MPI_Finalize();
    return 0;
}
