#include "options.h"

#include "parallel.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option long_options[] = {
    {"help", no_argument, NULL, 'h'},
    {"potential", required_argument, NULL, 'p'},
    {"nx", required_argument, NULL, 'x'},
    {"ny", required_argument, NULL, 'y'},
    {"nz", required_argument, NULL, 'z'},
    {"grid", required_argument, NULL, 'g'},
    {"steps", required_argument, NULL, 'n'},
    {"print", required_argument, NULL, 'N'},
    {"dt", required_argument, NULL, 'D'},
    {"temperature", required_argument, NULL, 'T'},
    {"displacement", required_argument, NULL, 'r'},
    {"lattice", required_argument, NULL, 'l'},
    {"seed", required_argument, NULL, 's'},
    {NULL, 0, NULL, 0},
};

static void usage(void) {
    if (!parallel_is_root())
        return;
    fprintf(stderr, "usage: md [OPTIONS]\n"
                    "  -p, --potential NAME    lj or eam (lj)\n"
                    "  -x, --nx N              unit cells of the lattice along x (8); -y and -z likewise\n"
                    "  -g, --grid XxYxZ        processes along each axis (chosen)\n"
                    "  -n, --steps N           time steps (100)\n"
                    "  -N, --print N           steps between outputs (10)\n"
                    "  -D, --dt T              length of a step (0.002)\n"
                    "  -T, --temperature T     at the start (1.44)\n"
                    "  -r, --displacement R    of the atoms at the start, in lattice constants (0.02)\n"
                    "  -l, --lattice A         lattice constant (that of the potential)\n"
                    "  -s, --seed N            of the random numbers (20)\n");
}

static void defaults(options *o) {
    memset(o, 0, sizeof *o);
    for (int a = 0; a < 3; a++)
        o->size[a] = 8;
    o->steps = 100;
    o->print_every = 10;
    o->dt = 0.002;
    o->temperature = 1.44;
    o->displacement = 0.02;
    o->seed = 20;
    strcpy(o->potential, "lj");
}

static const char *wrong(const options *o) {
    for (int a = 0; a < 3; a++)
        if (o->size[a] < 1)
            return "the lattice needs at least one unit cell along each axis";
    if (o->steps < 0 || o->print_every < 1)
        return "numbers of steps must be positive";
    if (o->dt <= 0.0 || o->temperature < 0.0)
        return "time step and temperature must be positive";
    if (o->displacement < 0.0 || o->displacement > 0.2)
        return "the displacement must be in 0 to 0.2";
    return NULL;
}

int options_parse(options *o, int argc, char **argv) {
    const char *message;
    int c;

    defaults(o);
    opterr = parallel_is_root();
    while ((c = getopt_long(argc, argv, "hp:x:y:z:g:n:N:D:T:r:l:s:", long_options, NULL)) != -1) {
        switch (c) {
        case 'p':
            snprintf(o->potential, sizeof o->potential, "%s", optarg);
            break;
        case 'x':
            o->size[0] = atoi(optarg);
            break;
        case 'y':
            o->size[1] = atoi(optarg);
            break;
        case 'z':
            o->size[2] = atoi(optarg);
            break;
        case 'g':
            if (sscanf(optarg, "%dx%dx%d", &o->grid[0], &o->grid[1], &o->grid[2]) != 3) {
                usage();
                return -1;
            }
            break;
        case 'n':
            o->steps = atoi(optarg);
            break;
        case 'N':
            o->print_every = atoi(optarg);
            break;
        case 'D':
            o->dt = atof(optarg);
            break;
        case 'T':
            o->temperature = atof(optarg);
            break;
        case 'r':
            o->displacement = atof(optarg);
            break;
        case 'l':
            o->lattice = atof(optarg);
            break;
        case 's':
            o->seed = (unsigned)strtoul(optarg, NULL, 10);
            break;
        default:
            usage();
            return -1;
        }
    }
    message = wrong(o);
    if (message != NULL && parallel_is_root())
        fprintf(stderr, "md: %s\n", message);
    return message == NULL ? 0 : -1;
}
