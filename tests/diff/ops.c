/* ops.c - reduction operators on all types, and the program's own. */
#include "diff.h"

typedef struct complex_number {
    double re, im;
} complex_number;

/* A product of complex numbers: commutative. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type) {
    complex_number *a = in, *b = inout;
    int size;
    MPI_Type_size(*type, &size);
    for (int i = 0; i < *n; i++) {
        complex_number c = {a[i].re * b[i].re - a[i].im * b[i].im, a[i].re * b[i].im + a[i].im * b[i].re};
        b[i] = size == sizeof c ? c : a[i];
    }
}

/* Composition of the affine maps x -> m x + c, modulo a prime: not commutative. */
static void compose(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    int *a = in, *b = inout;
    for (int i = 0; i < *n; i++) {
        long m = (long)a[2 * i] * b[2 * i] % 10007, c = ((long)b[2 * i] * a[2 * i + 1] + b[2 * i + 1]) % 10007;
        b[2 * i] = (int)m;
        b[2 * i + 1] = (int)c;
    }
}

#define TRY(T, type, expression)                                                                                       \
    do {                                                                                                               \
        T a[5], b[5], c[5];                                                                                            \
        for (int i = 0; i < 5; i++)                                                                                    \
            a[i] = (T)(expression);                                                                                    \
        memset(b, 0, sizeof b);                                                                                        \
        memset(c, 0, sizeof c);                                                                                        \
        for (unsigned o = 0; o < sizeof ops / sizeof *ops; o++) {                                                      \
            if (sizeof(T) != sizeof(float) && sizeof(T) != sizeof(double) && 0)                                        \
                continue;                                                                                              \
            int code = MPI_Allreduce(a, b, 5, type, ops[o], MPI_COMM_WORLD);                                           \
            if (code == MPI_SUCCESS)                                                                                   \
                MPI_Scan(a, c, 5, type, ops[o], MPI_COMM_WORLD);                                                       \
            out(#type " op %u: %d %08x %08x", o, code == MPI_SUCCESS, sum_of(b, sizeof b), sum_of(c, sizeof c));       \
        }                                                                                                              \
    } while (0)

/* Adds the first and the last int of each element, wherever its data lie. */
static void add_ends(void *in, void *inout, int *n, MPI_Datatype *type) {
    MPI_Aint low, extent, true_low, true_extent;
    MPI_Type_get_extent(*type, &low, &extent);
    MPI_Type_get_true_extent(*type, &true_low, &true_extent);
    for (int i = 0; i < *n; i++)
        for (int last = 0; last < 2; last++) {
            MPI_Aint at = true_low + i * extent + (last ? true_extent - (MPI_Aint)sizeof(int) : 0);
            *(int *)((uintptr_t)inout + (uintptr_t)at) += *(int *)((uintptr_t)in + (uintptr_t)at);
        }
}

/* Data at absolute addresses, which are others on each rank. */
static void absolute(int rank, int n) {
    int *x = calloc(40, sizeof *x), one[] = {1, 1};
    MPI_Aint place[2];
    MPI_Datatype type;
    MPI_Op op;
    MPI_Get_address(&x[rank % 3], &place[0]);
    place[1] = place[0] + 3 * (MPI_Aint)sizeof(int);
    MPI_Type_create_hindexed(2, one, place, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_ends, 1, &op);
    for (int call = 0; call < 4; call++) {
        int *first = &x[rank % 3], *last = first + 3;
        *first = rank + 1;
        *last = 10 * (rank + 1);
        if (call == 0)
            MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, MPI_COMM_WORLD);
        else if (call == 1)
            MPI_Scan(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, MPI_COMM_WORLD);
        else if (call == 2)
            MPI_Exscan(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, MPI_COMM_WORLD);
        else if (rank == n - 1)
            MPI_Reduce(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, n - 1, MPI_COMM_WORLD);
        else
            MPI_Reduce(MPI_BOTTOM, NULL, 1, type, op, n - 1, MPI_COMM_WORLD);
        if (call != 2 || rank > 0)
            out("absolute addresses %d: %d %d", call, *first, *last);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(x);
}

/* Each group gives the other one elements that lie otherwise on each rank. */
static void between_groups(int rank, int n) {
    int left = rank < (n + 1) / 2, one[] = {1, 1}, x[64], y[16] = {0};
    MPI_Aint place[] = {0, (MPI_Aint)sizeof(int) * (1 + rank % 3)};
    MPI_Datatype two, type;
    MPI_Comm half, comm;
    MPI_Op op;
    if (n < 2)
        return;
    MPI_Type_create_hindexed(2, one, place, MPI_INT, &two);
    MPI_Type_create_resized(two, 0, 4 * sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_ends, 1, &op);
    MPI_Comm_split(MPI_COMM_WORLD, left, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, left ? (n + 1) / 2 : 0, 5, &comm);
    int own, other;
    MPI_Comm_size(comm, &own);
    MPI_Comm_remote_size(comm, &other);
    for (int i = 0; i < 64; i++)
        x[i] = 100 * rank + i;
    MPI_Allreduce(x, y, 2, type, op, comm);
    for (int i = 0; i < 8; i++)
        out("between groups: %d", y[i]);
    int counts[8];
    for (int i = 0; i < own; i++)
        counts[i] = other == own ? 2 : other;
    MPI_Reduce_scatter(x, y, counts, type, op, comm);
    for (int i = 0; i < 16; i++)
        out("scattered between groups: %d", y[i]);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&half);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&two);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int rank, n;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    absolute(rank, n);
    between_groups(rank, n);
    MPI_Op ops[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    TRY(char, MPI_SIGNED_CHAR, rank * 3 + i - 2);
    TRY(unsigned char, MPI_UNSIGNED_CHAR, rank * 3 + i);
    TRY(short, MPI_SHORT, rank * 3 + i - 2);
    TRY(unsigned short, MPI_UNSIGNED_SHORT, rank * 3 + i);
    TRY(int, MPI_INT, rank * 3 + i - 2);
    TRY(unsigned, MPI_UNSIGNED, rank * 3 + i);
    TRY(long, MPI_LONG, rank * 3 + i - 2);
    TRY(unsigned long, MPI_UNSIGNED_LONG, rank * 3 + i);
    TRY(long long, MPI_LONG_LONG, rank * 3 + i - 2);
    TRY(int8_t, MPI_INT8_T, rank * 3 + i - 2);
    TRY(uint64_t, MPI_UINT64_T, rank * 3 + i);
    TRY(int, MPI_INTEGER, rank * 3 + i - 2);
    TRY(unsigned char, MPI_BYTE, rank * 3 + i);
    TRY(_Bool, MPI_C_BOOL, (rank + i) % 2);
    MPI_Op arithmetic[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_BAND};
#define ops arithmetic
    TRY(float, MPI_FLOAT, rank * 3 + i - 2.5);
    TRY(double, MPI_DOUBLE, rank * 3 + i - 2.5);
    TRY(long, MPI_AINT, rank * 3 + i - 2);
#undef ops
    long double wide = rank + 0.5L, wide_sum = 0;
    MPI_Allreduce(&wide, &wide_sum, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    out("long double %Lg", wide_sum);
    complex_number z = {1 + rank * 0.25, 0.5}, w = {0, 0}, u = {0, 0};
    MPI_Allreduce(&z, &w, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    out("complex product %.12g %.12g", w.re, w.im);
    struct {
        double value;
        int index;
    } d = {rank % 3, rank}, dmax, dmin;
    struct {
        int value, index;
    } k = {-(rank % 3), rank}, kmax, kmin;
    struct {
        float value;
        int index;
    } f = {rank % 2, rank}, fmax;
    struct {
        long value;
        int index;
    } l = {rank % 2, rank}, lmin;
    struct {
        short value;
        int index;
    } s = {(short)(rank % 2), rank}, smax;
    MPI_Allreduce(&d, &dmax, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&d, &dmin, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&k, &kmax, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&k, &kmin, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&f, &fmax, 1, MPI_FLOAT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&l, &lmin, 1, MPI_LONG_INT, MPI_MINLOC, MPI_COMM_WORLD);
    MPI_Allreduce(&s, &smax, 1, MPI_SHORT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    out("loc %g %d %g %d, %d %d %d %d, %g %d, %ld %d, %d %d", dmax.value, dmax.index, dmin.value, dmin.index,
        kmax.value, kmax.index, kmin.value, kmin.index, fmax.value, fmax.index, lmin.value, lmin.index, smax.value,
        smax.index);
    MPI_Op mult, comp;
    MPI_Datatype complex_type, map_type;
    int commutes;
    MPI_Type_contiguous(2, MPI_DOUBLE, &complex_type);
    MPI_Type_commit(&complex_type);
    MPI_Type_contiguous(2, MPI_INT, &map_type);
    MPI_Type_commit(&map_type);
    MPI_Op_create(multiply, 1, &mult);
    MPI_Op_create(compose, 0, &comp);
    MPI_Op_commutative(mult, &commutes);
    out("mult commutes %d", commutes);
    MPI_Op_commutative(comp, &commutes);
    out("comp commutes %d", commutes);
    MPI_Allreduce(&z, &w, 1, complex_type, mult, MPI_COMM_WORLD);
    MPI_Reduce(&z, &u, 1, complex_type, mult, n - 1, MPI_COMM_WORLD);
    out("mult %.12g %.12g %.12g %.12g", w.re, w.im, u.re, u.im);
    enum { MAPS = 600 };
    int *maps = malloc(sizeof(int) * 2 * MAPS), *result = calloc(2 * MAPS, sizeof(int)),
        *counts = malloc(sizeof(int) * n);
    for (int i = 0; i < 2 * MAPS; i++)
        maps[i] = (rank * 17 + i * 5) % 10007;
    for (int root = 0; root < n; root++) {
        MPI_Reduce(maps, result, MAPS, map_type, comp, root, MPI_COMM_WORLD);
        out("compose to %d: %08x", root, rank == root ? sum_of(result, sizeof(int) * 2 * MAPS) : 0);
    }
    MPI_Allreduce(maps, result, MAPS, map_type, comp, MPI_COMM_WORLD);
    out("compose all %08x", sum_of(result, sizeof(int) * 2 * MAPS));
    MPI_Scan(maps, result, MAPS, map_type, comp, MPI_COMM_WORLD);
    out("compose scan %08x", sum_of(result, sizeof(int) * 2 * MAPS));
    MPI_Exscan(maps, result, MAPS, map_type, comp, MPI_COMM_WORLD);
    out("compose exscan %08x", rank ? sum_of(result, sizeof(int) * 2 * MAPS) : 0);
    for (int i = 0; i < n; i++)
        counts[i] = 2 + i % 2;
    MPI_Reduce_scatter(maps, result, counts, map_type, comp, MPI_COMM_WORLD);
    out("compose reduce_scatter %08x", sum_of(result, sizeof(int) * 2 * counts[rank]));
    MPI_Reduce_scatter_block(maps, result, 3, map_type, comp, MPI_COMM_WORLD);
    out("compose reduce_scatter_block %08x", sum_of(result, sizeof(int) * 6));
    int in[3] = {1, 2, 3}, inout[3] = {10, 20, 30};
    MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_SUM);
    MPI_Reduce_local(in, inout, 1, map_type, comp);
    out("local %d %d %d", inout[0], inout[1], inout[2]);
    MPI_Op_free(&mult);
    MPI_Op_free(&comp);
    out("freed %d", comp == MPI_OP_NULL);
    MPI_Finalize();
    return 0;
}
