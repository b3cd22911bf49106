/* test of static data */
#define _GNU_SOURCE
#include "g.h"
#include <stdio.h>
#include <getopt.h>
#include <stdlib.h>

int counter = 5, other[3] = {1, 2, 3}, *ptr = &counter;
double table[] = {1.0, 2.0, 3.0};
struct cfg config = {3, table};
static const int fixed = 7;
static const char *const names[] = {"a", "b"};
static const char *mutable_name = "x";
static int flag;
static const struct option longopts[] = {{"flag", no_argument, &flag, 1}, {0, 0, 0, 0}};
static int *const cp = &flag;
static __thread int tls = 4;
typedef int (*fn)(int);
static int twice(int x) { return 2 * x; }
static fn const ops[] = {twice};
static fn current = twice;
enum { K = sizeof(other) / sizeof(other[0]) };
static char buf[sizeof(table)], *end = buf + sizeof buf;
static struct { int a; struct { int b[2]; } in; } anon = {.a = 1, .in = {.b = {2, 3}}};

int *where(void) { return &other[1]; }

int main(int argc, char **argv)
{
    int rank, size;
    static int calls = 0;
    static int hist[4], *hp = hist;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    counter += rank;
    BUMP();
    TAB(1) += rank;
    hp[1] = rank; calls++;
    MPI_Barrier(MPI_COMM_WORLD);
    next_id();
    if (rank == 1) next_id();
    MPI_Barrier(MPI_COMM_WORLD);
    *ptr += 100;
    tls += rank;
    flag = 0;
    anon.in.b[1] += rank;
    *longopts[0].flag = rank;
    current = ops[0];
    sprintf(buf, "%d", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: counter %d table %g config %g other %d flag %d cp %d tls %d K %d hist %d calls %d id %d fixed %d %s %s anon %d cur %d buf %s end %d where %d sizeof %zu\n", rank, counter, TAB(1), config.p[1], *where(), flag, *cp, tls, K, hist[1], calls, next_id(), fixed, names[1], mutable_name, anon.in.b[1], current(rank), buf, (int)(end - buf), (int)(where() - other), sizeof(table));
    MPI_Finalize();
    return 0;
}
