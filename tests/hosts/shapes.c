/* shapes.c - collectives of derived datatypes, and with operators of the program. Members have different types of one
 * signature where MPI allows it. Each rank prints a digest of all that it has received. With "up"
 * arithmetic rounds upwards, and the times are not printed. usage: shapes [SEED STEPS [up]] */
#include <fenv.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, ROOM = 4096 };

/* What a rank knows of itself; static data would be of all ranks. */
struct self {
    int rank, size;
    uint64_t digest;
    uint32_t common, own; /* states of random numbers: equal on all ranks, and not */
    double out[ROOM], in[ROOM];
};

static void take(struct self *s, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        s->digest = (s->digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

static int draw(uint32_t *state, int below) {
    *state = *state * 1664525u + 1013904223u;
    return (int)((*state >> 8) % (uint32_t)below);
}

static void fill(struct self *s) {
    for (int i = 0; i < ROOM; i++) {
        s->out[i] = draw(&s->own, 1000) * 0.125 + s->rank;
        s->in[i] = -1 - i % 7;
    }
}

/* A type of four doubles, of one of several layouts; its extent is at most 10 doubles. 0: no layout of its own. */
static MPI_Datatype four(int layout) {
    MPI_Datatype type, inner;
    int lengths[] = {1, 2, 1}, places[] = {5, 0, 8};
    MPI_Aint bytes[] = {8, 24, 56};
    switch (layout) {
    case 0:
        MPI_Type_contiguous(4, MPI_DOUBLE, &type);
        break;
    case 1:
        MPI_Type_vector(2, 2, 3, MPI_DOUBLE, &type);
        break;
    case 2:
        MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &type);
        break;
    case 3:
        MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &inner);
        MPI_Type_create_resized(inner, 0, 10 * sizeof(double), &type);
        MPI_Type_free(&inner);
        break;
    default:
        MPI_Type_create_struct(3, lengths, bytes, (MPI_Datatype[]){MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE}, &type);
    }
    MPI_Type_commit(&type);
    return type;
}

/* Products of matrices of two by two: not commutative. An element is 4 doubles of the layout of the type. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type) {
    MPI_Aint lb, extent;
    int size;
    MPI_Type_get_extent(*type, &lb, &extent);
    MPI_Type_size(*type, &size);
    if (size != 4 * (int)sizeof(double))
        MPI_Abort(MPI_COMM_WORLD, 9);
    int step = extent == 4 * (MPI_Aint)sizeof(double) ? 1 : 2;
    for (int i = 0; i < *n; i++) {
        const double *a = (const double *)((const char *)in + i * extent);
        double *b = (double *)((char *)inout + i * extent), c[4];
        for (int row = 0; row < 2; row++)
            for (int column = 0; column < 2; column++)
                c[2 * row + column] =
                    (a[2 * row * step] * b[column * step] + a[(2 * row + 1) * step] * b[(2 + column) * step]) / 512;
        for (int j = 0; j < 4; j++)
            b[j * step] = c[j];
    }
}

/* Of doubles: sums in single precision, so that the order matters. */
static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = (double)((float)((double *)inout)[i] + (float)((double *)in)[i] / 3);
}

static void add_many(void *in, void *inout, MPI_Count *n, MPI_Datatype *type) {
    int count = (int)*n;
    add(in, inout, &count, type);
}

/* The blocking or the non-blocking form of a collective. */
#define EITHER(later, request, Name, name, ...)                                                                        \
    do {                                                                                                               \
        if (later)                                                                                                     \
            MPI_I##name(__VA_ARGS__, request);                                                                         \
        else                                                                                                           \
            MPI_##Name(__VA_ARGS__);                                                                                   \
    } while (0)

static void reduction(struct self *s, MPI_Comm comm, int me, int n) {
    MPI_Op op;
    MPI_Request r = MPI_REQUEST_NULL;
    int how = draw(&s->common, 3), later = draw(&s->common, 2), what = draw(&s->common, 6), counts[MOST];
    int root = draw(&s->common, n), count = draw(&s->common, 4), in_place = draw(&s->common, 3) == 0;
    MPI_Datatype type = how == 0 ? four(draw(&s->common, 2) ? 0 : 3) : MPI_DOUBLE;
    const void *out = in_place && (what != 1 || me == root) ? MPI_IN_PLACE : s->out;
    if (how == 0)
        MPI_Op_create(multiply, 0, &op);
    else if (how == 1)
        MPI_Op_create(add, draw(&s->common, 2), &op);
    else
        MPI_Op_create_c(add_many, 1, &op);
    for (int i = 0; i < n; i++)
        counts[i] = (i + count) % 3;
    if (in_place)
        memcpy(s->in, s->out, sizeof s->in);
    if (what == 0)
        EITHER(later, &r, Allreduce, allreduce, out, s->in, count, type, op, comm);
    else if (what == 1)
        EITHER(later, &r, Reduce, reduce, out, me == root ? s->in : NULL, count, type, op, root, comm);
    else if (what == 2)
        EITHER(later, &r, Scan, scan, out, s->in, count, type, op, comm);
    else if (what == 3)
        EITHER(later, &r, Exscan, exscan, out, s->in, count, type, op, comm);
    else if (what == 4)
        EITHER(later, &r, Reduce_scatter, reduce_scatter, out, s->in, counts, type, op, comm);
    else
        EITHER(later, &r, Reduce_scatter_block, reduce_scatter_block, out, s->in, count, type, op, comm);
    MPI_Op_free(&op); /* though the operation may be under way */
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    take(s, s->in, sizeof s->in);
    if (how == 0)
        MPI_Type_free(&type);
}

