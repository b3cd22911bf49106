/* One-sided operations with fences, and with start, complete, post and wait: data, operators, datatypes.
 * diff: ranks=1,2,4 */
#include "diff.h"

enum { N = 24 };

static void show(const char *what, const int *w, int n) {
    char line[512];
    int at = 0;
    for (int i = 0; i < n; i++)
        at += snprintf(line + at, sizeof line - (size_t)at, " %d", w[i]);
    out("%s:%s", what, line);
}

static void puts_and_gets(int rank, int size) {
    int *w, got[4] = {-1, -1, -1, -1};
    MPI_Win win;
    MPI_Win_allocate(N * sizeof *w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
    for (int i = 0; i < N; i++)
        w[i] = 1000 * rank + i;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    int next = (rank + 1) % size, values[3] = {rank * 10 + 1, rank * 10 + 2, rank * 10 + 3};
    MPI_Put(values, 3, MPI_INT, next, 5, 3, MPI_INT, win);
    MPI_Get(got, 2, MPI_INT, next, 20, 2, MPI_INT, win);
    MPI_Put(values, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    show("put", w, N);
    show("get", got, 4);
    MPI_Barrier(MPI_COMM_WORLD); /* the next puts may come as soon as their origin has left the fence */
    MPI_Datatype column, bytes;
    MPI_Type_vector(3, 1, 2, MPI_INT, &column);
    MPI_Type_contiguous(12, MPI_BYTE, &bytes);
    MPI_Type_commit(&column);
    MPI_Type_commit(&bytes);
    MPI_Put(values, 3, MPI_INT, next, 10, 1, column, win);
    MPI_Put(values, 1, bytes, next, 0, 3, MPI_INT, win);
    MPI_Type_free(&column);
    MPI_Type_free(&bytes);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    show("types", w, N);
    MPI_Win_free(&win);
    out("null %d", win == MPI_WIN_NULL);
}

static void operators(int rank, int size) {
    MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    enum { OPS = sizeof ops / sizeof *ops };
    int w[2 * OPS], values[OPS][2];
    double d[2];
    MPI_Win win, wind;
    for (int i = 0; i < 2 * OPS; i++)
        w[i] = 3 + i % 5;
    d[0] = 0.1, d[1] = -5;
    MPI_Win_create(w, sizeof w, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(d, sizeof d, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wind);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, wind);
    for (int i = 0; i < OPS; i++) {
        int *v = values[i];
        v[0] = rank + 2, v[1] = rank + i;
        for (int to = 0; to < size; to++)
            MPI_Accumulate(v, 2, MPI_INT, to, 2 * i, 2, MPI_INT, ops[i], win);
    }
    double x = rank + 0.5;
    MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, sizeof(double), 1, MPI_DOUBLE, MPI_MAX, wind);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, wind);
    show("operators", w, 2 * OPS);
    out("max %g %g", d[0], d[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    int v = 7 * rank, old = -1;
    MPI_Accumulate(&v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &old, 1, MPI_INT, (rank + 1) % size, 3, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    out("replaced %d, read %d", w[0], old);
    MPI_Win_free(&win);
    MPI_Win_free(&wind);
}

/* Pairs, and a derived type of them. */
static void pairs(int rank, int size) {
    struct pair {
        double value;
        int at;
    } w[4], mine[4];
    MPI_Win win;
    memset(w, 0, sizeof w);
    memset(mine, 0, sizeof mine);
    for (int i = 0; i < 4; i++) {
        w[i].value = 2, w[i].at = 100 + i;
        mine[i].value = (rank * 7 + i) % 5, mine[i].at = rank;
    }
    MPI_Win_create(w, sizeof w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Datatype every;
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE_INT, &every);
    MPI_Type_commit(&every);
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 2, MPI_DOUBLE_INT, 0, 0, 1, every, MPI_MAXLOC, win);
    MPI_Accumulate(mine, 1, every, size - 1, 1, 1, every, MPI_MINLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        out("pair %g %d", w[i].value, w[i].at);
    MPI_Type_free(&every);
    MPI_Win_free(&win);
}

static void groups(int rank, int size) {
    int *w, got = -1;
    MPI_Win win;
    MPI_Group all, to, from;
    MPI_Win_allocate(N * sizeof *w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
    for (int i = 0; i < N; i++)
        w[i] = -rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_get_group(win, &all);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Group_incl(all, 1, &next, &to);
    MPI_Group_incl(all, 1, &before, &from);
    for (int round = 0; round < 3; round++) {
        int v = 100 * rank + round, flag = 0;
        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(&v, 1, MPI_INT, next, round, 1, MPI_INT, win);
        MPI_Get(&got, 1, MPI_INT, next, 10, 1, MPI_INT, win);
        MPI_Win_complete(win);
        if (round == 1)
            while (!flag)
                MPI_Win_test(win, &flag);
        else
            MPI_Win_wait(win);
        out("round %d: %d, got %d", round, w[round], got);
    }
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    puts_and_gets(rank, size);
    operators(rank, size);
    pairs(rank, size);
    groups(rank, size);
    MPI_Finalize();
    return 0;
}
