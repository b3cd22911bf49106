#include <mpi.h>
#include "pack.h"
#include <lmpi/lmpi.h>
struct tight {
    char c;
    double d;
};
#include "unpack.h"

#pragma pack(push, 2)
struct half {
    char c;
    double d;
};
#pragma pack(pop)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic pop

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, argc < 5)); /* main.1: a.c:33-37 */
    LMPI_Bcast(NULL, sizeof(struct tight), MPI_BYTE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, sizeof(struct half), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