/* A rank's own view of elements of four doubles. */
struct view {
    MPI_Datatype type;
    int each; /* how many of the type are four doubles */
};

static struct view view_of(uint32_t *random) {
    int layout = draw(random, 6);
    return layout == 5 ? (struct view){MPI_DOUBLE, 4} : (struct view){four(layout), 1};
}

static void drop(struct view *v) {
    if (v->each == 1)
        MPI_Type_free(&v->type);
}

/* Blocks that one rank gives each other one, or gets. block[i][j]: from i to j, in elements of four. */
static void lists(struct self *s, const struct view *v, const int *elements, int n, int *counts, int *displs) {
    for (int i = 0, at = draw(&s->own, 3); i < n; i++) {
        counts[i] = elements[i] * v->each;
        displs[i] = at * v->each;
        at += elements[i] + draw(&s->own, 2);
    }
}

static void one_to_all(struct self *s, MPI_Comm comm, int me, int n, const struct view *v, const struct view *w) {
    int what = draw(&s->common, 6), later = draw(&s->common, 2), root = draw(&s->common, n),
        count = draw(&s->common, 4);
    int in_place = draw(&s->common, 3) == 0 && me == root, elements[MOST], counts[MOST], displs[MOST];
    MPI_Request r = MPI_REQUEST_NULL;
    const void *out = in_place && (what == 1 || what == 2) ? MPI_IN_PLACE : s->out;
    void *in = in_place && what > 2 ? MPI_IN_PLACE : s->in;
    for (int i = 0; i < n; i++)
        elements[i] = draw(&s->common, 3);
    lists(s, what > 2 ? v : w, elements, n, counts, displs);
    int own = elements[me];
    if (what == 0)
        EITHER(later, &r, Bcast, bcast, s->in, count * v->each, v->type, root, comm);
    else if (what == 1)
        EITHER(later, &r, Gather, gather, out, count * v->each, v->type, s->in, count * w->each, w->type, root, comm);
    else if (what == 2)
        EITHER(later, &r, Gatherv, gatherv, out, own * v->each, v->type, s->in, counts, displs, w->type, root, comm);
    else if (what == 3)
        EITHER(later, &r, Scatter, scatter, s->out, count * v->each, v->type, in, count * w->each, w->type, root, comm);
    else
        EITHER(later, &r, Scatterv, scatterv, s->out, counts, displs, v->type, in, own * w->each, w->type, root, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void all_to_all(struct self *s, MPI_Comm comm, int me, int n, const struct view *v, const struct view *w,
                       int in_place) {
    int what = draw(&s->common, 3), later = draw(&s->common, 2), count = draw(&s->common, 4),
        seed = draw(&s->common, 9);
    int to[MOST], from[MOST], counts[2][MOST], displs[2][MOST];
    MPI_Request r = MPI_REQUEST_NULL;
    for (int i = 0; i < n; i++) { /* in place what two ranks exchange has one length */
        to[i] = in_place ? (me + i + seed) % 3 : (2 * me + i + seed) % 3;
        from[i] = in_place ? to[i] : (2 * i + me + seed) % 3;
    }
    lists(s, v, to, n, counts[0], displs[0]);
    lists(s, w, from, n, counts[1], displs[1]);
    const void *out = in_place ? MPI_IN_PLACE : s->out;
    if (what == 0) {
        EITHER(later, &r, Alltoall, alltoall, out, count * v->each, v->type, s->in, count * w->each, w->type, comm);
    } else if (what == 1) {
        EITHER(later, &r, Alltoallv, alltoallv, out, counts[0], displs[0], v->type, s->in, counts[1], displs[1],
               w->type, comm);
    } else {
        MPI_Datatype types[2][MOST];
        MPI_Aint lb, extent[2];
        MPI_Type_get_extent(v->type, &lb, &extent[0]);
        MPI_Type_get_extent(w->type, &lb, &extent[1]);
        for (int i = 0; i < n; i++) {
            types[0][i] = counts[0][i] ? v->type : MPI_DATATYPE_NULL;
            types[1][i] = counts[1][i] ? w->type : MPI_DATATYPE_NULL;
            displs[0][i] *= (int)extent[0];
            displs[1][i] *= (int)extent[1];
        }
        EITHER(later, &r, Alltoallw, alltoallw, out, counts[0], displs[0], types[0], s->in, counts[1], displs[1],
               types[1], comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE); /* before its lists go */
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void all_gather(struct self *s, MPI_Comm comm, int me, int n, const struct view *v, const struct view *w) {
    int later = draw(&s->common, 2), count = draw(&s->common, 4), in_place = draw(&s->common, 3) == 0;
    int counted = draw(&s->common, 2), elements[MOST], counts[MOST], displs[MOST];
    MPI_Request r = MPI_REQUEST_NULL;
    const void *out = in_place ? MPI_IN_PLACE : s->out;
    for (int i = 0; i < n; i++)
        elements[i] = draw(&s->common, 3);
    lists(s, w, elements, n, counts, displs);
    if (counted)
        EITHER(later, &r, Allgatherv, allgatherv, out, elements[me] * v->each, v->type, s->in, counts, displs, w->type,
               comm);
    else
        EITHER(later, &r, Allgather, allgather, out, count * v->each, v->type, s->in, count * w->each, w->type, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void move(struct self *s, MPI_Comm comm, int me, int n) {
    int what = draw(&s->common, 3), alike = what == 1 && draw(&s->common, 3) == 0;
    struct view v = view_of(&s->own), w = view_of(alike ? &s->common : &s->own); /* in place all have one type map */
    if (what == 0)
        one_to_all(s, comm, me, n, &v, &w);
    else if (what == 1)
        all_to_all(s, comm, me, n, &v, &w, alike);
    else
        all_gather(s, comm, me, n, &v, &w);
    take(s, s->in, sizeof s->in);
    drop(&v);
    drop(&w);
}

/* Persistent requests, which ranks start in different orders, several times each. */
static void persistent(struct self *s, MPI_Comm comm, int me, int n) {
    double all[MOST], sum = 0, parts[8] = {0};
    int counts[MOST], displs[MOST], turns = draw(&s->common, 4);
    struct view v = view_of(&s->own);
    MPI_Datatype matrix = four(3);
    MPI_Op op;
    MPI_Request r[4];
    MPI_Op_create(multiply, 0, &op);
    for (int i = 0; i < n; i++) {
        counts[i] = i % 3 * v.each;
        displs[i] = 4 * i * v.each;
    }
    MPI_Allreduce_init(s->out, s->in, 1, matrix, op, comm, MPI_INFO_NULL, &r[0]);
    MPI_Allgather_init(&s->out[20], 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, comm, MPI_INFO_NULL, &r[1]);
    MPI_Reduce_init(&s->out[5], &sum, 1, MPI_DOUBLE, MPI_SUM, n - 1, comm, MPI_INFO_NULL, &r[2]);
    MPI_Scatterv_init(s->out, counts, displs, v.type, parts, me % 3 * 4, MPI_DOUBLE, 0, comm, MPI_INFO_NULL, &r[3]);
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
    for (int turn = 0; turn < turns; turn++) {
        s->out[20] = s->out[5] = draw(&s->own, 50);
        for (int i = 0; i < 4; i++)
            MPI_Start(&r[(i + me) % 4]);
        MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
        take(s, s->in, sizeof s->in);
        take(s, parts, sizeof parts);
        take(s, all, (size_t)n * sizeof *all);
        take(s, &sum, sizeof sum);
    }
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&r[i]);
    drop(&v);
}

/* Memory at absolute addresses. */
static void absolute(struct self *s) {
    MPI_Datatype type;
    MPI_Aint places[2];
    MPI_Get_address(&s->in[3], &places[0]);
    MPI_Get_address(&s->in[9], &places[1]);
    MPI_Type_create_hindexed(2, (int[]){1, 2}, places, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    fill(s);
    MPI_Bcast(MPI_BOTTOM, 1, type, s->size - 1, MPI_COMM_WORLD);
    take(s, s->in, sizeof s->in);
    MPI_Allgather(MPI_BOTTOM, 1, type, s->out, 3, MPI_DOUBLE, MPI_COMM_WORLD);
    take(s, s->out, sizeof s->out);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    struct self *s = calloc(1, sizeof *s);
    MPI_Comm half;
    int steps = argc > 2 ? atoi(argv[2]) : 200;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->common = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    if (argc > 3)
        fesetround(FE_UPWARD); /* the operators', too, whoever calls them */
    s->own = 1000 * s->common + (uint32_t)s->rank;
    MPI_Comm_split(MPI_COMM_WORLD, s->rank % 2, -s->rank, &half);
    absolute(s);
    for (int i = 0; i < steps; i++) {
        MPI_Comm comm = draw(&s->common, 3) ? MPI_COMM_WORLD : half;
        int me, n, what = draw(&s->common, 5);
        uint32_t before = s->common; /* the halves may draw differently often */
        MPI_Comm_rank(comm, &me);
        MPI_Comm_size(comm, &n);
        fill(s);
        if (what == 0)
            persistent(s, comm, me, n);
        else if (what < 3)
            reduction(s, comm, me, n);
        else
            move(s, comm, me, n);
        s->common = before + 77;
    }
    MPI_Comm_free(&half);
    printf("rank %d: %016llx at %.12g s\n", s->rank, (unsigned long long)s->digest, argc > 3 ? 0 : MPI_Wtime());
    MPI_Finalize();
    free(s);
    return 0;
}
