/* Bounds that are made of two values, or of the bits of one, otherwise than by sums. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

static void loops(int n, int m)
{
    BSIM_Add_time(BSIM_cost(0, n ^ m)); /* loops.1: a.c:16-17 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n | 64)); /* loops.2: a.c:19-20 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n & (m - 1))); /* loops.3: a.c:22-23 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, -(~n))); /* loops.4: a.c:25-26 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n % -7)); /* loops.5: a.c:28-29 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, (n < m ? n : m))); /* loops.6: a.c:31-32 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, __builtin_labs(n - m))); /* loops.7: a.c:34-35 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, 100 * (!(n != 0)) + 200 * (n > 8 && (m < 8 || n < m)))); /* loops.8: a.c:37-38 */
    MPI_Barrier(MPI_COMM_WORLD);
}

struct bits {
    unsigned low : 4, high : 12;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), m = atoi(argv[2]), rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    loops(n, m);
    BSIM_Add_time(BSIM_cost(8, n | m)); /* main.1: a.c:73 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, (n > (2 * m) ? (n - 2 * m) : n))); /* main.2: a.c:75 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, m == 2, n)); /* main.3: a.c:77 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, m == 2)); /* main.4: a.c:79 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, (m > 2 ? 1000 : 10))); /* main.5: a.c:81 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, (long)fmin((double)n, (double)m))); /* main.6: a.c:83 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, (((long)(rank + 1) * n) / size) - (((long)rank * n) / size))); /* main.7: a.c:85 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, n)); /* main.8: a.c:87 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16)); /* main.9: a.c:89 */
    MPI_Barrier(MPI_COMM_WORLD);
    struct bits b;
    b.low = (unsigned)n;
    b.high = (unsigned)m; /* these bits are set by themselves */
    BSIM_Add_time(BSIM_cost(17, b.high)); /* main.10: a.c:94 */
    MPI_Finalize();
    return 0;
}
