/* What printf and its kind store of what they have written, "%n", and read back: counts of messages.
 * trace: ranks=1,2 */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    int first, n;
};

static int format(char *to, const char *how, ...) {
    va_list list;
    va_start(list, how);
    int n = vsprintf(to, how, list);
    va_end(list);
    return n;
}

int main(int argc, char **argv) {
    int rank, plain = 1;
    double buffer[100] = {0};
    char text[100];
    struct part *parts = calloc(4, sizeof *parts);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%*d%n\n", argc + 4, rank, &plain);
    fprintf(stderr, "%*d%n\n", argc + 6, rank, &parts[argc].n);
    sprintf(text, "%s and%n so on", "this", &parts[2].n);
    format(text, "%05d%n", argc, &parts[3].n);
    printf("%d%% of %s\n", plain, text); /* no "%n" */
    MPI_Bcast(buffer, plain, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, parts[argc].n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, parts[2].n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, parts[3].n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(parts);
    MPI_Finalize();
    return 0;
}
