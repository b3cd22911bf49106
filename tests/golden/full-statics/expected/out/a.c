/* test of static data */
#define _GNU_SOURCE
#include "g.h"
#include <stdio.h>
#include <getopt.h>
#include <stdlib.h>
#include <bsim/bsim.h>

BSIM_PRIVATE int counter = 5, other[3] = {1, 2, 3}, *ptr = &counter;
BSIM_PRIVATE double table[] = {1.0, 2.0, 3.0};
BSIM_PRIVATE struct cfg config = {3, table};
static const int fixed = 7;
static const char *const names[] = {"a", "b"};
BSIM_PRIVATE static const char *mutable_name = "x";
BSIM_PRIVATE static int flag;
BSIM_PRIVATE static struct option longopts[] = {{"flag", no_argument, &flag, 1}, {0, 0, 0, 0}};
BSIM_PRIVATE static int *cp = &flag;
BSIM_PRIVATE static int tls = 4;
typedef int (*fn)(int);
static int twice(int x) { return 2 * x; }
static fn const ops[] = {twice};
BSIM_PRIVATE static fn current = twice;
enum { K = sizeof(other) / sizeof(other[0]) };
BSIM_PRIVATE static char buf[sizeof(table)], *end = buf + sizeof buf;
BSIM_PRIVATE static struct { int a; struct { int b[2]; } in; } anon = {.a = 1, .in = {.b = {2, 3}}};

int *where(void) { return &BSIM_G(other)[1]; }

int main(int argc, char **argv)
{
    int rank, size;
    BSIM_PRIVATE static int calls = 0;
    BSIM_PRIVATE static int hist[4], *hp = hist;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_G(counter) += rank;
    BUMP();
    TAB(1) += rank;
    BSIM_G(hp)[1] = rank; BSIM_G(calls)++;
    MPI_Barrier(MPI_COMM_WORLD);
    next_id();
    if (rank == 1) next_id();
    MPI_Barrier(MPI_COMM_WORLD);
    *BSIM_G(ptr) += 100;
    BSIM_G(tls) += rank;
    BSIM_G(flag) = 0;
    BSIM_G(anon).in.b[1] += rank;
    *BSIM_G(longopts)[0].flag = rank;
    BSIM_G(current) = ops[0];
    sprintf(BSIM_G(buf), "%d", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: counter %d table %g config %g other %d flag %d cp %d tls %d K %d hist %d calls %d id %d fixed %d %s %s anon %d cur %d buf %s end %d where %d sizeof %zu\n", rank, BSIM_G(counter), TAB(1), BSIM_G(config).p[1], *where(), BSIM_G(flag), *BSIM_G(cp), BSIM_G(tls), K, BSIM_G(hist)[1], BSIM_G(calls), next_id(), fixed, names[1], BSIM_G(mutable_name), BSIM_G(anon).in.b[1], BSIM_G(current)(rank), BSIM_G(buf), (int)(BSIM_G(end) - BSIM_G(buf)), (int)(where() - BSIM_G(other)), sizeof(BSIM_G(table)));
    MPI_Finalize();
    return 0;
}
