/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"largest.1", "a.c", 25, 27, 1, params0, NULL, "largest (a.c:25-27)"},
    {"find.1", "a.c", 34, 36, 1, params1, "data that end a loop (a.c:34)", "find (a.c:34-36)"},
    {"main.1", "a.c", 53, 53, 1, params2, NULL, "fill (a.c:53)"},
    {"main.2", "a.c", 56, 60, 1, params3, NULL, "main (a.c:56-60)"},
    {"main.3", "a.c", 63, 64, 1, params4, NULL, "main (a.c:63-64)"},
    {"main.4", "a.c", 65, 66, 1, params5, NULL, "main (a.c:65-66)"},
    {"main.5", "a.c", 74, 75, 1, params6, NULL, "main (a.c:74-75)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:34"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 48, "a.c", 46},
    {"MPI_Comm_rank", "a.c", 49, "a.c", 47},
    {"MPI_Comm_size", "a.c", 50, "a.c", 48},
    {"MPI_Send", "a.c", 70, "a.c", 69},
    {"MPI_Recv", "a.c", 73, "a.c", 72},
    {"MPI_Finalize", "a.c", 81, "a.c", 80},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
