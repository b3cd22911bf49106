/* strides.c - blocks that are walked by bytes or by numbers: arrays of structures, fields reached by their distance,
 * records seen as rows of numbers. What is stored one way is read in another and decides communication.
 * trace: ranks=1,2,3 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct cell {
    double rho, e;
    int kind, weight;
} cell;

typedef struct pair {
    double a, b;
} pair;

typedef struct links {
    int *first, *second, *third;
} links;

typedef struct head {
    int n, tag;
    double *data;
} head;

typedef struct vec {
    double x[2];
    double n;
} vec;

static void tell(int n) {
    int data[64] = {0};
    MPI_Bcast(data, n < 0 ? 0 : n % 64, MPI_INT, 0, MPI_COMM_WORLD);
}

static void **alloc_2d(size_t rows, size_t columns, size_t size) {
    void **a = calloc(rows, sizeof(void *));
    a[0] = calloc(rows * columns, size);
    for (size_t i = 1; i < rows; i++)
        a[i] = (void *)((unsigned char *)a[0] + i * columns * size);
    return a;
}

/* One block, pointers in front of the elements. */
static void **alloc_block(size_t rows, size_t columns, size_t size) {
    size_t front = rows * sizeof(void *);
    char *base = calloc(1, front + rows * columns * size);
    void **a = (void **)base;
    for (size_t i = 0; i < rows; i++)
        a[i] = base + front + i * columns * size;
    return a;
}

static void free_2d(void **a) {
    free(a[0]);
    free(a);
}

/* Elements of a size that callers tell; not the same for all. */
static void *element(void *array, size_t i, size_t size) {
    return (char *)array + i * size;
}

/* The fields lie one behind the other. */
static int **link_at(links *l, int i) {
    return (int **)((char *)l + i * sizeof(int *));
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* Structures, by rows. */
    cell **u = (cell **)alloc_2d(4, 5, sizeof(cell));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++) {
            u[i][j].rho = 0.5 * i;
            u[i][j].kind = 2 + i + j;
        }
    tell(u[2][3].kind);
    /* The same field, by its distance from the block's beginning. */
    for (int k = 0; k < 20; k++)
        *(int *)((char *)u[0] + offsetof(cell, weight) + k * sizeof(cell)) = 3 + k;
    tell(u[1][2].weight);
    /* Another field, by steps that are no cells. */
    for (int k = 0; k < 60; k++)
        if (k % 3 == 1)
            *(double *)((char *)u[0] + k * sizeof(double)) = k;
    tell((int)u[1][1].e);
    free_2d((void **)u);

    u = (cell **)alloc_block(3, 4, sizeof(cell));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            u[i][j].kind = 4 + i * j;
    tell(u[2][2].kind);
    tell(u[0] == (cell *)(u + 3) ? 2 : 5);
    free(u);

    /* Pairs, seen as numbers. */
    pair *p = calloc(10, sizeof *p);
    double *flat = (double *)p;
    for (int i = 0; i < 20; i++)
        flat[i] = i;
    tell((int)p[3].b);
    p[4].b = 9;
    double sum = 0;
    for (int i = 0; i < 20; i++)
        sum += flat[i];
    tell((int)sum);
    free(p);

    /* Pointers, by steps of a pointer. */
    int one = 11, two = 12, three = 13;
    links *l = calloc(3, sizeof *l);
    l[0].first = &one;
    l[0].second = &two;
    l[0].third = &three;
    for (int i = 0; i < 3; i++)
        **link_at(l, i) += rank ? 1 + i : 1 + i;
    tell(two);
    *link_at(&l[1], 2) = &two;
    *l[1].third = 6;
    tell(two);
    free(l);

    /* Callers with elements of several sizes. */
    cell *c = calloc(6, sizeof *c);
    double *d = calloc(6, sizeof *d);
    int *n = calloc(6, sizeof *n);
    for (int i = 0; i < 6; i++) {
        ((cell *)element(c, i, sizeof *c))->weight = i + 2;
        *(double *)element(d, i, sizeof *d) = i + 3;
        *(int *)element(n, i, sizeof *n) = i + 4;
    }
    tell(c[3].weight);
    tell((int)d[3]);
    tell(n[3]);
    /* Half of a cell is an element, too. */
    *(double *)element(c, 3, sizeof(cell) / 2 - 4) = 21;
    *(int *)element(c, 4, 4) = 17;
    tell(c[0].kind);
    free(c);
    free(d);
    free(n);

    /* A structure and what it leads, in one block. */
    head *h = malloc(sizeof *h + 8 * sizeof(double));
    h->n = 8;
    h->tag = 5;
    h->data = (double *)((char *)h + sizeof *h);
    for (int i = 0; i < h->n; i++)
        h->data[i] = i + 7;
    tell((int)*(double *)((char *)h + sizeof *h + 3 * sizeof(double)));
    tell((int)((double *)(h + 1))[4]);
    tell(h->n);
    free(h);

    /* Steps within the array that a structure begins with. */
    vec *v = calloc(4, sizeof *v);
    for (int i = 0; i < 2; i++)
        v[1].x[i] = i + 5;
    double *x = v[1].x;
    for (int i = 0; i < 2; i++)
        x[i] += i;
    v[2].n = 14;
    tell((int)v[1].x[1]);
    tell((int)v[2].n);
    free(v);

    /* Bytes that are copied by a stride of their own. */
    cell from[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    char *to = malloc(sizeof from);
    for (size_t i = 0; i < sizeof from; i += 8)
        memcpy(to + i, (char *)from + i, 8);
    tell(((cell *)to)[1].weight);
    free(to);

    /* Pointers in records, through an array of pointers. */
    links *m = calloc(2, sizeof *m);
    int **slots = (int **)m;
    for (int i = 0; i < 6; i++)
        slots[i] = i % 2 ? &one : &three;
    *m[1].second = 18;
    tell(three);
    *m[0].second = 19;
    tell(one);
    free(m);

    /* Rows that begin at distances of a loop's own. */
    size_t at = 0;
    cell *row[3];
    char *base = calloc(12, sizeof(cell));
    for (int i = 0; i < 3; i++) {
        row[i] = (cell *)(base + at);
        at += 4 * sizeof(cell);
    }
    row[2][3].weight = 20;
    row[1][1].kind = 21;
    tell(((cell *)base)[11].weight);
    tell(*(int *)(base + 5 * sizeof(cell) + offsetof(cell, kind)));
    free(base);
    MPI_Finalize();
    return 0;
}
