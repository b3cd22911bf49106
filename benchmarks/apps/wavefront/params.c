#include "params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int from_file(struct params *p, const char *path) {
    char line[256], name[64];
    double value;
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        perror(path);
        return -1;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        if (line[0] == '#' || sscanf(line, "%63s %lf", name, &value) != 2)
            continue;
        if (!strcmp(name, "nx"))
            p->nx = (int)value;
        else if (!strcmp(name, "ny"))
            p->ny = (int)value;
        else if (!strcmp(name, "nz"))
            p->nz = (int)value;
        else if (!strcmp(name, "block"))
            p->block = (int)value;
        else if (!strcmp(name, "angles"))
            p->angles = (int)value;
        else if (!strcmp(name, "sweeps"))
            p->sweeps = (int)value;
        else if (!strcmp(name, "sigma"))
            p->sigma = value;
    }
    fclose(in);
    return 0;
}

int params_read(struct params *p, int argc, char **argv) {
    int *field[] = {&p->nx, &p->ny, &p->nz, &p->block, &p->angles, &p->sweeps};

    p->nx = p->ny = p->nz = 64;
    p->block = 8;
    p->angles = 6;
    p->sweeps = 2;
    p->sigma = 1.0;
    if (argc == 3 && strcmp(argv[1], "-f") == 0)
        return from_file(p, argv[2]);
    for (int i = 1; i < argc && i <= (int)(sizeof field / sizeof field[0]); i++) {
        *field[i - 1] = atoi(argv[i]);
        if (*field[i - 1] <= 0)
            return -1;
    }
    return 0;
}
