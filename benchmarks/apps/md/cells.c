#include "cells.h"

#include "memory.h"
#include "parallel.h"

#include <math.h>
#include <string.h>

int cells_index(const cells *c, int x, int y, int z) {
    return (x + 1) + (c->n[0] + 2) * ((y + 1) + (c->n[1] + 2) * (z + 1));
}

static void list_own_cells(cells *c) {
    int k = 0;

    for (int z = 0; z < c->n[2]; z++)
        for (int y = 0; y < c->n[1]; y++)
            for (int x = 0; x < c->n[0]; x++) {
                int m = 0;

                c->own_cell[k] = cells_index(c, x, y, z);
                for (int dz = -1; dz <= 1; dz++)
                    for (int dy = -1; dy <= 1; dy++)
                        for (int dx = -1; dx <= 1; dx++)
                            c->neighbour[k][m++] = cells_index(c, x + dx, y + dy, z + dz);
                k++;
            }
}

cells *cells_create(const domain *d, double cutoff) {
    cells *c = md_malloc(sizeof *c, "the cells");
    size_t slots;

    for (int a = 0; a < 3; a++) {
        c->n[a] = (int)floor(d->extent[a] / cutoff);
        if (c->n[a] < 1)
            parallel_die("a part of %g along axis %d is shorter than the cutoff of %g", d->extent[a], a, cutoff);
        c->lower[a] = d->lower[a];
        c->size[a] = d->extent[a] / c->n[a];
    }
    c->own = c->n[0] * c->n[1] * c->n[2];
    c->total = (c->n[0] + 2) * (c->n[1] + 2) * (c->n[2] + 2);
    c->own_cell = md_malloc((size_t)c->own * sizeof *c->own_cell, "the list of cells");
    c->neighbour = md_malloc((size_t)c->own * sizeof *c->neighbour, "the neighbours of cells");
    list_own_cells(c);

    slots = (size_t)c->total * CELL_SLOTS;
    c->count = md_calloc((size_t)c->total, sizeof *c->count, "the cells' counts");
    c->id = md_calloc(slots, sizeof *c->id, "the atoms' numbers");
    c->r = md_calloc(slots, sizeof *c->r, "positions");
    c->v = md_calloc(slots, sizeof *c->v, "velocities");
    c->f = md_calloc(slots, sizeof *c->f, "forces");
    c->energy = md_calloc(slots, sizeof *c->energy, "energies");
    c->global_atoms = 0;
    return c;
}

void cells_destroy(cells **c) {
    if (*c == NULL)
        return;
    md_free((*c)->own_cell);
    md_free((*c)->neighbour);
    md_free((*c)->count);
    md_free((*c)->id);
    md_free((*c)->r);
    md_free((*c)->v);
    md_free((*c)->f);
    md_free((*c)->energy);
    md_free(*c);
    *c = NULL;
}

int cells_find(const cells *c, const double r[3]) {
    int at[3];

    for (int a = 0; a < 3; a++) {
        at[a] = (int)floor((r[a] - c->lower[a]) / c->size[a]);
        if (at[a] < -1 || at[a] > c->n[a])
            return -1;
    }
    return cells_index(c, at[0], at[1], at[2]);
}

void cells_put(cells *c, int cell, int id, const double r[3], const double v[3]) {
    int k = cell * CELL_SLOTS + c->count[cell];

    if (c->count[cell] >= CELL_SLOTS)
        parallel_die("more than %d atoms in a cell", CELL_SLOTS);
    c->count[cell]++;
    c->id[k] = id;
    memcpy(c->r[k], r, sizeof(vec3));
    memcpy(c->v[k], v, sizeof(vec3));
}

int cells_own_atoms(const cells *c) {
    int sum = 0;

    for (int k = 0; k < c->own; k++)
        sum += c->count[c->own_cell[k]];
    return sum;
}

/* Takes an atom out of its cell: the cell's last one gets its place. */
static void take(cells *c, int cell, int slot) {
    int last = --c->count[cell];
    int from = cell * CELL_SLOTS + last, to = cell * CELL_SLOTS + slot;

    if (from == to)
        return;
    c->id[to] = c->id[from];
    memcpy(c->r[to], c->r[from], sizeof(vec3));
    memcpy(c->v[to], c->v[from], sizeof(vec3));
}

void cells_rebin(cells *c) {
    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];
        int i = 0;

        while (i < c->count[cell]) {
            int atom = cell * CELL_SLOTS + i;
            int to = cells_find(c, c->r[atom]);

            if (to == cell) {
                i++;
                continue;
            }
            if (to >= 0)
                cells_put(c, to, c->id[atom], c->r[atom], c->v[atom]);
            take(c, cell, i);
        }
    }
}

void cells_clear_halo(cells *c) {
    for (int z = -1; z <= c->n[2]; z++)
        for (int y = -1; y <= c->n[1]; y++)
            for (int x = -1; x <= c->n[0]; x++)
                if (x < 0 || y < 0 || z < 0 || x == c->n[0] || y == c->n[1] || z == c->n[2])
                    c->count[cells_index(c, x, y, z)] = 0;
}
