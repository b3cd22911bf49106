#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int parse(cg_config *c, int argc, char **argv) {
    int opt;

    while ((opt = getopt(argc, argv, "x:y:i:r:s:")) != -1) {
        switch (opt) {
        case 'x':
            c->nx = atoi(optarg);
            break;
        case 'y':
            c->ny = atoi(optarg);
            break;
        case 'i':
            c->iterations = atoi(optarg);
            break;
        case 'r':
            c->repeat = atoi(optarg);
            break;
        case 's':
            c->shift = atof(optarg);
            break;
        default:
            return -1;
        }
    }
    if (c->nx < 1 || c->ny < 1 || c->iterations < 0 || c->repeat < 0) {
        fprintf(stderr, "cg: sizes must be positive\n");
        return -1;
    }
    return 0;
}

int config_get(cg_config *c, int argc, char **argv, MPI_Comm comm) {
    int rank, status = 0;
    cg_config defaults = {256, 256, 50, 1, 0.1};

    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        *c = defaults;
        status = parse(c, argc, argv);
    }
    MPI_Bcast(&status, 1, MPI_INT, 0, comm);
    if (status != 0)
        return status;
    MPI_Bcast(c, (int)sizeof *c, MPI_BYTE, 0, comm);
    return 0;
}
