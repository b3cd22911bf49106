/* Rounds on one side of a bound, rows of a sparse matrix, and what only the owner of a column does. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n, rank, size;
static double *a;

static void row(int g, int k, double *x)
{
    if (g < k)
        return;
    for (int j = 0; j < n; j++)
        x[j] = x[j] * 0.5 + 1;
}

static void cyclic(int mine, int k)
{
    for (int i = 0; i < mine; i++) {
        if (i * size + rank <= k)
            continue;
        for (int j = k; j < n; j++)
            a[i * n + j] += 1;
    }
}

static void rows(int first, int end, int k)
{
    for (int i = first; i < end; i++)
        if (i > k)
            for (int j = k; j < n; j++)
                a[(i - first) * n + j] *= 2;
}

static void backwards(int mine, int k)
{
    for (int i = mine - 1; i >= 0; i--) {
        int g = rank + size * i;
        if (g < k)
            break;
        for (int j = 0; j < k; j++)
            a[i * n + j] -= 1;
    }
}

static void in_a_function(int mine, int k)
{
    for (int i = 0; i < mine; i++)
        row(rank + i * size, k + 2, a + i * n);
}

static void two_ways(int mine, int k)
{
    for (int i = 0; i < mine; i++) {
        if (n - 1 - i * size - rank > k)
            for (int j = 0; j < k; j++)
                a[i * n + j] -= 1;
        else
            for (int j = 0; j < n; j++)
                a[i * n + j] += 1;
    }
}

/* Little code in each round. */
static void light(int mine, int k)
{
    for (int i = 0; i < mine; i++)
        if (k < rank + i * size)
            a[i] = a[i] / 3 + a[i + 1] / 5;
}

/* The rounds tell enough. */
static void at_the_ends(int mine, int k)
{
    for (int i = 0; i < mine; i++) {
        if (i > 0 && i < mine - 1)
            for (int j = 0; j < k; j++)
                a[i * n + j] -= 1;
    }
}

/* The ends of a loop over the difference of two numbers, and such a difference times another number: one parameter. */
struct slab {
    int low, high, width;
};

static int planes(const struct slab *s)
{
    return s->high - s->low;
}

static int points(const struct slab *s)
{
    return planes(s) * s->width;
}

static void ends_of_slab(const struct slab *s)
{
    for (int i = 0; i < planes(s); i++)
        for (int j = 0; j < s->width; j++) {
            if (i < planes(s) - 1)
                a[j] += a[j + 1];
            if (i > 0)
                a[j] -= a[j + 2];
        }
}

static void through(void (*apply)(const struct slab *s), const struct slab *s)
{
    apply(s);
}

static void all_of_slab(const struct slab *s)
{
    for (int i = 0; i < points(s); i++)
        a[i % n] *= 2;
}

/* By steps: the rounds alone, beside others if a loop depends on the counter, and backwards. */
static void by_steps(void)
{
    for (int i = rank; i < n; i += size)
        a[i] = a[i] * 2 + i / 3.0;
}

static void triangle_by_steps(void)
{
    for (int i = rank + 1; i <= n; i += size)
        for (int j = 0; j < i; j++)
            a[j] += 1;
}

static void down_by_steps(int k)
{
    for (int i = n - 1 - rank; i >= k; i -= size)
        for (int j = 0; j < n; j++)
            a[i] += a[j];
}

static void dealt_out(int k)
{
    for (int i = k + 1; i < n; i++)
        if (i % size == rank)
            for (int j = k; j < n; j++)
                a[j] -= 1;
}

static void of_others(int k)
{
    for (int i = 0; i < n; i++) {
        if (rank == (i + k) % size)
            continue;
        for (int j = k; j < n; j++)
            a[j] -= 1;
    }
}

static void owner(int k)
{
    if (rank == k % size)
        for (int i = k; i < n; i++)
            a[i] *= 3;
}

/* Blocks of columns that are dealt out: by the rank's own columns, and by all. */
static int column(int i, int nb)
{
    return (i / nb * size + rank) * nb + i % nb;
}

static int owner_of(int g, int nb)
{
    return g / nb % size;
}

static void block_cyclic(int mine, int nb, int k)
{
    for (int i = 0; i < mine; i++) {
        int g = column(i, nb);
        if (g < k)
            continue;
        for (int j = k; j < n; j++)
            a[i * n + j] -= 1;
    }
}

static void blocks_of_mine(int nb, int k)
{
    for (int g = k; g < n; g++)
        if (owner_of(g, nb) == rank)
            for (int j = k; j < n; j++)
                a[j] -= 1;
}

/* The first of the rank's own rows is a product. */
static void blocks_of_rows(int mine, int k)
{
    for (int i = 0; i < mine; i++)
        if (rank * mine + i > k)
            for (int j = k; j < n; j++)
                a[i * n + j] *= 2;
}

