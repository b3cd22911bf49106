#include <mpi.h>
#include "pack.h"
struct tight {
    char c;
    double d;
};
#include "unpack.h"

#pragma pack(push, 2)
struct gone {
    char c;
    int n;
};
struct half {
    char c;
    double d;
};
#pragma pack(pop)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
static void unused(void) {}
static void work(double *v) {
#pragma GCC unroll 4
    for (int i = 0; i < 1000; i++)
        v[i % 10] += i;
}
#pragma GCC diagnostic pop

int main(int argc, char **argv) {
    double v[10] = {0};
    MPI_Init(&argc, &argv);
    if (argc < 5)
#pragma GCC unroll 2
        for (int i = 0; i < 1000; i++)
            v[i % 10] += i;
    work(v);
    MPI_Bcast(v, sizeof(struct tight), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(v, sizeof(struct half), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
