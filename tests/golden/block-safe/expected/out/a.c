/* Parameters that the program reads on a condition. Where that does not hold, what they stand for is not there. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* "INT_MIN / -1" */
static void quotients(int a, int b)
{
    BSIM_Add_time(BSIM_cost(0, b != -1, (b != 0 ? (long)a / b : 0))); /* quotients.1: a.c:17-20 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, b != -1, b != 0 && (long)a % b == 3, 100 * b)); /* quotients.2: a.c:22-24 */
    MPI_Barrier(MPI_COMM_WORLD);
}

/* no condition but the rounds of the loop around */
static void pointers(int rounds, const int *p)
{
    BSIM_Add_time(BSIM_cost(2, rounds, p ? *p : 0)); /* pointers.1: a.c:31-32 */
    MPI_Barrier(MPI_COMM_WORLD);
}

/* arrays of unknown size, whose index nothing tests, or which another value tells to be one */
static void arrays(int on, int k, int n, const int *at)
{
    BSIM_Add_time(BSIM_cost(3, on != 0, at && on != 0 ? at[k] : 0)); /* arrays.1: a.c:39-40 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, on, 0 < on ? at[k + 1] : 0)); /* arrays.2: a.c:42-43 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, k < n, at && k < n ? at[k] : 0)); /* arrays.3: a.c:45-46 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n > 2, on != 0, at && (n > 2 || on != 0) ? at[k] : 0)); /* arrays.4: a.c:48-51 */
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int a = atoi(argv[1]), b = atoi(argv[2]), on = atoi(argv[3]), k = atoi(argv[4]), size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *at = calloc(size, sizeof *at);
    at[0] = 5;
    MPI_Allgather(&on, 1, MPI_INT, at, 1, MPI_INT, MPI_COMM_WORLD);
    LMPI_Gatherv(NULL, at[0] & 7, MPI_INT, NULL, at, at, MPI_INT, 0, MPI_COMM_WORLD);
    quotients(a, b);
    pointers(on, on ? at : NULL);
    arrays(on, k, size, at);
    MPI_Finalize();
    return 0;
}
