#include <mpi.h>
void sync_all(void);
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    sync_all();
    MPI_Finalize();
    return 0;
}
