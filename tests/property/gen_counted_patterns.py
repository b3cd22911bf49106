"""Patterns for gen_counted.py: a pattern is functions, lines of main behind "-- main" and lines of each step behind "-- step"."""

PATTERNS = {
    "rows": """\
{static|static __attribute__((noinline))} void sweep@(double *a, double *b, int mine, PARAMS) {
    for (int i = 1; i <= mine; i++)
        for (int j = 1; j < M - 1; j++)
            b[i * M + j] = 0.25 * (a[(i - 1) * M + j] + a[(i + 1) * M + j] + a[i * M + j - 1] + a[i * M + j + 1]);
    memcpy(a + M, b + M, sizeof(double) * M * mine);
}
-- main
int mine@ = {N / SIZE + (RANK < N % SIZE)|(RANK + 1) * N / SIZE - RANK * N / SIZE|(RANK == SIZE - 1 ? N - RANK * (N / SIZE) : N / SIZE)};
double *a@ = calloc((mine@ + 2) * M, sizeof(double)), *b@ = calloc((mine@ + 2) * M, sizeof(double));
-- step
if (RANK > 0)
    MPI_Sendrecv(a@ + M, M, MPI_DOUBLE, RANK - 1, 1, a@, M, MPI_DOUBLE, RANK - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
if (RANK < SIZE - 1)
    MPI_Sendrecv(a@ + mine@ * M, M, MPI_DOUBLE, RANK + 1, 1, a@ + (mine@ + 1) * M, M, MPI_DOUBLE, RANK + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
sweep@(a@, b@, mine@, ARGS);
""",
    "chunks": """\
static void work@(double *a, int lo, int hi, PARAMS) {
    for (int i = lo; i < hi; i++)
        for (int j = 0; j < {M|M / 2|2 * M + 1|i|i + M|N - i}; j++)
            a[i] += 0.5 * j;
}
-- main
int chunk@ = (N + SIZE - 1) / SIZE, lo@ = RANK * chunk@, hi@ = lo@ + chunk@ < N ? lo@ + chunk@ : N;
double *a@ = calloc(N + chunk@, sizeof(double));
-- step
work@(a@, lo@, hi@, ARGS);
MPI_Allreduce(MPI_IN_PLACE, a@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "cyclic": """\
static void work@(double *a, PARAMS) {
    for (int i = RANK; i < N; i += SIZE)
        for (int j = {0|0|i}; j < {M|i|N|i * 2}; j++)
            a[i] += 0.5 * j;
}
-- main
double *a@ = calloc(N + 1, sizeof(double));
-- step
work@(a@, ARGS);
MPI_Allreduce(MPI_IN_PLACE, a@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "owners": """\
static void work@(double *a, PARAMS) {
    for (int i = 0; i < N; i++) {
        if ({i % SIZE != RANK|i / 4 % SIZE != RANK|i * SIZE / N != RANK})
            continue;
        for (int j = 0; j < {M|i + 1|3 * M}; j++)
            a[i] += 0.5 * j;
    }
}
-- main
double *a@ = calloc(N + 1, sizeof(double));
-- step
work@(a@, ARGS);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "grid": """\
static void pack@(double *out, const double *a, int x, int ny) {
    for (int j = 1; j <= ny; j++)
        out[j] = a[x * (ny + 2) + j];
}
static void smooth@(double *a, int nx, int ny) {
    for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++)
            a[i * (ny + 2) + j] = 0.5 * a[i * (ny + 2) + j] + 0.1 * a[(i - 1) * (ny + 2) + j + 1];
}
-- main
int dims@[2] = {0, 0}, periods@[2] = {{0|1}, 0}, at@[2], low@, high@;
MPI_Comm cart@;
MPI_Dims_create(SIZE, 2, dims@);
MPI_Cart_create(MPI_COMM_WORLD, 2, dims@, periods@, 0, &cart@);
MPI_Cart_coords(cart@, RANK, 2, at@);
MPI_Cart_shift(cart@, 0, 1, &low@, &high@);
int nx@ = N / dims@[0] + (at@[0] < N % dims@[0]), ny@ = M / dims@[1] + (at@[1] < M % dims@[1]);
double *a@ = calloc((nx@ + 2) * (ny@ + 2), sizeof(double)), *out@ = calloc(2 * M + 4, sizeof(double));
-- step
if (low@ != MPI_PROC_NULL)
    pack@(out@, a@, 1, ny@);
if (high@ != MPI_PROC_NULL)
    pack@(out@ + M, a@, nx@, ny@);
MPI_Sendrecv(out@, ny@, MPI_DOUBLE, low@, 3, a@, ny@, MPI_DOUBLE, high@, 3, cart@, MPI_STATUS_IGNORE);
smooth@(a@, nx@, ny@);
""",
    "neighbours": """\
struct side@ { int rank, count; };
static void gather@(double *out, const double *a, const struct side@ *sides, int many) {
    for (int s = 0; s < many; s++)
        for (int i = 0; i < sides[s].count; i++)
            out[i] += a[i] * s;
}
static void inside@(double *a, int count, PARAMS) {
    for (int i = 0; i < count * M; i++)
        a[i] = 0.5 * a[i] + 1;
}
-- main
struct side@ sides@[4];
int many@ = 0, wide@ = (int)sqrt((double)SIZE), part@ = N / wide@ + 1;
for (int d = 0; d < 4; d++) {
    int x = RANK % wide@ + (d == 0) - (d == 1), y = RANK / wide@ + (d == 2) - (d == 3);
    if (x >= 0 && x < wide@ && y >= 0 && y < wide@) {
        sides@[many@].rank = y * wide@ + x;
        sides@[many@++].count = d < 2 ? part@ : M;
    }
}
double *a@ = calloc((part@ + M) * (M + 1), sizeof(double)), *out@ = calloc(N + M + 2, sizeof(double));
-- step
gather@(out@, a@, sides@, many@);
MPI_Barrier(MPI_COMM_WORLD);
inside@(a@, part@, ARGS);
""",
    "master": """\
static void prepare@(double *a, PARAMS) {
    for (int i = 0; i < {N|N * SIZE|N * M}; i++)
        a[i % N] = i;
}
static void compute@(double *a, int from, int to, PARAMS) {
    for (int i = from; i < to; i++)
        for (int j = 0; j < M; j++)
            a[i] = a[i] * 0.5 + j;
}
-- main
double *a@ = calloc(N + 1, sizeof(double));
-- step
if (RANK == 0)
    prepare@(a@, ARGS);
MPI_Bcast(a@, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
if ({RANK >= (SIZE > 1)|SIZE > 0})
    compute@(a@, {N * RANK / SIZE|0}, {N * (RANK + 1) / SIZE|N / SIZE}, ARGS);
if (RANK == {0|SIZE - 1})
    prepare@(a@, ARGS);
""",
    "pipeline": """\
static void row@(double *a, int i, int mine, PARAMS) {
    for (int j = 1; j < {mine|mine + i % 2}; j++)
        a[j] = 0.5 * a[j - 1] + i;
}
-- main
int mine@ = {(N * 4) / SIZE|N * 4 / SIZE + (RANK < N * 4 % SIZE)};
double *a@ = calloc(mine@ + 4, sizeof(double));
-- step
for (int i = 0; i < M; i++) {
    if (RANK > 0)
        MPI_Recv(a@, 1, MPI_DOUBLE, RANK - 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    row@(a@, i, mine@, ARGS);
    if (RANK < SIZE - 1)
        MPI_Send(a@ + mine@ - 1, 1, MPI_DOUBLE, RANK + 1, 5, MPI_COMM_WORLD);
}
""",
    "levels": """\
static void relax@(double *a, int n) {
    for (int s = 0; s < {2|3}; s++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = 0.5 * a[i * n + j - 1] + 0.1;
}
static void cycle@(double *a, int n) {
    relax@(a, n);
    if (n > {4|8}) {
        cycle@(a, n / 2);
        {cycle@(a, n / 2)|relax@(a, n)};
    }
}
-- main
double *a@ = calloc((N + 2) * (N + 2), sizeof(double));
int own@ = N / SIZE + 2;
-- step
cycle@(a@, own@);
MPI_Allreduce(MPI_IN_PLACE, a@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "levels by message": """\
static void relax@(double *a, int n) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < n; j++)
            a[i] = 0.5 * a[i - 1] + j;
}
-- main
double *a@ = calloc(N + 4, sizeof(double));
-- step
for (int len = N / SIZE + 2; len > 3; len /= 2) {
    relax@(a@, len);
    MPI_Sendrecv(a@, 1, MPI_DOUBLE, (RANK + 1) % SIZE, 2, a@ + 1, 1, MPI_DOUBLE, (RANK + SIZE - 1) % SIZE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
""",
    "insertion sort": """\
static void sort@(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}
static void fill@(int *a, int n, unsigned seed) {
    for (int i = 0; i < n; i++)
        a[i] = draw(&seed) % 1000;
}
-- main
int mine@ = 4 * N / SIZE + 1, *a@ = calloc(mine@, sizeof(int));
-- step
fill@(a@, mine@, {RANK + 1|RANK * 17 + step|5});
sort@(a@, mine@);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "quick sort": """\
static void sort@(int *a, int lo, int hi) {
    if (lo >= hi)
        return;
    int p = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < p)
            i++;
        while (a[j] > p)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    sort@(a, lo, j);
    sort@(a, i, hi);
}
static void fill@(int *a, int n, unsigned seed) {
    for (int i = 0; i < n; i++)
        a[i] = draw(&seed) % 100000;
}
-- main
int mine@ = M * N / SIZE + 1, *a@ = calloc(mine@, sizeof(int));
-- step
fill@(a@, mine@, RANK + {1|step});
sort@(a@, 0, mine@ - 1);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "merge sort": """\
static void merge@(int *a, int *t, int n) {
    for (int w = 1; w < n; w *= 2)
        for (int i = 0; i + w < n; i += 2 * w) {
            int l = i, r = i + w, end = i + 2 * w < n ? i + 2 * w : n;
            for (int k = i; k < end; k++)
                t[k] = r >= end || (l < i + w && a[l] <= a[r]) ? a[l++] : a[r++];
            for (int k = i; k < end; k++)
                a[k] = t[k];
        }
}
-- main
int mine@ = 4 * N / SIZE + 1, *a@ = calloc(mine@, sizeof(int)), *t@ = calloc(mine@, sizeof(int));
-- step
for (int i = 0; i < mine@; i++)
    a@[i] = i * 7919 % 1009;
merge@(a@, t@, mine@);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "factorization": """\
static void panel@(double *a, int k, int bs, PARAMS) {
    for (int j = k * bs; j < (k + 1) * bs && j < N; j++)
        for (int i = j + 1; i < N; i++)
            a[i] = a[i] * 0.5 + j;
}
static void update@(double *a, int k, int bs, PARAMS) {
    for (int b = k + 1; b * bs < N; b++)
        if (b % SIZE == RANK)
            for (int j = b * bs; j < (b + 1) * bs && j < N; j++)
                for (int i = {k * bs|0|j}; i < N; i++)
                    a[i] += 0.1 * j;
}
-- main
int bs@ = {4|M / 4 + 1|8};
double *a@ = calloc(N + 1, sizeof(double));
-- step
for (int k = 0; k * bs@ < N; k++) {
    if (k % SIZE == RANK)
        panel@(a@, k, bs@, ARGS);
    MPI_Bcast(a@, N, MPI_DOUBLE, k % SIZE, MPI_COMM_WORLD);
    update@(a@, k, bs@, ARGS);
}
""",
    "load of the rank": """\
static void work@(double *a, PARAMS) {
    for (int i = 0; i < {N * (RANK + 1)|N + RANK * M|N / (RANK + 1)|(RANK % 2 ? N : M)|N + (RANK == SIZE / 2) * M}; i++)
        for (int j = 0; j < M; j++)
            a[j] += i;
}
-- main
double *a@ = calloc(M + 1, sizeof(double));
-- step
work@(a@, ARGS);
MPI_Allreduce(MPI_IN_PLACE, a@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "every few steps": """\
static void advance@(double *a, int mine, PARAMS) {
    for (int i = 0; i < mine; i++)
        a[i] = a[i] * 0.5 + M;
}
static void output@(double *a, int mine, PARAMS) {
    for (int i = 0; i < mine; i++)
        for (int j = 0; j < M; j++)
            a[i] += j;
}
-- main
int mine@ = N / SIZE + (RANK < N % SIZE);
double *a@ = calloc(mine@ + 1, sizeof(double));
-- step
for (int k = 0; k < {M|10|N}; k++) {
    advance@(a@, mine@, ARGS);
    if (k % {5|4|7} == {0|3})
        output@(a@, mine@, ARGS);
    MPI_Allreduce(MPI_IN_PLACE, a@, {1|k % 5 == 0}, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
""",
    "every few steps inside": """\
static void advance@(double *a, int mine, int step, PARAMS) {
    for (int k = 0; k < {M|N}; k++) {
        for (int i = 0; i < mine; i++)
            a[i] = a[i] * 0.5 + M;
        if ({k % 5 == 0|k % 4 == step % 4|k > 8|(k & 3) == 3})
            for (int i = 0; i < mine; i++)
                for (int j = 0; j < {4|M}; j++)
                    a[i] += j;
    }
}
-- main
int mine@ = N / SIZE + (RANK < N % SIZE);
double *a@ = calloc(mine@ + 1, sizeof(double));
-- step
advance@(a@, mine@, step, ARGS);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "convergence": """\
static double iterate@(double *x, int mine) {
    double sum = 0;
    for (int i = 0; i < mine; i++) {
        x[i] = 0.5 * (x[i] + {2.0 / x[i]|1.0|(i + 1) / x[i]});
        sum += x[i] > 1 ? x[i] : 1;
    }
    return sum;
}
-- main
int mine@ = N * 8 / SIZE + 1;
double *x@ = calloc(mine@, sizeof(double));
-- step
for (int i = 0; i < mine@; i++)
    x@[i] = {1 + i|M}; 
double last@ = 0, now@ = 1;
for (int k = 0; k < 50 && fabs(now@ - last@) > {1e-6|1e-3}; k++) {
    last@ = now@;
    now@ = iterate@(x@, mine@);
    MPI_Allreduce(MPI_IN_PLACE, &now@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
""",
    "convergence inside": """\
static void roots@(double *x, int mine) {
    for (int i = 0; i < mine; i++) {
        double y = 1 + i, before = 0;
        while (fabs(y - before) > 1e-9 * y) {
            before = y;
            y = 0.5 * (y + (i + 2) / y);
        }
        x[i] = y;
    }
}
-- main
int mine@ = {N * 8 / SIZE + 1|N * M / SIZE + 1};
double *x@ = calloc(mine@, sizeof(double));
-- step
roots@(x@, mine@);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "sparse rows": """\
static void multiply@(const int *start, const int *column, const double *x, double *y, int rows) {
    for (int i = 0; i < rows; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            y[i] += x[column[k]];
}
-- main
int rows@ = N * 2 / SIZE + 1, *start@ = calloc(rows@ + 1, sizeof(int));
for (int i = 0; i < rows@; i++)
    start@[i + 1] = start@[i] + {M|i % 7 + 1|(i > 0) + (i < rows@ - 1) + 1|(i % M == 0 ? M : 3)};
int *column@ = calloc(start@[rows@] + 1, sizeof(int));
double *x@ = calloc(rows@ + 1, sizeof(double)), *y@ = calloc(rows@ + 1, sizeof(double));
for (int k = 0; k < start@[rows@]; k++)
    column@[k] = k % rows@;
-- step
multiply@(start@, column@, x@, y@, rows@);
MPI_Allreduce(MPI_IN_PLACE, y@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "cells": """\
static void forces@(const int *many, double *f, int cells) {
    for (int c = 0; c < cells; c++)
        for (int d = c - 1; d <= c + 1; d++)
            if (d >= 0 && d < cells)
                for (int i = 0; i < many[c]; i++)
                    for (int j = 0; j < many[d]; j++)
                        f[c] += i - j;
}
-- main
int cells@ = M / SIZE + 1, *many@ = calloc(cells@, sizeof(int));
unsigned seed@ = {RANK + 1|7};
for (int i = 0; i < N * 4 / SIZE; i++)
    many@[draw(&seed@) % cells@]++;
double *f@ = calloc(cells@, sizeof(double));
-- step
forces@(many@, f@, cells@);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "butterflies": """\
static void transform@(double *a, int n) {
    for (int len = 2; len <= n; len *= 2)
        for (int i = 0; i + len <= n; i += len)
            for (int j = 0; j < len / 2; j++)
                a[i + j] = a[i + j] + 0.5 * a[i + j + len / 2];
}
-- main
int n@ = {1|2}, rows@ = M / SIZE + 1;
while (n@ * 2 <= N * 4)
    n@ *= 2;
double *a@ = calloc(n@, sizeof(double));
-- step
for (int k = 0; k < rows@; k++)
    transform@(a@, n@);
MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, a@, 0, MPI_INT, MPI_COMM_WORLD);
""",
    "tiles": """\
static void tiled@(double *a, int rows, PARAMS) {
    int bs = {8|16|M / 2 + 1};
    for (int ii = 0; ii < rows; ii += bs)
        for (int jj = 0; jj < N; jj += bs)
            for (int i = ii; i < (ii + bs < rows ? ii + bs : rows); i++)
                for (int j = jj; j < N && j < jj + bs; j++)
                    a[j] += i;
}
-- main
int rows@ = N / SIZE + (RANK < N % SIZE);
double *a@ = calloc(N + 1, sizeof(double));
-- step
tiled@(a@, rows@, ARGS);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "ring": """\
static void pairs@(double *f, int mine, int theirs, int same) {
    for (int i = 0; i < mine; i++)
        for (int j = {0|same ? i + 1 : 0}; j < theirs; j++)
            f[i] += 1.0 / (1 + j);
}
-- main
int mine@ = N * 2 / SIZE + (RANK < N * 2 % SIZE);
double *f@ = calloc(N * 2 + 2, sizeof(double));
-- step
for (int p = 0; p < SIZE; p++) {
    int from = (RANK + p) % SIZE;
    pairs@(f@, mine@, N * 2 / SIZE + (from < N * 2 % SIZE), p == 0);
    MPI_Sendrecv_replace(f@, N, MPI_DOUBLE, (RANK + 1) % SIZE, 4, (RANK + SIZE - 1) % SIZE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
""",
    "tree": """\
static void combine@(double *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] += 0.5 * a[i + n];
}
-- main
int n@ = N * M;
double *a@ = calloc(2 * n@, sizeof(double));
-- step
combine@(a@, n@ / SIZE);
for (int d = 1; d < SIZE; d *= 2) {
    if (RANK & d) {
        MPI_Send(a@, n@, MPI_DOUBLE, RANK - d, 6, MPI_COMM_WORLD);
        break;
    }
    if (RANK + d < SIZE) {
        MPI_Recv(a@ + n@, n@, MPI_DOUBLE, RANK + d, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        combine@(a@, n@);
    }
}
""",
    "adaptive": """\
static double integral@(double a, double b, int depth) {
    double middle = 0.5 * (a + b), whole = (b - a) * exp(-middle * middle), halves = 0.5 * (b - a) * (exp(-a * b) + exp(-middle * b));
    if (depth == 0 || fabs(whole - halves) < 1e-5)
        return halves;
    return integral@(a, middle, depth - 1) + integral@(middle, b, depth - 1);
}
-- main
double width@ = 4.0 / SIZE, sum@ = 0;
-- step
for (int k = 0; k < N; k++)
    sum@ += integral@(RANK * width@, (RANK + 1) * width@, {M / 3|6|M % 8});
MPI_Allreduce(MPI_IN_PLACE, &sum@, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
""",
    "front": """\
static void spread@(double *a, int front, PARAMS) {
    for (int i = 0; i < front; i++)
        for (int j = 0; j < {front|M}; j++)
            a[i] += j;
}
-- main
double *a@ = calloc(N * 2 + M + 2, sizeof(double));
int front@ = {1|M}, grow@ = {N / 8 + 1|2};
-- step
for (int k = 0; k < 8; k++) {
    spread@(a@, front@ < N ? front@ : N, ARGS);
    front@ += grow@;
    MPI_Barrier(MPI_COMM_WORLD);
}
front@ = 1;
""",
    "sieve": """\
static int sieve@(char *marked, int n) {
    int primes = 0;
    memset(marked, 0, n);
    for (int i = 2; i < n; i++)
        if (!marked[i]) {
            primes++;
            for (int j = 2 * i; j < n; j += i)
                marked[j] = 1;
        }
    return primes;
}
-- main
char *marked@ = calloc(N * M + 2, 1);
-- step
sieve@(marked@, N * M / SIZE + 2);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "life": """\
static void live@(char *a, char *b, int rows, int cols) {
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < cols - 1; j++) {
            int n = a[(i - 1) * cols + j] + a[(i + 1) * cols + j] + a[i * cols + j - 1] + a[i * cols + j + 1];
            if (n == 2 || (n == 1 && a[i * cols + j]))
                b[i * cols + j] = 1;
            else
                b[i * cols + j] = 0;
        }
}
-- main
int rows@ = N / SIZE + 2;
char *a@ = calloc(rows@ * M, 1), *b@ = calloc(rows@ * M, 1);
for (int i = 0; i < rows@ * M; i++)
    a@[i] = i % 3 == 0 || i % 5 == 1;
-- step
live@({step % 2 ? b@ : a@|a@}, {step % 2 ? a@ : b@|b@}, rows@, M);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "wavefront table": """\
static void table@(int *t, const char *a, const char *b, int na, int nb) {
    for (int i = 1; i <= na; i++)
        for (int j = 1; j <= nb; j++)
            if (a[i - 1] == b[j - 1])
                t[i * (nb + 1) + j] = t[(i - 1) * (nb + 1) + j - 1] + 1;
            else
                t[i * (nb + 1) + j] = t[(i - 1) * (nb + 1) + j] > t[i * (nb + 1) + j - 1] ? t[(i - 1) * (nb + 1) + j] : t[i * (nb + 1) + j - 1];
}
-- main
int na@ = N / SIZE + 1, *t@ = calloc((na@ + 1) * (M + 1), sizeof(int));
char *one@ = calloc(na@ + 1, 1), *two@ = calloc(M + 1, 1);
for (int i = 0; i < na@; i++)
    one@[i] = i * 7 % 4;
for (int i = 0; i < M; i++)
    two@[i] = i * 5 % 4;
-- step
table@(t@, one@, two@, na@, M);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "modes": """\
static void solve@(double *a, int mine, int mode, PARAMS) {
    switch (mode) {
    case 0:
        for (int i = 0; i < mine; i++)
            a[i] += 1;
        break;
    case 1:
        for (int i = 0; i < mine; i++)
            for (int j = 0; j < M; j++)
                a[i] += j;
        break;
    default:
        for (int i = 0; i < mine; i++)
            for (int j = 0; j < i; j++)
                a[i] += j;
    }
}
-- main
int mine@ = N / SIZE + 1;
double *a@ = calloc(mine@, sizeof(double));
-- step
for (int k = 0; k < 6; k++) {
    solve@(a@, mine@, {k % 3|k == 5|(k + RANK) % 3|(RANK == 0 ? 2 : 1)}, ARGS);
    MPI_Barrier(MPI_COMM_WORLD);
}
""",
    "borders": """\
static void edge@(double *a, int rows, PARAMS) {
    if (RANK == 0)
        for (int j = 0; j < M; j++)
            a[j] = 1;
    if (RANK == SIZE - 1)
        for (int j = 0; j < {M|N}; j++)
            a[j] = 2;
    for (int i = {1|RANK == 0}; i < rows - {1|(RANK == SIZE - 1)}; i++)
        for (int j = 0; j < {M|8}; j++)
            a[j] += i;
}
-- main
int rows@ = N / SIZE;
double *a@ = calloc(N + M + 1, sizeof(double));
-- step
edge@(a@, rows@, ARGS);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "blocks in space": """\
struct box@ { int n[3], at[3], dims[3]; };
static void face@(double *out, const struct box@ *b, int axis) {
    int one = b->n[(axis + 1) % 3], two = b->n[(axis + 2) % 3];
    for (int i = 0; i < one; i++)
        for (int j = 0; j < two; j++)
            out[j] += i;
}
static void faces@(double *out, const struct box@ *b) {
    for (int axis = 0; axis < 3; axis++) {
        if (b->at[axis] > 0)
            face@(out, b, axis);
        if (b->at[axis] < b->dims[axis] - 1)
            face@(out, b, axis);
    }
}
static void volume@(double *out, const struct box@ *b) {
    for (int i = 0; i < b->n[0]; i++)
        for (int j = 0; j < b->n[1]; j++)
            for (int k = 0; k < b->n[2]; k++)
                out[k] += j;
}
-- main
struct box@ b@ = {{N, M, 12}, {0}, {0}};
MPI_Dims_create(SIZE, 3, b@.dims);
for (int d = 2, left = RANK; d >= 0; left /= b@.dims[d], d--) {
    b@.at[d] = left % b@.dims[d];
    b@.n[d] = b@.n[d] * (b@.at[d] + 1) / b@.dims[d] - b@.n[d] * b@.at[d] / b@.dims[d];
}
double *out@ = calloc(N + M + 12, sizeof(double));
-- step
faces@(out@, &b@);
MPI_Barrier(MPI_COMM_WORLD);
volume@(out@, &b@);
""",
    "hash": """\
static int insert@(int *table, int room, int many, unsigned seed) {
    int probes = 0;
    memset(table, 0, room * sizeof(int));
    for (int i = 0; i < many; i++) {
        int key = 1 + draw(&seed), at = key % room;
        while (table[at]) {
            at = (at + 1) % room;
            probes++;
        }
        table[at] = key;
    }
    return probes;
}
-- main
int room@ = {N * M|1024 * (1 + N * M / 512)}, *table@ = calloc(room@, sizeof(int));
-- step
insert@(table@, room@, N * M / SIZE / 2, RANK + 1);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "search": """\
static int find@(const int *a, int n, int key) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (a[middle] < key)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}
static int all@(const int *a, int n, int many) {
    int sum = 0;
    for (int k = 0; k < many; k++)
        sum += find@(a, n, k * 3);
    return sum;
}
-- main
int n@ = {N * 8|N * 8 / SIZE + 1}, *a@ = calloc(n@, sizeof(int));
for (int i = 0; i < n@; i++)
    a@[i] = i * 2;
-- step
all@(a@, n@, M * 4 / SIZE + 1);
MPI_Barrier(MPI_COMM_WORLD);
""",
    "graph": """\
static int visit@(const int *next, int *seen, int *queue, int n, int degree) {
    int head = 0, tail = 0;
    memset(seen, 0, n * sizeof(int));
    queue[tail++] = 0;
    seen[0] = 1;
    while (head < tail) {
        int v = queue[head++];
        for (int k = 0; k < degree; k++) {
            int w = next[v * degree + k];
            if (!seen[w]) {
                seen[w] = seen[v] + 1;
                queue[tail++] = w;
            }
        }
    }
    return tail;
}
-- main
int n@ = N * 2 / SIZE + 2, *next@ = calloc(n@ * 4, sizeof(int)), *seen@ = calloc(n@, sizeof(int)), *queue@ = calloc(n@, sizeof(int));
for (int i = 0; i < n@ * 4; i++)
    next@[i] = {(i * 13 + 5) % n@|(i / 4 + 1) % n@|(i / 4 + (i % 4 + 1)) % n@};
-- step
visit@(next@, seen@, queue@, n@, 4);
MPI_Barrier(MPI_COMM_WORLD);
""",
}
