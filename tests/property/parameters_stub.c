/* parameters_stub.c - runs a program of parameters_random.py on a few ranks, without MPI and without bsim: a process
 * for each rank, pipes between them, and calls of blocks that print parameters and work.
 *
 * The environment: STUB_RANKS, and STUB_LOG, the start of the names of the files that ranks write. An instrumented
 * program writes "BLOCK PARAM... : WORK" for each execution of a block; a skeleton, built with -DSKELETON, "BLOCK
 * PARAM...". Messages are at most as long as a pipe holds, so that no send waits. */
#include <bsim/bsim.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 4, DEEP = 64, MOST_BYTES = 4096, MOST_COUNT = 512 };
static int rank, ranks = 1, to[RANKS][RANKS], from[RANKS][RANKS];
static FILE *log_file;

static void check(int fine, const char *what) {
    if (!fine) {
        fprintf(stderr, "stub: %s\n", what);
        exit(3);
    }
}

/* ---- blocks ---- */
static void print_parameters(int block, int nparam, const double *param) {
    if (!log_file)
        return;
    fprintf(log_file, "%d", block);
    for (int i = 0; i < nparam; i++)
        fprintf(log_file, " %.17g", param[i]);
}

#ifdef SKELETON
__thread ptrdiff_t bsim_private_offset;
double bsim_cost(int block, int nparam, const double *param) {
    print_parameters(block, nparam, param);
    if (log_file)
        fputc('\n', log_file);
    return 0;
}
void BSIM_Add_time(double seconds) {
    (void)seconds;
}
#else
extern long work;
static long begun;
/* What begins within a block is a part of its execution: itself, in a recursion, or one of a function that it calls and
 * that is also called elsewhere. */
static int open_block = -1, again;
__thread long bsim_counters[256] __attribute__((weak)); /* of a program that does not count */
void bsim_block_begin(int block, int nparam, const double *param) {
    block &= ~BSIM_NOT_OPTIMISED;
    again += open_block == block;
    if (open_block >= 0)
        return;
    open_block = block;
    print_parameters(open_block, nparam, param);
    begun = work;
}
void BSIM_Block_end(int block) {
    check(open_block >= 0, "the end of a block that has not begun");
    if (open_block != block || (again && again--))
        return;
    open_block = -1;
    if (log_file)
        fprintf(log_file, " : %ld\n", work - begun);
}
int bsim_block_again(void) {
    return again > 0;
}
#endif
int bsim_threads(void) {
    return 1;
}

/* ---- messages ---- */
static size_t width(MPI_Datatype type) {
    return type == MPI_DOUBLE || type == MPI_LONG ? 8 : type == MPI_CHAR || type == MPI_BYTE ? 1 : 4;
}

/* A buffer may be missing in a skeleton, and its address may hold how many of its bytes count. */
static void put(const void *buffer, size_t bytes, int dest) {
    char text[MOST_BYTES] = {0};
    uintptr_t address = (uintptr_t)buffer;
    size_t leading = address >> BSIM_LEADING_SHIFT;
    check(bytes <= MOST_BYTES, "a long message");
    if (buffer)
        memcpy(text, (void *)(address & (((uintptr_t)1 << BSIM_LEADING_SHIFT) - 1)),
               leading && leading < bytes ? leading : bytes);
    check(write(to[rank][dest], text, bytes) == (ssize_t)bytes, "no write");
}

static void get(void *buffer, size_t bytes, int source) {
    char text[MOST_BYTES];
    uintptr_t address = (uintptr_t)buffer;
    size_t leading = address >> BSIM_LEADING_SHIFT, have = 0;
    check(bytes <= MOST_BYTES, "a long message");
    while (have < bytes) {
        ssize_t n = read(from[source][rank], text + have, bytes - have);
        check(n > 0, "no read");
        have += (size_t)n;
    }
    if (buffer)
        memcpy((void *)(address & (((uintptr_t)1 << BSIM_LEADING_SHIFT) - 1)), text,
               leading && leading < bytes ? leading : bytes);
}

int MPI_Init(int *argc, char ***argv) {
    const char *many = getenv("STUB_RANKS"), *log = getenv("STUB_LOG");
    char name[4096];
    (void)argc, (void)argv;
    ranks = many ? atoi(many) : 1;
    check(ranks >= 1 && ranks <= RANKS, "STUB_RANKS");
    for (int i = 0; i < ranks; i++) {
        for (int k = 0; k < ranks; k++) {
            int ends[2];
            check(pipe(ends) == 0, "no pipe");
            from[i][k] = ends[0], to[i][k] = ends[1];
        }
    }
    for (int i = 1; i < ranks && rank == 0; i++)
        if (fork() == 0)
            rank = i;
    if (log) {
        snprintf(name, sizeof name, "%s.%d", log, rank);
        check((log_file = fopen(name, "w")) != NULL, "no file to write");
    }
    return MPI_SUCCESS;
}

int MPI_Finalize(void) {
    int status, bad = 0;
    if (log_file)
        fclose(log_file);
    log_file = NULL;
    while (rank == 0 && wait(&status) > 0)
        bad |= status != 0;
    check(!bad, "another rank failed");
    return MPI_SUCCESS;
}

int MPI_Comm_rank(MPI_Comm comm, int *r) {
    (void)comm;
    *r = rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size) {
    (void)comm;
    *size = ranks;
    return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm comm) {
    (void)comm;
    return MPI_SUCCESS;
}

int MPI_Sendrecv(const void *sent, int count, MPI_Datatype type, int dest, int tag, void *got, int count2,
                 MPI_Datatype type2, int source, int tag2, MPI_Comm comm, MPI_Status *status) {
    (void)tag, (void)tag2, (void)comm, (void)status;
    put(sent, (size_t)count * width(type), dest);
    get(got, (size_t)count2 * width(type2), source);
    return MPI_SUCCESS;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    (void)comm;
    for (int i = 0; i < ranks && rank == root; i++)
        if (i != rank)
            put(buffer, (size_t)count * width(type), i);
    if (rank != root)
        get(buffer, (size_t)count * width(type), root);
    return MPI_SUCCESS;
}

/* The sum of doubles, or the maximum of integers. */
int MPI_Allreduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    double d[MOST_COUNT], sum[MOST_COUNT];
    int n[MOST_COUNT], most[MOST_COUNT];
    size_t bytes = (size_t)count * width(type);
    (void)comm;
    check(count <= MOST_COUNT && (op == MPI_SUM ? type == MPI_DOUBLE : op == MPI_MAX && type == MPI_INT),
          "an unknown reduction");
    for (int i = 0; i < ranks; i++)
        put(mine == MPI_IN_PLACE ? all : mine, bytes, i);
    for (int i = 0; i < ranks; i++) {
        get(type == MPI_INT ? (void *)n : d, bytes, i);
        for (int k = 0; k < count; k++) {
            if (type == MPI_INT)
                most[k] = i && most[k] > n[k] ? most[k] : n[k];
            else
                sum[k] = i ? sum[k] + d[k] : d[k];
        }
    }
    if (all)
        memcpy((void *)((uintptr_t)all & (((uintptr_t)1 << BSIM_LEADING_SHIFT) - 1)),
               type == MPI_INT ? (void *)most : sum, bytes);
    return MPI_SUCCESS;
}
