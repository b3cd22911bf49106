/* Rests, bits and narrow types as bounds: no formula of what they are computed from tells them. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

struct shape {
    unsigned few : 3, many : 20;
    int n;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, rank, size;
    unsigned u = (unsigned)n * 3;
    double s = 0;
    struct shape t = {n % 7, (unsigned)n, n};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0, (n / size) + (rank < (n % size)))); /* main.1: a.c:21-22 */
    for (int i = 0; i < n / size + (rank < n % size); i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    if (size) {
        BSIM_Add_time(BSIM_cost(1, n % size)); /* main.2: a.c:25-26 */
        for (int i = 0; i < n % size; i++)
            s += sin(i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, (u + 1) % 100)); /* main.3: a.c:28-29 */
    for (unsigned i = 0; i < (u + 1) % 100; i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, t.many, t.few)); /* main.4: a.c:31-33 */
    for (unsigned i = 0; i < t.many; i++) /* bit fields are none of these */
        for (unsigned j = 0; j < t.few; j++)
            s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, (t.n & 15) + 3)); /* main.5: a.c:35-36 */
    for (int i = 2; i <= (t.n & 15) + 4; i++)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, (signed char)n)); /* main.6: a.c:38-39 */
    for (int i = (signed char)n; i > 0; i--)
        s += sin(i);
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, (unsigned short)n)); /* main.7: a.c:41-42 */
    for (unsigned short i = 0; i < (unsigned short)n; i++)
        s += sin(i);
    if (s < -1e9)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
