/* lattice.c - how atoms lie and move at the start. */
#include "parallel.h"
#include "random.h"
#include "simulation.h"

#include <math.h>

static const vec3 basis[4] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}};

static int is_inside(const domain *d, const double r[3]) {
    for (int a = 0; a < 3; a++)
        if (r[a] < d->lower[a] || r[a] >= d->upper[a])
            return 0;
    return 1;
}

void lattice_fill(cells *c, const domain *d, const int size[3], double constant, double displacement, unsigned seed) {
    static const vec3 at_rest = {0.0, 0.0, 0.0};
    int first[3], last[3], own;

    for (int a = 0; a < 3; a++) {
        first[a] = (int)floor(d->lower[a] / constant);
        last[a] = (int)ceil(d->upper[a] / constant);
        if (last[a] > size[a])
            last[a] = size[a];
    }
    for (int z = first[2]; z < last[2]; z++)
        for (int y = first[1]; y < last[1]; y++)
            for (int x = first[0]; x < last[0]; x++)
                for (int b = 0; b < 4; b++) {
                    int id = b + 4 * (x + size[0] * (y + size[1] * z));
                    vec3 r = {(x + basis[b][0]) * constant, (y + basis[b][1]) * constant, (z + basis[b][2]) * constant};
                    uint64_t state = random_start(seed, (unsigned)id);

                    if (!is_inside(d, r))
                        continue;
                    for (int a = 0; a < 3; a++)
                        r[a] += displacement * constant * (2.0 * random_uniform(&state) - 1.0);
                    cells_put(c, cells_find(c, r), id, r, at_rest);
                }
    own = cells_own_atoms(c);
    parallel_add_int(&own, &c->global_atoms, 1);
}

static double kinetic(const cells *c, double mass) {
    double sum = 0.0;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            sum += c->v[i][0] * c->v[i][0] + c->v[i][1] * c->v[i][1] + c->v[i][2] * c->v[i][2];
    }
    return 0.5 * mass * sum;
}

void lattice_heat(cells *c, double mass, double temperature, unsigned seed) {
    vec3 mine = {0.0, 0.0, 0.0}, drift;
    double own, all, scale;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++) {
            uint64_t state = random_start(seed + 1, (unsigned)c->id[i]);

            for (int a = 0; a < 3; a++) {
                c->v[i][a] = random_normal(&state);
                mine[a] += c->v[i][a];
            }
        }
    }
    parallel_add_double(mine, drift, 3);
    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            for (int a = 0; a < 3; a++)
                c->v[i][a] -= drift[a] / c->global_atoms;
    }

    own = kinetic(c, mass);
    parallel_add_double(&own, &all, 1);
    scale = all > 0.0 ? sqrt(1.5 * c->global_atoms * temperature / all) : 0.0;
    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            for (int a = 0; a < 3; a++)
                c->v[i][a] *= scale;
    }
}
