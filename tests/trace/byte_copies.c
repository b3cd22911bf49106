/* byte_copies.c - structures and pointers that move as bytes, integers or pairs. trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct head {
    int n, tag, more;
    double w;
};
struct wrap {
    int before;
    unsigned char m[64];
    int behind;
};
static unsigned char space[64];
static double x[20];

static void turns(int n, int length) {
    for (int i = 0; i < n; i++)
        MPI_Bcast(x, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void pack(unsigned char *m, struct head h) {
    memcpy(m + 4, &h, sizeof h);
}

static void structures(int seed) {
    struct head h = {seed, 2, seed + 2, 1.0}, k, z;
    unsigned char m[100];
    memcpy(m, &h, sizeof h);
    memcpy(&k, m, sizeof k);
    turns(k.more, 1);
    struct wrap w;
    k.tag = 5;
    memcpy(w.m, &k, sizeof k);
    memcpy(&z, w.m, sizeof z);
    turns(z.tag, 2);
    z.more = 4;
    memcpy(space, &z, sizeof z);
    struct head *q = (struct head *)space;
    turns(q->more, 3);
    struct head arr[3], brr[3];
    arr[2].tag = 7;
    memcpy(brr, arr, sizeof arr);
    turns(brr[2].tag, 4);
    int words[8];
    h.more = 6;
    memcpy(words + 2, &h, sizeof h);
    turns(words[4], 5);
    struct head *hp = malloc(3 * sizeof *hp), *hq = malloc(3 * sizeof *hq);
    hp[1].more = 3;
    memcpy(hq, hp, 3 * sizeof *hp);
    turns(hq[1].more, 6);
    struct {
        int a, b;
    } two[2];
    memcpy(two, &h, 16);
    turns(two[1].a, 7);
    memcpy(m + 8, &h, sizeof h);
    m[8] = 3;
    memmove(&k, m + 8, sizeof k);
    turns(k.n, 8);
    pack(m, k);
    memcpy(&z, m + 4, sizeof z);
    turns(z.more, 9);
    free(hp);
    free(hq);
}

static void pointers(void) {
    int v = 1, w = 2, *p = &v, *q, *r;
    uintptr_t tagged = (uintptr_t)&v | 1, both = (uintptr_t)&v ^ (uintptr_t)&w;
    *(int *)(tagged & ~(uintptr_t)1) = 4;
    turns(v, 10);
    *(int *)(both ^ (uintptr_t)&v) = 5;
    turns(w, 11);
    unsigned char b[sizeof(int *)];
    memcpy(b, &p, sizeof p);
    memcpy(&q, b, sizeof q);
    *q = 6;
    turns(v, 12);
    for (size_t i = 0; i < sizeof p; i++)
        ((unsigned char *)&r)[i] = b[i];
    *r = 7;
    turns(v, 13);
}

static int sum(int n, va_list ap) {
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    return s;
}

static int add(int n, ...) {
    va_list ap, bp;
    va_start(ap, n);
    va_copy(bp, ap);
    int s = sum(n, ap) + sum(n, bp);
    va_end(bp);
    va_end(ap);
    return s;
}

int main(int argc, char **argv) {
    int a[2] = {argc + 1, 3}, b[2];
    MPI_Request r;
    MPI_Init(&argc, &argv);
    structures(argc);
    pointers();
    turns(add(2, 1, argc), 14);
    /* A pair is two integers. */
    MPI_Isend(a, 1, MPI_2INT, 0, 1, MPI_COMM_SELF, &r);
    MPI_Recv(b, 2, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    turns(b[0], 15);
    MPI_Finalize();
    return 0;
}
