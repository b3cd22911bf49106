/* Numbers and texts that one rank reads from its arguments: few rounds look at each of a few numbers. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int rank, ranks;
static int dims[3] = {8, 8, 8}, steps = 3;
static double viscosity = 1, box[3] = {1, 1, 1};
static char error[256];
struct named { const char *name; double *at; };
static struct named table[] = {{"viscosity", &viscosity}, {"bx", box}, {"by", box + 1}, {"bz", box + 2}};
static int agree(int mine)
{
    int all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}
static int set(const char *key, const char *value)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, key) == 0) {
            *table[i].at = atof(value);
            return 1;
        }
    return 0;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        for (int i = 1; i + 1 < argc; i += 2) {
            if (!strcmp(argv[i], "dims")) {
                if (sscanf(argv[i + 1], "%d,%d,%d", dims, dims + 1, dims + 2) != 3)
                    snprintf(error, sizeof error, "wrong dims %s", argv[i + 1]);
            } else if (!strcmp(argv[i], "steps"))
                steps = atoi(argv[i + 1]);
            else if (!set(argv[i], argv[i + 1]))
                snprintf(error, sizeof error, "unknown %s", argv[i]);
        }
    MPI_Bcast(error, sizeof error, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (*error) {
        if (rank == 0)
            fprintf(stderr, "%s\n", error);
        MPI_Finalize();
        return 1;
    }
    MPI_Bcast(dims, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&viscosity, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(box, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int d = 0; d < 3; d++)
        if (box[d] <= 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
    for (int d = 0; d < 3; d++)
        if (dims[d] <= 0)
            MPI_Abort(MPI_COMM_WORLD, 4);
    if (viscosity < 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!agree(dims[0] > ranks))
        MPI_Abort(MPI_COMM_WORLD, 6);
    double *u = calloc(dims[0] * dims[1] * dims[2], sizeof *u);
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < dims[0] * dims[1] * dims[2]; i++)
            u[i] += viscosity * box[0] * box[1] * box[2] * k;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(u);
    MPI_Finalize();
    return 0;
}
