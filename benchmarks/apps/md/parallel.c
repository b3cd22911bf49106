#include "parallel.h"

#include <limits.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int my_rank = 0;
static int ranks = 1;

void parallel_init(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

void parallel_end(void) {
    MPI_Finalize();
}

int parallel_rank(void) {
    return my_rank;
}

int parallel_size(void) {
    return ranks;
}

int parallel_is_root(void) {
    return my_rank == 0;
}

double parallel_time(void) {
    return MPI_Wtime();
}

void parallel_barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

void parallel_grid(int dims[3]) {
    MPI_Dims_create(ranks, 3, dims);
}

void parallel_die(const char *format, ...) {
    va_list args;

    fflush(stdout);
    fprintf(stderr, "md: rank %d: ", my_rank);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

size_t parallel_sendrecv(const void *send, size_t send_bytes, int to, void *receive, size_t most_bytes, int from,
                         int tag) {
    MPI_Status status;
    int received;

    if (send_bytes > INT_MAX || most_bytes > INT_MAX)
        parallel_die("a message of more than %d bytes", INT_MAX);
    MPI_Sendrecv(send, (int)send_bytes, MPI_BYTE, to, tag, receive, (int)most_bytes, MPI_BYTE, from, tag,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &received);
    return (size_t)received;
}

void parallel_add_int(const int *mine, int *all, int count) {
    MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

void parallel_add_double(const double *mine, double *all, int count) {
    MPI_Allreduce(mine, all, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void parallel_max_int(const int *mine, int *all, int count) {
    MPI_Allreduce(mine, all, count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}

void parallel_min_ranked(const ranked *mine, ranked *all, int count) {
    MPI_Allreduce(mine, all, count, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
}

void parallel_max_ranked(const ranked *mine, ranked *all, int count) {
    MPI_Allreduce(mine, all, count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
}

void parallel_bcast(void *data, size_t bytes) {
    MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}
