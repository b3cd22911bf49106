/* A program in the C of 1989: lists and arrays in parameters. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct link {
    struct link *next;
};

int main(argc, argv)
int argc;
char **argv;
{
    int counts[8], size, i;
    struct link *first = NULL, *at;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:21-26 */
    for (i = 0; i < atoi(argv[1]); i++) {
        at = malloc(sizeof *at);
        at->next = first;
        first = at;
    }
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:27-28 */
    for (i = 0; i < 8; i++)
        counts[i] = i * atoi(argv[1]);
    for (at = first; at; at = at->next)
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, BSIM_LENGTH(first, ->next))); /* main.3: a.c:31-32 */
    LMPI_Bcast(NULL, counts[size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_TOTAL(counts, size), size)); /* main.4: a.c:34-36 */
    MPI_Finalize();
    return 0;
}
