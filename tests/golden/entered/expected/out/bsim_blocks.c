/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(n % 4) == 0", "(n % 4) == 1", "(n % 4) == 2", "(n % 4) == 3", "k"};
static const char *const params1[] = {"c->n"};
static const char *const params2[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"unrolled.1", "a.c", 16, 27, 5, params0, NULL, "unrolled (a.c:16-27)"},
    {"step.1", "a.c", 37, 38, 1, params1, NULL, "step (a.c:37-38)"},
    {"main.1", "a.c", 69, 70, 1, params2, NULL, "main (a.c:69-70)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 69, "a.c", 67},
    {"MPI_Barrier", "a.c", 77, "a.c", 74},
    {"MPI_Barrier", "a.c", 80, "a.c", 77},
    {"MPI_Allreduce", "a.c", 84, "a.c", 81},
    {"MPI_Finalize", "a.c", 86, "a.c", 84},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 53, "code that control enters at a label in it"},
};
const int bsim_nuntimed = 1;
