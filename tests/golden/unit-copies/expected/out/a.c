#include <emmintrin.h>
#include <mpi.h>
#include <lmpi/lmpi.h>

int other(int n);

int main(int argc, char **argv)
{
    double pair[2];
    MPI_Init(&argc, &argv);
    _mm_storeu_pd(pair, _mm_set1_pd(argc + 2.0));
    LMPI_Bcast(NULL, (int)pair[1] + other(argc), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
