/* grid.c - see grid.h. */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

static double *allocate(size_t count) {
    double *p = calloc(count, sizeof *p);
    if (p == NULL) {
        fprintf(stderr, "multigrid: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return p;
}

static void faces_create(const hierarchy *h, level *l, int axis) {
    const size_t step[3] = {at(l, 1, 0, 0), at(l, 0, 1, 0), 1};
    faces *f = &l->face[axis];
    int down = axis == 0, across = axis == 2 ? 1 : 2; /* the axes of its rows and columns */
    f->rows = l->n[down] + 2;
    f->columns = l->n[across] + 2;
    f->row = step[down];
    f->column = step[across];
    f->layer = step[axis];
    for (int side = 0; side < 2; side++) {
        int count = f->rows * f->columns, peer = h->neighbour[axis][side];
        if (peer == MPI_PROC_NULL)
            continue;
        f->sent[side] = allocate((size_t)count);
        f->received[side] = allocate((size_t)count);
        MPI_Send_init(f->sent[side], count, MPI_DOUBLE, peer, side, h->comm, &f->send[side]);
        MPI_Recv_init(f->received[side], count, MPI_DOUBLE, peer, 1 - side, h->comm, &f->receive[side]);
    }
}

static void level_create(const hierarchy *h, level *l, const int n[3], double width) {
    l->parity = 0;
    for (int axis = 0; axis < 3; axis++) {
        l->n[axis] = n[axis];
        l->parity ^= n[axis] * h->coords[axis] & 1;
    }
    l->h2 = width * width;
    size_t cells = (size_t)(n[0] + 2) * (size_t)(n[1] + 2) * (size_t)(n[2] + 2);
    l->u = allocate(cells);
    l->f = allocate(cells);
    l->r = allocate(cells);
    for (int axis = 0; axis < 3; axis++)
        faces_create(h, l, axis);
}

int hierarchy_create(hierarchy *h, MPI_Comm comm, const int cells[3]) {
    static const int open[3] = {0, 0, 0};
    int ranks, rank, n[3], most = 0;

    MPI_Comm_size(comm, &ranks);
    h->dims[0] = h->dims[1] = h->dims[2] = 0;
    MPI_Dims_create(ranks, 3, h->dims);
    for (int axis = 0; axis < 3; axis++) {
        if (cells[axis] % h->dims[axis] != 0)
            return 0;
        n[axis] = cells[axis] / h->dims[axis];
        if (cells[axis] > most)
            most = cells[axis];
    }
    MPI_Cart_create(comm, 3, h->dims, open, 0, &h->comm);
    MPI_Comm_rank(h->comm, &rank);
    MPI_Cart_coords(h->comm, rank, 3, h->coords);
    for (int axis = 0; axis < 3; axis++)
        MPI_Cart_shift(h->comm, axis, 1, &h->neighbour[axis][0], &h->neighbour[axis][1]);
    double width = 1.0 / most;
    for (h->levels = 0; h->levels < MOST_LEVELS;) {
        h->coarsest = most >> h->levels;
        level_create(h, &h->level[h->levels++], n, width);
        if (n[0] % 2 || n[1] % 2 || n[2] % 2 || n[0] < 4 || n[1] < 4 || n[2] < 4)
            break;
        for (int axis = 0; axis < 3; axis++)
            n[axis] /= 2;
        width *= 2;
    }
    return 1;
}

void hierarchy_destroy(hierarchy *h) {
    for (int i = 0; i < h->levels; i++) {
        level *l = &h->level[i];
        for (int axis = 0; axis < 3; axis++)
            for (int side = 0; side < 2; side++) {
                if (h->neighbour[axis][side] == MPI_PROC_NULL)
                    continue;
                MPI_Request_free(&l->face[axis].send[side]);
                MPI_Request_free(&l->face[axis].receive[side]);
                free(l->face[axis].sent[side]);
                free(l->face[axis].received[side]);
            }
        free(l->u);
        free(l->f);
        free(l->r);
    }
    MPI_Comm_free(&h->comm);
}

static void pack(const faces *f, const double *from, double *to) {
    for (int i = 0; i < f->rows; i++)
        for (int j = 0; j < f->columns; j++)
            *to++ = from[(size_t)i * f->row + (size_t)j * f->column];
}

static void unpack(const faces *f, const double *from, double *to) {
    for (int i = 0; i < f->rows; i++)
        for (int j = 0; j < f->columns; j++)
            to[(size_t)i * f->row + (size_t)j * f->column] = *from++;
}

/* Each side is sent as soon as it is packed. */
static void exchange(const hierarchy *h, level *l, int axis) {
    faces *f = &l->face[axis];
    for (int side = 0; side < 2; side++) {
        if (h->neighbour[axis][side] == MPI_PROC_NULL)
            continue;
        MPI_Start(&f->receive[side]);
        pack(f, l->u + f->layer * (size_t)(side ? l->n[axis] : 1), f->sent[side]);
        MPI_Start(&f->send[side]);
    }
    for (int side = 0; side < 2; side++) {
        if (h->neighbour[axis][side] == MPI_PROC_NULL)
            continue;
        MPI_Wait(&f->receive[side], MPI_STATUS_IGNORE);
        unpack(f, f->received[side], l->u + f->layer * (size_t)(side ? l->n[axis] + 1 : 0));
        MPI_Wait(&f->send[side], MPI_STATUS_IGNORE);
    }
}

/* Ghost cells at a wall are the negative of the cells beside them. */
static void walls(const hierarchy *h, level *l) {
    double *u = l->u;
    for (int side = 0; side < 2; side++) {
        int ghost = side ? l->n[0] + 1 : 0, own = side ? l->n[0] : 1;
        if (h->neighbour[0][side] == MPI_PROC_NULL)
            for (int j = 0; j < l->n[1] + 2; j++)
                for (int k = 0; k < l->n[2] + 2; k++)
                    u[at(l, ghost, j, k)] = -u[at(l, own, j, k)];
    }
    for (int side = 0; side < 2; side++) {
        int ghost = side ? l->n[1] + 1 : 0, own = side ? l->n[1] : 1;
        if (h->neighbour[1][side] == MPI_PROC_NULL)
            for (int i = 0; i < l->n[0] + 2; i++)
                for (int k = 0; k < l->n[2] + 2; k++)
                    u[at(l, i, ghost, k)] = -u[at(l, i, own, k)];
    }
    for (int side = 0; side < 2; side++) {
        int ghost = side ? l->n[2] + 1 : 0, own = side ? l->n[2] : 1;
        if (h->neighbour[2][side] == MPI_PROC_NULL)
            for (int i = 0; i < l->n[0] + 2; i++)
                for (int j = 0; j < l->n[1] + 2; j++)
                    u[at(l, i, j, ghost)] = -u[at(l, i, j, own)];
    }
}

void ghosts(const hierarchy *h, level *l) {
    for (int axis = 0; axis < 3; axis++)
        exchange(h, l, axis);
    walls(h, l);
}
