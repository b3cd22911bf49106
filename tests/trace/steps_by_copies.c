/* steps_by_copies.c - trace: ranks=1,2,3 args=5
 *
 * A pointer goes by elements from the begin of a structure to a member, in a block without a type. That the structure
 * lies over the block is told only by copies of it: an argument by value, an assignment, from block to block. And such
 * a step of a known length leaves the array that it begins in, and ends in another array. */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

typedef int *ptr;

struct wrapped {
    union {
        char x;
    } first;
    union {
        struct {
            ptr to;
        } x[3];
    } second;
};

struct rows {
    double weights[3];
    ptr to[3];
};

struct outer {
    int n;
    struct rows in[2];
    int last;
};

static void barriers(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void *make(size_t n) {
    return calloc(2, n);
}

static ptr of(struct wrapped w) {
    return w.second.x[2].to;
}

static ptr *go(void *from, size_t bytes) {
    ptr *p = from;
    while ((char *)p < (char *)from + bytes)
        p++;
    return p;
}

static void by_argument(int n) {
    int number = 0;
    struct wrapped *w = make(sizeof *w);
    ptr *p = (ptr *)w;
    while ((char *)p < (char *)w + offsetof(struct wrapped, second.x[2].to))
        p++;
    *p = &number;
    *of(*w) = n + 2;
    barriers(number);
    free(w);
}

static void by_assignment(int n) {
    int number = 0;
    struct wrapped *a = make(sizeof *a), *b = make(sizeof *b), c;
    *go(a, offsetof(struct wrapped, second.x[2].to)) = &number;
    *b = *a;
    c = *b;
    *c.second.x[2].to = n + 1;
    barriers(number);
    free(a);
    free(b);
}

static struct rows with(struct rows r, ptr p) {
    r.to[2] = p;
    return r;
}

static void into_array(int n) {
    int number = 0;
    struct outer *o = calloc(1, sizeof *o);
    struct rows *r = &o->in[1];
    *r = with(*r, &number);
    ptr *p = (ptr *)r;
    *p[offsetof(struct rows, to[2]) / sizeof *p] = n + 3;
    barriers(number);
    free(o);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 3;
    by_argument(n);
    by_assignment(n);
    into_array(n);
    MPI_Finalize();
    return 0;
}
