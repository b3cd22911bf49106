/* What one rank finds wrong in the input is told to the others by a message. In a loop over time steps, such messages stay
 * without data. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int n, steps;
    double weight;
};

static int set(struct options *o, const char *key, const char *value)
{
    if (strcmp(key, "n") == 0)
        o->n = atoi(value);
    else if (strcmp(key, "steps") == 0)
        o->steps = atoi(value);
    else if (strcmp(key, "weight") == 0)
        o->weight = atof(value);
    else
        return -1;
    return 0;
}

static int read_options(struct options *o, const char *path)
{
    char line[200], key[100], value[100];
    int wrong = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%99[^= ] = %99s", key, value) != 2 || set(o, key, value) < 0) {
            fprintf(stderr, "%s: wrong line: %s", path, line);
            wrong++;
        }
    fclose(f);
    return wrong ? -1 : 0;
}

static int all_agree(int mine, MPI_Comm comm)
{
    int all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, comm);
    return all;
}

int main(int argc, char **argv)
{
    struct options o = {100, 3, 1};
    int rank, ranks, status = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        status = read_options(&o, argc > 1 ? argv[1] : "options.txt");
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (status < 0) {
        MPI_Finalize();
        return 3;
    }
    MPI_Bcast(&o, sizeof o, MPI_BYTE, 0, MPI_COMM_WORLD);
    int mine = o.n / ranks + (rank < o.n % ranks);
    if (!all_agree(mine > 1, MPI_COMM_WORLD))
        MPI_Abort(MPI_COMM_WORLD, 4);
    long sum = 0;
    for (int k = 0; k < o.steps; k++) {
        for (int i = 0; i < mine; i++)
            sum += i * k;
        int whole = sum >= 0;
        MPI_Bcast(&whole, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (!whole)
            MPI_Abort(MPI_COMM_WORLD, 5);
    }
    MPI_Finalize();
    return 0;
}
