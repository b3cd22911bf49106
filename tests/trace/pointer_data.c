/* pointer_data.c - trace: ranks=1,2,3 args=
 *
 * Pointers that travel as data: in structures among variable arguments, as floating point, in messages and files, by a
 * sort of members, byte by byte. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int buf[4000];

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

struct big {
    long k, d, e;
};
static int va_struct_get(int k, ...) {
    va_list a;
    va_start(a, k);
    struct big s = va_arg(a, struct big);
    va_end(a);
    return (int)s.k;
}

static int va_struct(int argc) {
    struct big s = {argc + 4, 1, 2};
    return va_struct_get(1, s);
}

struct holder {
    int *p;
    long d, e;
};
static void va_struct_set(int k, ...) {
    va_list a;
    va_start(a, k);
    (void)va_arg(a, int);
    struct holder s = va_arg(a, struct holder);
    va_end(a);
    *s.p = k;
}

static int va_struct_pointer(int argc) {
    int x = 1;
    struct holder s = {&x, 1, 2};
    va_struct_set(argc + 4, 7, s);
    return x;
}

struct triple {
    long k, d, e;
};
static int va_list_get(va_list *a) {
    return (int)va_arg(*a, struct triple).d;
}
static int va_list_outer(int k, ...) {
    va_list a, b;
    va_start(a, k);
    va_copy(b, a);
    int n = va_list_get(&b);
    va_end(a);
    return n;
}

static int va_list_struct(int argc) {
    struct triple s[2] = {{1, 1, 1}, {1, argc + 4, 2}};
    int (*f)(int, ...) = va_list_outer;
    return f(1, s[argc]);
}

struct wide {
    long k, d, e;
};
static long byval_zero(struct wide s) {
    s.k = 0;
    return s.k + s.d;
}

static int byval_changed(int argc) {
    struct wide s;
    s.k = argc + 4;
    s.d = 1;
    byval_zero(s);
    return (int)s.k;
}

union real {
    double d;
    int *p;
};

static int float_union(int argc) {
    int x = 1;
    union real a, b;
    a.p = &x;
    b.d = a.d;
    *b.p = argc + 4;
    return x;
}

union half {
    float f[2];
    int *p;
};
static float halves_of(const union half *u, int i) {
    return u->f[i];
}

static int float_halves(int argc) {
    int x = 1;
    union half a, b;
    a.p = &x;
    b.f[0] = halves_of(&a, 0);
    b.f[1] = halves_of(&a, 1);
    *b.p = argc + 4;
    return x;
}

static int float_value(int argc) {
    int x = 1;
    double d = (double)(uintptr_t)&x;
    int *q = (int *)(uintptr_t)d;
    *q = argc + 4;
    return x;
}

static int send_self(int rank, int argc) {
    int x = 1;
    int *p = &x, *q = 0;
    MPI_Sendrecv(&p, 8, MPI_BYTE, rank, 0, &q, 8, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *q = argc + 4;
    return x;
}

struct letter {
    int n;
    int *p;
};

static int send_struct(int rank, int argc) {
    int x = 1, y = 2;
    struct letter a = {1, &y}, b = {0, 0};
    MPI_Request r;
    MPI_Datatype t;
    MPI_Type_contiguous(sizeof a, MPI_BYTE, &t);
    MPI_Type_commit(&t);
    a.p = &x;
    MPI_Isend(&a, 1, t, rank, 3, MPI_COMM_WORLD, &r);
    MPI_Recv(&b, 1, t, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Type_free(&t);
    *b.p = argc + 4;
    return x + y;
}

static int send_long(int argc) {
    int x = 1;
    long v[2] = {0, (long)(intptr_t)&x}, w[2];
    MPI_Allreduce(v, w, 2, MPI_LONG, MPI_MAX, MPI_COMM_SELF);
    *(int *)(intptr_t)w[1] = argc + 4;
    return x;
}

struct parcel {
    long n;
    int *p;
};

static int send_array(int rank, int argc) {
    int x = 1, y = 2;
    struct parcel *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
    for (int i = 0; i < argc + 2; i++) {
        a[i].n = b[i].n = i;
        a[i].p = &x;
        b[i].p = &y;
    }
    MPI_Sendrecv(a, (int)((argc + 2) * sizeof *a), MPI_BYTE, rank, 0, b, 4 * sizeof *b, MPI_BYTE, rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *b[argc].p = argc + 4;
    free(a);
    free(b);
    return x;
}

static int send_absolute(int rank, int argc) {
    int x = 1;
    int *p = &x, *q = 0;
    MPI_Aint at;
    MPI_Datatype t;
    int one = 8;
    MPI_Get_address(&q, &at);
    MPI_Type_create_hindexed(1, &one, &at, MPI_BYTE, &t);
    MPI_Type_commit(&t);
    MPI_Sendrecv(&p, 8, MPI_BYTE, rank, 4, MPI_BOTTOM, 1, t, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&t);
    *q = argc + 4;
    return x;
}

static int pack_self(int argc) {
    int x = 1, at = 0;
    int *p = &x, *q = 0;
    char box[64];
    MPI_Pack(&p, 8, MPI_BYTE, box, 64, &at, MPI_COMM_WORLD);
    at = 0;
    MPI_Unpack(box, 64, &at, &q, 8, MPI_BYTE, MPI_COMM_WORLD);
    *q = argc + 4;
    return x;
}

static int four(int v) {
    return v + 4;
}
static int five(int v) {
    return v + 5;
}
static int other(int v) {
    return v + 6;
}

static int bcast_function(int argc) {
    int (*f)(int) = argc ? four : five, (*g[1])(int) = {other};
    MPI_Gather(&f, sizeof f, MPI_BYTE, g, sizeof f, MPI_BYTE, 0, MPI_COMM_SELF);
    return g[0](argc);
}

static int file_pointer(int argc) {
    int x = 1;
    int *p = &x, *q = 0;
    FILE *f = tmpfile();
    fwrite(&p, sizeof p, 1, f);
    rewind(f);
    if (fread(&q, sizeof q, 1, f) != 1)
        return 3;
    *q = argc + 4;
    fclose(f);
    return x;
}

static int file_text(int argc) {
    int x = 1;
    void *q = 0;
    FILE *f = tmpfile();
    fprintf(f, "%p\n", (void *)&x);
    rewind(f);
    if (fscanf(f, "%p", &q) != 1)
        return 3;
    *(int *)q = argc + 4;
    fclose(f);
    return x;
}

struct pair {
    int *a, *b;
};
static int by_value(const void *x, const void *y) {
    return **(int *const *)x - **(int *const *)y;
}

static int sort_members(int argc) {
    int x = 5, y = 2;
    struct pair v = {&x, &y};
    qsort(&v, 2, sizeof(int *), by_value);
    *v.a = argc + 4;
    return y;
}

struct trio {
    long n;
    int *a, *b;
};
static int by_target(const void *x, const void *y) {
    return **(int *const *)x - **(int *const *)y;
}

static int sort_heap(int argc) {
    int x = 5, y = 2;
    struct trio *v = malloc(sizeof *v);
    v->n = 1;
    v->a = &x;
    v->b = &y;
    qsort(&v->a, 2, sizeof(int *), by_target);
    *v->a = argc + 4;
    free(v);
    return y;
}

struct __attribute__((packed)) squeezed {
    char c;
    int *p;
    short h;
    int *q;
};

static int packed_bytes(int argc) {
    int x = 1, y = 2;
    struct squeezed a = {1, &x, 2, &y}, b;
    for (int i = 0; i < (int)sizeof a; i++)
        ((char *)&b)[i] = ((char *)&a)[i];
    *b.q = argc + 5;
    return y;
}

struct named {
    char name[8];
    int *p;
};
struct outer {
    long n;
    struct named in;
};

static int named_bytes(int argc) {
    int x = 1;
    struct outer *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->n = b->n = 1;
    a->in.p = &x;
    b->in.p = 0;
    char *t = (char *)&b->in, *f = (char *)&a->in;
    for (size_t i = 0; i < sizeof a->in; i++)
        t[i] = f[i];
    *b->in.p = argc + 5;
    free(a);
    free(b);
    return x;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    turns(va_struct(argc));
    turns(va_struct_pointer(argc));
    turns(va_list_struct(argc));
    turns(byval_changed(argc));
    turns(float_union(argc));
    turns(float_halves(argc));
    turns(float_value(argc));
    turns(send_self(rank, argc));
    turns(send_struct(rank, argc));
    turns(send_long(argc));
    turns(send_array(rank, argc));
    turns(send_absolute(rank, argc));
    turns(pack_self(argc));
    turns(bcast_function(argc));
    turns(file_pointer(argc));
    turns(file_text(argc));
    turns(sort_members(argc));
    turns(sort_heap(argc));
    turns(packed_bytes(argc));
    turns(named_bytes(argc));
    MPI_Finalize();
    return 0;
}
