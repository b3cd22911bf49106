/* Pointers that allocations gave, and others that only look so: null decides what is sent.
 * trace: ranks=1,2,4 */
#include <mpi.h>
#include <stdlib.h>

static void tell(int n) {
    MPI_Bcast(&n, n, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Null for some. */
static int *maybe(int n) {
    if (n > 2)
        return NULL;
    return malloc(sizeof(int));
}

static int *always(int n) {
    int *p = NULL;
    p = malloc((n + 1) * sizeof(int));
    if (!p)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return p;
}

/* The parameter is another's. */
static int given(int *p) {
    if (p == NULL)
        tell(1);
    p = malloc(4);
    if (p != NULL)
        tell(2);
    free(p);
    return 0;
}

static void clear(int **p) {
    *p = NULL;
}

static int *kept(void) {
    static int *p = NULL;
    if (p == NULL) {
        tell(3);
        p = malloc(sizeof(int));
    }
    return p;
}

int main(int argc, char **argv) {
    int rank, size, turn;
    int *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL, *f = NULL, *g = NULL, *h, *k = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (a == NULL)
        tell(2);
    a = malloc(8);
    if (a == NULL || size > 3)
        tell(3);
    if (size > 1)
        b = malloc(8);
    if (b)
        tell(1);
    c = malloc(8);
    clear(&c);
    if (!c)
        tell(2);
    for (turn = 0; turn < 2; turn++) {
        if (d != NULL)
            tell(4);
        d = malloc(8);
        if (d != NULL)
            tell(1);
    }
    e = maybe(size);
    if (e == NULL)
        tell(3);
    if (size > 2)
        goto behind;
    f = malloc(8);
behind:
    if (!f)
        tell(2);
    switch (size) {
    case 1:
        g = always(size);
        if (g)
            tell(1);
        break;
    case 2:
        if (g)
            tell(2);
        break;
    default:
        tell(g == NULL);
    }
    h = always(size);
    if (!h || h == a)
        tell(3);
    if (h != a)
        tell(2);
    if (size > 1 && (k = malloc(4)) != NULL)
        tell(4);
    if (k == NULL)
        tell(1);
    turn = (k == NULL);
    tell(1 + turn);
    if (!(d = always(turn)))
        tell(3);
    given(size > 1 ? a : NULL);
    kept();
    kept();
    MPI_Finalize();
    free(a);
    free(b);
    free(d);
    free(e);
    free(f);
    free(g);
    free(h);
    free(k);
    return 0;
}
