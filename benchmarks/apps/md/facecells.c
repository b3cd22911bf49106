/* facecells.c - which cells go through which face, and the two exchanges of atoms that follow from it. */
#include "exchange.h"
#include "memory.h"
#include "parallel.h"

#include <string.h>

typedef struct halo_atom {
    vec3 r;
    int id;
} halo_atom;

typedef struct moving_atom {
    vec3 r, v;
    int id;
} moving_atom;

/* Cells with coordinate `plane` along the axis and low[b] to high[b] along the others. */
static int *list_plane(const cells *c, int axis, int plane, const int low[3], const int high[3], int *count) {
    int first[3], last[3], n = 0;
    int *list;

    for (int b = 0; b < 3; b++) {
        first[b] = b == axis ? plane : low[b];
        last[b] = b == axis ? plane : high[b];
    }
    *count = (last[0] - first[0] + 1) * (last[1] - first[1] + 1) * (last[2] - first[2] + 1);
    list = md_malloc((size_t)*count * sizeof *list, "cells of a face");
    for (int z = first[2]; z <= last[2]; z++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int x = first[0]; x <= last[0]; x++)
                list[n++] = cells_index(c, x, y, z);
    return list;
}

void face_cells_halo(face_cells *f, const domain *d, const cells *c) {
    for (int face = 0; face < FACES; face++) {
        int axis = FACE_AXIS(face), upper = FACE_IS_UPPER(face);
        int low[3], high[3];

        for (int b = 0; b < 3; b++) {
            low[b] = b < axis ? -1 : 0;
            high[b] = b < axis ? c->n[b] : c->n[b] - 1;
        }
        f->send[face] = list_plane(c, axis, upper ? c->n[axis] - 1 : 0, low, high, &f->count[face]);
        f->receive[face] = list_plane(c, axis, upper ? c->n[axis] : -1, low, high, &f->count[face]);
        f->shift[face] = domain_shift(d, face);
    }
}

void face_cells_migrate(face_cells *f, const domain *d, const cells *c) {
    for (int face = 0; face < FACES; face++) {
        int axis = FACE_AXIS(face), upper = FACE_IS_UPPER(face);
        int low[3], high[3];

        for (int b = 0; b < 3; b++) {
            low[b] = b > axis ? -1 : 0;
            high[b] = b > axis ? c->n[b] : c->n[b] - 1;
        }
        f->send[face] = list_plane(c, axis, upper ? c->n[axis] : -1, low, high, &f->count[face]);
        f->receive[face] = list_plane(c, axis, upper ? c->n[axis] - 1 : 0, low, high, &f->count[face]);
        f->shift[face] = domain_shift(d, face);
    }
}

void face_cells_free(face_cells *f) {
    for (int face = 0; face < FACES; face++) {
        md_free(f->send[face]);
        md_free(f->receive[face]);
    }
}

static void destroy_face_cells(void *user) {
    face_cells_free(user);
    md_free(user);
}

/* A message of atoms begins with the number of atoms of each cell, rounded up to whole doubles. */
static size_t header_bytes(int cells_of_face) {
    size_t bytes = (size_t)cells_of_face * sizeof(int);

    return (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

static size_t halo_most_bytes(const void *user, int face) {
    const face_cells *f = user;

    return header_bytes(f->count[face]) + (size_t)f->count[face] * CELL_SLOTS * sizeof(halo_atom);
}

static size_t halo_load(void *user, void *data, int face, char *buffer) {
    const face_cells *f = user;
    const cells *c = data;
    int axis = FACE_AXIS(face);
    int *number = (int *)buffer;
    halo_atom *out = (halo_atom *)(buffer + header_bytes(f->count[face]));
    int n = 0;

    for (int k = 0; k < f->count[face]; k++) {
        int cell = f->send[face][k];

        number[k] = c->count[cell];
        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++, n++) {
            memcpy(out[n].r, c->r[i], sizeof(vec3));
            out[n].r[axis] += f->shift[face];
            out[n].id = c->id[i];
        }
    }
    return header_bytes(f->count[face]) + (size_t)n * sizeof(halo_atom);
}

static void halo_unload(void *user, void *data, int face, size_t bytes, const char *buffer) {
    static const vec3 at_rest = {0.0, 0.0, 0.0};
    const face_cells *f = user;
    cells *c = data;
    const int *number = (const int *)buffer;
    const halo_atom *in = (const halo_atom *)(buffer + header_bytes(f->count[face]));
    int n = 0;

    for (int k = 0; k < f->count[face]; k++)
        for (int i = 0; i < number[k]; i++, n++)
            cells_put(c, f->receive[face][k], in[n].id, in[n].r, at_rest);
    if (bytes != header_bytes(f->count[face]) + (size_t)n * sizeof(halo_atom))
        parallel_die("a message of the halo has %zu bytes and %d atoms", bytes, n);
}

static size_t migrate_most_bytes(const void *user, int face) {
    const face_cells *f = user;

    return header_bytes(f->count[face]) + (size_t)f->count[face] * CELL_SLOTS * sizeof(moving_atom);
}

static size_t migrate_load(void *user, void *data, int face, char *buffer) {
    const face_cells *f = user;
    cells *c = data;
    int axis = FACE_AXIS(face);
    int *number = (int *)buffer;
    moving_atom *out = (moving_atom *)(buffer + header_bytes(f->count[face]));
    int n = 0;

    for (int k = 0; k < f->count[face]; k++) {
        int cell = f->send[face][k];

        number[k] = c->count[cell];
        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++, n++) {
            memcpy(out[n].r, c->r[i], sizeof(vec3));
            memcpy(out[n].v, c->v[i], sizeof(vec3));
            out[n].r[axis] += f->shift[face];
            out[n].id = c->id[i];
        }
        c->count[cell] = 0;
    }
    return n == 0 ? 0 : header_bytes(f->count[face]) + (size_t)n * sizeof(moving_atom);
}

static void migrate_unload(void *user, void *data, int face, size_t bytes, const char *buffer) {
    const face_cells *f = user;
    cells *c = data;
    const int *number = (const int *)buffer;
    const moving_atom *in = (const moving_atom *)(buffer + header_bytes(f->count[face]));
    int n = 0;

    if (bytes == 0)
        return;
    for (int k = 0; k < f->count[face]; k++)
        for (int i = 0; i < number[k]; i++, n++)
            cells_put(c, f->receive[face][k], in[n].id, in[n].r, in[n].v);
    if (bytes != header_bytes(f->count[face]) + (size_t)n * sizeof(moving_atom))
        parallel_die("a message of moving atoms has %zu bytes and %d atoms", bytes, n);
}

exchange *exchange_halo_create(const domain *d, const cells *c) {
    static const exchange_callbacks call = {halo_most_bytes, halo_load, halo_unload, destroy_face_cells};
    face_cells *f = md_malloc(sizeof *f, "the faces of the halo");

    face_cells_halo(f, d, c);
    return exchange_create(d, &call, f, 0);
}

exchange *exchange_migrate_create(const domain *d, const cells *c) {
    static const exchange_callbacks call = {migrate_most_bytes, migrate_load, migrate_unload, destroy_face_cells};
    face_cells *f = md_malloc(sizeof *f, "the faces of moving atoms");

    face_cells_migrate(f, d, c);
    return exchange_create(d, &call, f, 1);
}
