/* Bounds in small arrays that loops fill, as a box is handed to a kernel; and a large array, which stays away. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct {
    int n[3];
} box;

int main(int argc, char **argv) {
    box b;
    MPI_Init(&argc, &argv);
    for (int a = 0; a < 3; a++)
        b.n[a] = argc > a + 1 ? atoi(argv[a + 1]) : 8;
    BSIM_Add_time(BSIM_cost(0, b.n[0], b.n[1], b.n[2])); /* main.1: a.c:32 */
    for (int step = 0; step < 3; step++) {
        int lo[3], hi[3];
        BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:35-38 */
        for (int a = 0; a < 3; a++) {
            lo[a] = 1;
            hi[a] = b.n[a] - 1;
        }
        BSIM_Add_time(BSIM_cost(2, hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2])); /* main.3: a.c:39 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(3)); /* main.4: a.c:42-45 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4)); /* main.5: a.c:47 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
