#include <argp.h>
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

struct arguments {
    int n, rounds;
};
static double x[1000], scale = 1, shift;

static const struct argp_option options[] = {
    {"size", 'n', "N", 0, "elements", 0},    {"rounds", 'r', "ROUNDS", 0, "rounds", 0}, {"scale", 's', "S", 0, "factor", 0},
    {"shift", 300, "S", 0, "what to add", 0}, {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'n': a->n = atoi(text); break;
    case 'r': a->rounds = atoi(text); break;
    case 's': scale = atof(text); break;
    case 300: shift = atof(text); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp parser = {options, parse, NULL, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    struct arguments a = {100, 5};
    MPI_Init(&argc, &argv);
    argp_parse(&parser, argc, argv, 0, NULL, &a);
    for (int k = 0; k < a.rounds; k++) {
        for (int i = 0; i < a.n; i++)
            x[i] = exp(x[i] * scale) + shift;
        MPI_Allreduce(MPI_IN_PLACE, x, a.n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
