/* Addresses that come from outside: what is stored there cannot be followed, and that is said. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

extern int __start_table[], __stop_table[];
static int kept __attribute__((section("table"), used)) = 1;
static int buf[100];

int main(int argc, char **argv)
{
    unsigned long number = 0;
    int n = 1, rank, **q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (scanf("%lx", &number) == 1 && rank > 1000) {
        int *p = (int *)number;
        *p = 5;
        memset(p + 1, 0, 8);
        q = (int **)number;
        **q = 6;
        int *nothing = NULL;
        *nothing = 7;
    }
    for (int *p = __start_table; p < __stop_table; p++)
        kept += *p;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
