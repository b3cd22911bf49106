/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(n / size) + (rank < (n % size))"};
static const char *const params1[] = {"n % size"};
static const char *const params2[] = {"(u + 1) % 100"};
static const char *const params3[] = {"t.many", "t.few"};
static const char *const params4[] = {"(t.n & 15) + 3"};
static const char *const params5[] = {"(signed char)n"};
static const char *const params6[] = {"(unsigned short)n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 21, 22, 1, params0, NULL, "main (a.c:21-22)"},
    {"main.2", "a.c", 25, 26, 1, params1, NULL, "main (a.c:25-26)"},
    {"main.3", "a.c", 28, 29, 1, params2, NULL, "main (a.c:28-29)"},
    {"main.4", "a.c", 31, 33, 2, params3, NULL, "main (a.c:31-33)"},
    {"main.5", "a.c", 35, 36, 1, params4, NULL, "main (a.c:35-36)"},
    {"main.6", "a.c", 38, 39, 1, params5, NULL, "main (a.c:38-39)"},
    {"main.7", "a.c", 41, 42, 1, params6, NULL, "main (a.c:41-42)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 18},
    {"MPI_Comm_rank", "a.c", 20, "a.c", 19},
    {"MPI_Comm_size", "a.c", 21, "a.c", 20},
    {"MPI_Barrier", "a.c", 22, "a.c", 23},
    {"MPI_Barrier", "a.c", 28, "a.c", 27},
    {"MPI_Barrier", "a.c", 33, "a.c", 30},
    {"MPI_Barrier", "a.c", 40, "a.c", 34},
    {"MPI_Barrier", "a.c", 41, "a.c", 37},
    {"MPI_Barrier", "a.c", 45, "a.c", 40},
    {"MPI_Barrier", "a.c", 53, "a.c", 44},
    {"MPI_Finalize", "a.c", 54, "a.c", 45},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
