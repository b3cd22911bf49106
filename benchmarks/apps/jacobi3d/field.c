/* field.c - see field.h. */
#include "field.h"

#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) {
        fprintf(stderr, "jacobi3d: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return p;
}

static size_t face_points(const field *f, int axis) {
    return (size_t)f->n[(axis + 1) % 3] * (size_t)f->n[(axis + 2) % 3];
}

void field_create(field *f, MPI_Comm comm, const int points[3]) {
    static const int open[3] = {0, 0, 0};
    int ranks, rank;
    size_t largest = 0;

    MPI_Comm_size(comm, &ranks);
    f->dims[0] = f->dims[1] = f->dims[2] = 0;
    MPI_Dims_create(ranks, 3, f->dims);
    MPI_Cart_create(comm, 3, f->dims, open, 0, &f->comm);
    MPI_Comm_rank(f->comm, &rank);
    MPI_Cart_coords(f->comm, rank, 3, f->coords);
    for (int axis = 0; axis < 3; axis++) {
        int first = (int)((long)points[axis] * f->coords[axis] / f->dims[axis]);
        int end = (int)((long)points[axis] * (f->coords[axis] + 1) / f->dims[axis]);
        f->n[axis] = end - first;
        MPI_Cart_shift(f->comm, axis, 1, &f->neighbour[axis][0], &f->neighbour[axis][1]);
    }
    for (int axis = 0; axis < 3; axis++)
        if (face_points(f, axis) > largest)
            largest = face_points(f, axis);
    for (int i = 0; i < 4; i++)
        f->face[i / 2][i % 2] = allocate(largest, sizeof(double));
    f->old = allocate((size_t)(f->n[0] + 2) * (f->n[1] + 2) * (f->n[2] + 2), sizeof(double));
    f->new = allocate((size_t)(f->n[0] + 2) * (f->n[1] + 2) * (f->n[2] + 2), sizeof(double));
}

void field_destroy(field *f) {
    for (int i = 0; i < 4; i++)
        free(f->face[i / 2][i % 2]);
    free(f->old);
    free(f->new);
    MPI_Comm_free(&f->comm);
}

/* The bounds of the layer of points at index `at` of an axis, as [lo, hi). */
static void layer(const field *f, int axis, int at, int lo[3], int hi[3]) {
    for (int a = 0; a < 3; a++) {
        lo[a] = 1;
        hi[a] = f->n[a] + 1;
    }
    lo[axis] = at;
    hi[axis] = at + 1;
}

void field_start(field *f) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            int lo[3], hi[3];
            if (f->neighbour[axis][side] != MPI_PROC_NULL)
                continue;
            layer(f, axis, side * (f->n[axis] + 1), lo, hi);
            for (int i = lo[0]; i < hi[0]; i++)
                for (int j = lo[1]; j < hi[1]; j++)
                    for (int k = lo[2]; k < hi[2]; k++)
                        f->old[field_at(f, i, j, k)] = f->new[field_at(f, i, j, k)] = 1;
        }
}

static void pack(const field *f, const int lo[3], const int hi[3], double *to) {
    for (int i = lo[0]; i < hi[0]; i++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int k = lo[2]; k < hi[2]; k++)
                *to++ = f->old[field_at(f, i, j, k)];
}

static void unpack(field *f, const int lo[3], const int hi[3], const double *from) {
    for (int i = lo[0]; i < hi[0]; i++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int k = lo[2]; k < hi[2]; k++)
                f->old[field_at(f, i, j, k)] = *from++;
}

void field_exchange(field *f) {
    for (int axis = 0; axis < 3; axis++) {
        int count = (int)face_points(f, axis), lo[3], hi[3];
        MPI_Request request[4];
        MPI_Status status[4];

        for (int side = 0; side < 2; side++)
            MPI_Irecv(f->face[1][side], count, MPI_DOUBLE, f->neighbour[axis][side], axis, f->comm, &request[side]);
        for (int side = 0; side < 2; side++) {
            layer(f, axis, side ? f->n[axis] : 1, lo, hi);
            if (f->neighbour[axis][side] != MPI_PROC_NULL)
                pack(f, lo, hi, f->face[0][side]);
            MPI_Isend(f->face[0][side], count, MPI_DOUBLE, f->neighbour[axis][side], axis, f->comm, &request[2 + side]);
        }
        MPI_Waitall(4, request, status);
        for (int side = 0; side < 2; side++) {
            layer(f, axis, side ? f->n[axis] + 1 : 0, lo, hi);
            if (f->neighbour[axis][side] != MPI_PROC_NULL)
                unpack(f, lo, hi, f->face[1][side]);
        }
    }
}
