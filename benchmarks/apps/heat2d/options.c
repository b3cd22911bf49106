#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_int(const char *name, const char *text, int lowest, int *value) {
    char *end = NULL;
    long v = text ? strtol(text, &end, 10) : 0;
    if (!text || *end != '\0' || v < lowest || v > 1 << 28) {
        fprintf(stderr, "heat2d: %s wants a whole number >= %d\n", name, lowest);
        return -1;
    }
    *value = (int)v;
    return 0;
}

int options_parse(options *opt, int argc, char **argv) {
    opt->nx = 512;
    opt->ny = 512;
    opt->steps = 100;
    opt->check = 10;
    opt->diffusion = 0.2;
    opt->verbose = 0;

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        int bad = 0;
        if (strcmp(argv[i], "-nx") == 0)
            bad = read_int("-nx", value, 1, &opt->nx), i++;
        else if (strcmp(argv[i], "-ny") == 0)
            bad = read_int("-ny", value, 1, &opt->ny), i++;
        else if (strcmp(argv[i], "-steps") == 0)
            bad = read_int("-steps", value, 0, &opt->steps), i++;
        else if (strcmp(argv[i], "-check") == 0)
            bad = read_int("-check", value, 0, &opt->check), i++;
        else if (strcmp(argv[i], "-alpha") == 0) {
            opt->diffusion = value ? atof(value) : 0.0;
            i++;
        } else if (strcmp(argv[i], "-v") == 0)
            opt->verbose = 1;
        else {
            fprintf(stderr, "heat2d: unknown option %s\n", argv[i]);
            bad = -1;
        }
        if (bad)
            return -1;
    }
    return 0;
}