static void half(int mine, int k)
{
    int middle = (k + 1) / 2;
    for (int i = 0; i < mine; i++)
        if (rank + i * size > middle + 1)
            for (int j = k; j < n; j++)
                a[i * n + j] += 1;
}

static int global(int i, int nb)
{
    return rank * nb + i / nb * nb * size + i % nb;
}

static void backwards_in_blocks(int mine, int k)
{
    for (int i = mine - 1; i >= 0; i--)
        if (k > global(i, 4))
            for (int j = 0; j < k; j++)
                a[i * n + j] -= 1;
}

static void end_in_blocks(int mine, int nb, int k)
{
    for (int i = 0; i < mine; i++)
        if (n - 1 - (i / nb * size + rank) * nb - i % nb >= k)
            for (int j = 0; j < k; j++)
                a[i * n + j] -= 1;
}

static void sparse(const int *first, const int *column, int last, double *y)
{
    for (int i = 1; i <= last; i++)
        for (int e = first[i]; e < first[i + 1]; e++)
            y[i] += a[column[e]];
}

/* Up to a product: the cells of a plane, and pairs. */
static void cells_by_steps(int nx, int ny)
{
    for (int i = rank; i < nx * ny; i += size)
        a[i] += 1;
}

static void pairs_by_steps(int nx)
{
    int pairs = (nx - 1) * (nx - 2);
    for (int i = rank; i < pairs; i += size)
        a[i] += 1;
}

/* Of a layer of given width at the ends of what is dealt out, a function tells, or a variable. */
static int is_layer(const struct slab *s, int i, int width) {
    return i < s->low + width || i >= s->high - width;
}

static int is_inner(const struct slab *s, int i, int width) {
    if (i < width)
        return 0;
    return i < s->high && s->low < i;
}

static int is_mine(int i) {
    return i % size == rank;
}

static void layers(const struct slab *s, int first, int end, int width) {
    for (int i = first; i < end; i++)
        if (is_layer(s, i, width))
            for (int j = 0; j < n; j++)
                a[j] += exp(a[j]);
}

static void outside(const struct slab *s, int mine, int width) {
    for (int i = 0; i < mine; i++)
        if (!is_inner(s, i, width))
            for (int j = 0; j < n; j++)
                a[j] += exp(a[j]);
}

static void in_a_variable(int first, int end, int width) {
    for (int i = first; i < end; i++) {
        int inside = i >= width && i < n - width;
        if (inside)
            continue;
        for (int j = 0; j < n; j++)
            a[j] += exp(a[j]);
    }
}

static void of_my_own(void) {
    for (int i = 0; i < n; i++) {
        if (!is_mine(i))
            continue;
        for (int j = 0; j < n; j++)
            a[j] += exp(a[j]);
    }
}

/* Data decide, too: the numbers that they are compared with. */
static int is_far(const int *column, int i, int width) {
    return i < width || column[i] > width + 1;
}

static void far_or_layer(const int *column, int mine, int width) {
    for (int i = 0; i < mine; i++)
        if (is_far(column, i, width))
            for (int j = 0; j < n; j++)
                a[j] += exp(a[j]);
}

/* Steps from 0, to a constant, and down to 0. */
static void digits(int bits) {
    for (int shift = 0; shift < 32; shift += bits)
        for (int j = 0; j < n; j++)
            a[j] += ((int)a[j] >> shift) & 1;
    for (int at = 0; at < n; at += bits)
        for (int j = 0; j < n; j++)
            a[j] += exp(a[j]);
    for (int left = n; left > 0; left -= bits)
        for (int j = 0; j < n; j++)
            a[j] += exp(a[j]);
}

/* Parts of ranks by products: the same in both bounds, or the last part is shorter. */
static void parts(int nx, int ny) {
    int chunk = n / size, per = (n + size - 1) / size;
    for (int i = rank * chunk; i < (rank + 1) * chunk; i++)
        a[i] += exp(a[i]);
    int low = per * rank, high = low + per < n ? low + per : n;
    for (int i = low; i < high; i++)
        for (int j = 0; j < i; j++)
            a[j] += exp(a[i]);
    for (int j = nx * rank; j < ny + nx * rank; j++)
        a[j % n] += exp(a[0]);
}

static void clamped(int per) {
    int low = rank * per, high = low + per;
    if (high > n)
        high = n;
    for (int i = low; i < high; i++)
        a[i] += exp(a[i]);
}

static void clamped_below(int wide) {
    int low = rank * wide - 1, high = rank * wide + wide + 1;
    if (0 > low)
        low = 0;
    if (high >= n)
        high = n - 1;
    for (int i = low; i <= high; i++)
        a[i] += exp(a[i]);
}

/* It is no limit that the value is compared with. */
static void set_anew(int per) {
    int low = rank * per, high = low + per;
    if (high > n)
        high = low;
    for (int i = low; i < high; i++)
        a[i] += exp(a[i]);
}

