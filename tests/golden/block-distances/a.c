/* Distances of pointers, lengths of texts, and values behind a pointer that may be null. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct range {
    double *begin, *end;
    int *many;
};

static double work[1000], sum;
static char name[100] = "jacobi";

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i % 1000] += 0.5 * work[0] + i;
}

static void up(const double *b, const double *e) {
    for (const double *p = b; p < e; p++)
        sum += *p;
}

static void down(const double *b, const double *e) {
    for (const double *p = e - 1; p >= b; --p)
        sum += *p;
}

static void unequal(const double *p, const double *e) {
    while (p != e)
        sum += *p++;
}

static void by_twos(const double *b, const double *e) {
    for (const double *p = b; p < e; p += 2)
        sum += *p;
}

static void of_array(int n) {
    for (double *p = work; p < work + n; p++)
        *p *= 0.5;
}

static void of_member(const struct range *r) {
    for (const double *p = r->begin; p != r->end; ++p)
        sum += *p;
}

static void rows(double **row, int many, int n) {
    for (int i = 0; i < many; i++) {
        double *first = row[i];
        for (double *p = first; p < first + n; p++)
            *p += i;
    }
}

static void as_size(const double *b, const double *e) {
    long many = e - b;
    for (long i = 0; i < many; i++)
        sum += b[i];
    scale((int)(e - work));
}

static void other_types(const char *b, const double *e) {
    for (const double *p = (const double *)b; p < e; p++)
        sum += *p;
}

static void text(const char *s) {
    scale((int)strlen(s));
}

static void own_text(void) {
    scale(2 * (int)strlen(name) + 1);
}

static void written_text(int n) {
    memset(name, 'x', (size_t)n);
    scale((int)strlen(name));
}

static void perhaps(const int *many) {
    scale(many ? *many : 5);
}

static void perhaps_of_member(const struct range *r) {
    scale(!r->many ? 5 : *r->many);
}

static void if_there(const struct range *r, int n) {
    if (r && r->many)
        scale(n);
    if (!r)
        scale(2 * n);
}

/* told: the pointer goes on from round to round, or not by even steps */
static void goes_on(const double *b, const double *e, int many) {
    const double *p = b;
    for (int i = 0; i < many; i++)
        for (; p < e - i; p++)
            sum += *p;
}

static void uneven(const double *b, const double *e) {
    for (const double *p = b; p < e; p++)
        if (*p > 0.5)
            p += 3;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12, k = argc > 2 ? atoi(argv[2]) : 5;
    double *begin = work + k, *end = begin + n, *row[4];
    struct range range = {begin, end, k > 4 ? &n : NULL};
    for (int i = 0; i < 4; i++)
        row[i] = work + 100 * i;
    up(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    down(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    unequal(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    by_twos(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    of_array(n);
    MPI_Barrier(MPI_COMM_WORLD);
    of_member(&range);
    MPI_Barrier(MPI_COMM_WORLD);
    rows(row, 4, n);
    MPI_Barrier(MPI_COMM_WORLD);
    as_size(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    other_types((const char *)begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    text(argc > 3 ? argv[3] : "");
    MPI_Barrier(MPI_COMM_WORLD);
    own_text();
    MPI_Barrier(MPI_COMM_WORLD);
    perhaps(range.many);
    MPI_Barrier(MPI_COMM_WORLD);
    perhaps_of_member(&range);
    MPI_Barrier(MPI_COMM_WORLD);
    if_there(k > 3 ? &range : NULL, n);
    MPI_Barrier(MPI_COMM_WORLD);
    const struct range *maybe = k > 3 ? &range : NULL;
    if_there(maybe, n);
    MPI_Barrier(MPI_COMM_WORLD);
    goes_on(begin, end, k);
    MPI_Barrier(MPI_COMM_WORLD);
    uneven(begin, end);
    MPI_Barrier(MPI_COMM_WORLD);
    written_text(n);
    MPI_Finalize();
    return 0;
}
