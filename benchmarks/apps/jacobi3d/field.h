/* field.h - a process's box of a 3-D grid, with one layer of ghost points on each side. */
#ifndef FIELD_H
#define FIELD_H

#include <mpi.h>
#include <stddef.h>

typedef struct {
    MPI_Comm comm;
    int dims[3], coords[3];
    int neighbour[3][2]; /* ranks below and above along each axis */
    int n[3];            /* own points along each axis */
    double *old, *new;   /* (n[0] + 2) * (n[1] + 2) * (n[2] + 2) values */
    double *face[2][2];  /* buffers of a face: [send, receive][below, above] */
} field;

/* points: of the whole grid along each axis. Collective over comm. */
void field_create(field *f, MPI_Comm comm, const int points[3]);
void field_destroy(field *f);
/* Own values 0; ghost points on the boundary of the grid 1. */
void field_start(field *f);
/* Fills the ghost points that other processes own. */
void field_exchange(field *f);

static inline size_t field_at(const field *f, int i, int j, int k) {
    return ((size_t)i * (size_t)(f->n[1] + 2) + (size_t)j) * (size_t)(f->n[2] + 2) + (size_t)k;
}

#endif