static void pairs(void) {
    long all = (long)n * (n - 1) / 2, low = all * rank / size, high = all * (rank + 1) / size;
    for (long p = low; p < high; p++)
        a[p % n] += exp(a[0]);
}

/* Nothing that counts asks for the number of the job: its rounds are enough. */
struct job {
    int length;
    int item[];
};

static struct job *make_job(int id, int length) {
    struct job *job = malloc(sizeof *job + length * sizeof(int));
    job->length = length;
    for (int i = 0; i < length; i++)
        job->item[i] = id * i;
    return job;
}

static void work(struct job *job) {
    for (int i = 0; i < job->length; i++)
        a[i] += exp(job->item[i]);
    free(job);
}

static void jobs(int many, int length) {
    for (int id = rank; id < many; id += size)
        work(make_job(id, length));
}

static void growing_jobs(int many) {
    for (int id = rank; id < many; id += size)
        work(make_job(id, id + 1));
}

/* The blocks of columns behind block k, of which every size-th is the rank's. */
static void blocks_behind(int k, int nb)
{
    for (int b = k + 1; b * nb < n; b++)
        if (b % size == rank)
            for (int j = b * nb; j < (b + 1) * nb && j < n; j++)
                for (int i = j; i < n; i++)
                    a[i] += j;
}

/* 2 * i + 1 of a heap's elements, and every second one. */
static void children(void)
{
    for (int i = 0; 2 * i + 1 < n; i++)
        a[i] += a[2 * i + 1];
    for (int i = 1; i + 1 < n; i++)
        a[i] += a[i + 1];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    int mine = n / size + (rank < n % size), first = n / size * rank, end = first + n / size;
    int *begin = malloc((size_t)(n + 2) * sizeof *begin), *columns = calloc((size_t)3 * n + 3, sizeof *columns), nb = argc > 2 ? atoi(argv[2]) : 3;
    struct slab slab = {first, end, n / 2};
    void (*apply)(const struct slab *) = argc > 3 ? ends_of_slab : all_of_slab;
    begin[0] = 0;
    for (int i = 0; i <= n; i++)
        begin[i + 1] = begin[i] + i % 3;
    a = calloc((size_t)(n + 1) * (mine + 1), sizeof *a);
    for (int k = 0; k < n; k += 7) {
        cyclic(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        rows(first, end, k);
        MPI_Barrier(MPI_COMM_WORLD);
        backwards(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        in_a_function(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        two_ways(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        light(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        at_the_ends(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        ends_of_slab(&slab);
        MPI_Barrier(MPI_COMM_WORLD);
        through(apply, &slab);
        MPI_Barrier(MPI_COMM_WORLD);
        by_steps();
        MPI_Barrier(MPI_COMM_WORLD);
        triangle_by_steps();
        MPI_Barrier(MPI_COMM_WORLD);
        down_by_steps(k);
        MPI_Barrier(MPI_COMM_WORLD);
        dealt_out(k);
        MPI_Barrier(MPI_COMM_WORLD);
        of_others(k);
        MPI_Barrier(MPI_COMM_WORLD);
        owner(k);
        MPI_Barrier(MPI_COMM_WORLD);
        block_cyclic(mine, nb, k);
        MPI_Barrier(MPI_COMM_WORLD);
        blocks_of_mine(nb, k);
        MPI_Barrier(MPI_COMM_WORLD);
        blocks_of_rows(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        half(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        backwards_in_blocks(mine, k);
        MPI_Barrier(MPI_COMM_WORLD);
        end_in_blocks(mine, nb, k);
        MPI_Barrier(MPI_COMM_WORLD);
        cells_by_steps(mine, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        pairs_by_steps(nb);
        MPI_Barrier(MPI_COMM_WORLD);
        layers(&slab, first, end, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        outside(&slab, mine, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        in_a_variable(first, end, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        of_my_own();
        MPI_Barrier(MPI_COMM_WORLD);
        far_or_layer(columns, mine, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        digits(nb);
        MPI_Barrier(MPI_COMM_WORLD);
        parts(mine, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        clamped(mine);
        MPI_Barrier(MPI_COMM_WORLD);
        clamped_below(nb);
        MPI_Barrier(MPI_COMM_WORLD);
        set_anew(nb);
        MPI_Barrier(MPI_COMM_WORLD);
        pairs();
        MPI_Barrier(MPI_COMM_WORLD);
        jobs(n, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        growing_jobs(nb);
        MPI_Barrier(MPI_COMM_WORLD);
        sparse(begin, columns, n - 1, a);
        MPI_Barrier(MPI_COMM_WORLD);
        blocks_behind(k, nb);
        MPI_Barrier(MPI_COMM_WORLD);
        children();
        MPI_Bcast(a, begin[n], MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    printf("%g\n", a[0]);
    MPI_Finalize();
    return 0;
}
