/* Bounds in structures that are assigned, passed by value and returned; in unions; and names that mean something else. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct {
    int nx, ny;
} extent;
typedef struct {
    int nx, ny;
    double h;
} grid;
typedef struct {
    int n[8];
} sizes;
typedef union {
    short half;
    int whole;
} word;
typedef struct {
    int level, *table;
} box;

BSIM_PRIVATE static int n = 5;
BSIM_PRIVATE static extent area;
BSIM_PRIVATE static grid mesh;
BSIM_PRIVATE static sizes all;
BSIM_PRIVATE static word both;
BSIM_PRIVATE static box *first;

/* a local variable hides the one that the block reads */
static void hidden(int k) {
    int n = k + 1;
    BSIM_Add_time(BSIM_cost(0)); /* hidden.1: a.c:79 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int a = argc > 1 ? atoi(argv[1]) : 20, b = argc > 2 ? atoi(argv[2]) : 30;
    BSIM_PRIVATE static int table[1000];
    BSIM_G(n) = a, BSIM_G(area).nx = a, BSIM_G(area).ny = b, BSIM_G(mesh).nx = b, BSIM_G(mesh).ny = a, BSIM_G(both).whole = b;
    BSIM_Add_time(BSIM_cost(1)); /* main.1: a.c:94-95 */
    for (int i = 0; i < 8; i++)
        BSIM_G(all).n[i] = a;
    BSIM_G(table)[2] = a;
    BSIM_G(first) = argc > 3 ? calloc(1, sizeof *BSIM_G(first)) : NULL;
    BSIM_Add_time(BSIM_cost(2, BSIM_G(area).ny, a)); /* main.2: a.c:98-99 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(mesh).ny)); /* main.3: a.c:101 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_G(all).n[3])); /* main.4: a.c:103 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5)); /* main.5: a.c:105 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, BSIM_G(mesh).nx, BSIM_G(mesh).ny)); /* main.6: a.c:107 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, a, b)); /* main.7: a.c:109 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, BSIM_G(both).whole)); /* main.8: a.c:111 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, a)); /* main.9: a.c:113 */
    MPI_Barrier(MPI_COMM_WORLD);
    hidden(a);
    BSIM_Add_time(BSIM_cost(10, BSIM_G(first) != 0, BSIM_G(first) && BSIM_G(first)->level >= 0 && BSIM_G(first)->level < 1000 ? BSIM_G(table)[BSIM_G(first)->level] : 0)); /* main.10: a.c:116 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
