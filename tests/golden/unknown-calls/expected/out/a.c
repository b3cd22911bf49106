#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct plan {
    int n;
    double *data;
};

/* Of a library that is not here. */
struct plan *library_plan(int n, double *data);
void library_run(struct plan *p);
int library_size(void);

int main(int argc, char **argv)
{
    int own = 3, given = 4;
    double data[100];

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:22 */
    struct plan *p = library_plan(given, data);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:23 */
    library_run(p);
    BSIM_Add_time(BSIM_cost(2)); /* main.3: a.c:24-25 */
    MPI_Bcast(data, p->n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, own, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (library_size() > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* So that the skeleton can be linked. */
struct plan *library_plan(int n, double *data) __attribute__((weak));
void library_run(struct plan *p) __attribute__((weak));
int library_size(void) __attribute__((weak));
