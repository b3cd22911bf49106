/* An element is read on two conditions. The second one reads behind a pointer on the first one. */
#include <mpi.h>
#include <stdlib.h>

struct part {
    int count;
};

static double cells[100];

static void work(int n) {
    for (int i = 0; i < n; i++)
        cells[i % 100] += i * 1.1;
}

static void behind_pointer(const struct part *p, const int *list, int k, int wanted) {
    int n = 0;
    if (wanted > 0)
        if (k < p->count)
            n = list[k];
    work(n);
}

/* The conditions read only what is there in any case: they are the guard. */
static void in_front(int count, const int *list, int k, int wanted) {
    int n = 0;
    if (wanted > 0)
        if (k < count)
            n = list[k];
    work(n);
}

/* The same element on other conditions, of which one reads another element on a condition. */
static void two_lists(const int *counts, const int *list, int k, int wanted) {
    int n = 0;
    if (wanted > 0)
        if (k < counts[wanted])
            n = list[k];
    work(n);
    if (wanted > 1)
        n = list[k];
    work(n);
}

static int is_index(int k) {
    return k >= 0 && k < 1000;
}

/* What decides is not a comparison itself: no condition of C is known that would guard the element. */
static void by_flag(const int *list, int k) {
    int n = 0;
    int ok = k >= 0 && k < 1000;
    if (ok)
        n = list[k];
    work(n);
}

static void by_call(const int *list, int k) {
    int n = 0;
    if (is_index(k))
        n = list[k];
    work(n);
}

static void by_data(const int *list, int k) {
    int n = 0;
    if (cells[3] * k < 1000.0)
        n = list[k];
    work(n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int k = atoi(argv[1]), wanted = atoi(argv[2]), length = atoi(argv[3]);
    struct part *p = malloc(sizeof *p);
    p->count = length;
    int *list = malloc(length * sizeof *list), *counts = malloc(length * sizeof *counts);
    for (int i = 0; i < length; i++) {
        list[i] = 10 * i;
        counts[i] = length - i;
    }
    MPI_Bcast(list, length, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(counts, length, MPI_INT, 0, MPI_COMM_WORLD);
    behind_pointer(p, list, k, wanted);
    MPI_Barrier(MPI_COMM_WORLD);
    in_front(length, list, k, wanted);
    MPI_Barrier(MPI_COMM_WORLD);
    two_lists(counts, list, k, wanted);
    MPI_Barrier(MPI_COMM_WORLD);
    by_flag(list, k);
    MPI_Barrier(MPI_COMM_WORLD);
    by_call(list, k);
    MPI_Barrier(MPI_COMM_WORLD);
    if (k < length)
        by_data(list, k);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
