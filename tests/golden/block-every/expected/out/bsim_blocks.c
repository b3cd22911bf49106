/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"step % 5 == 0", "n"};
static const char *const params2[] = {"every > 0", "every != 0 && (step + 1) % every == 0", "n"};
static const char *const params3[] = {"(step & 1) != 0", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 16, 16, 1, params0, NULL, "main (a.c:16)"},
    {"main.2", "a.c", 18, 19, 2, params1, NULL, "smooth (a.c:18-19)"},
    {"main.3", "a.c", 21, 22, 3, params2, NULL, "smooth (a.c:21-22)"},
    {"main.4", "a.c", 24, 25, 2, params3, NULL, "smooth (a.c:24-25)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 14},
    {"MPI_Barrier", "a.c", 13, "a.c", 20},
    {"MPI_Barrier", "a.c", 15, "a.c", 23},
    {"MPI_Barrier", "a.c", 17, "a.c", 26},
    {"MPI_Reduce", "a.c", 20, "a.c", 28},
    {"MPI_Finalize", "a.c", 21, "a.c", 30},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
