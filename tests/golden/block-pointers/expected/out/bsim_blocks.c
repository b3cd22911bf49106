/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";

static const char *const params0[] = {"g.n"};
static const char *const params1[] = {"(g.kernel ? g.kernel->apply : 0) == jacobi", "(g.kernel ? g.kernel->apply : 0) == limited", "g.n"};
static const char *const params2[] = {"g.kernel != 0", "(g.kernel ? g.kernel->apply : 0) == jacobi", "(g.kernel ? g.kernel->apply : 0) == limited", "g.n"};
static const char *const params3[] = {"norm == spare", "norm == sum", "g.n"};
static const char *const params4[] = {"compare == up", "g.n"};
static const char *const params5[] = {"g.n"};
static const char *const params6[] = {"mine == twice", "g.n"};
static const char *const params7[] = {"g.n"};
static const char *const params8[] = {"g.n"};
extern void (*const bsim_function_spare)(void);
void (*const bsim_function_spare)(void) = NULL; /* it is not in the skeleton */

const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 48, 48, 1, params0, NULL, "main (main.c:48)"},
    {"main.2", "main.c", 55, 55, 3, params1, NULL, "main (main.c:55)"},
    {"main.3", "main.c", 57, 57, 4, params2, NULL, "maybe (main.c:57)"},
    {"main.4", "main.c", 59, 59, 3, params3, NULL, "main (main.c:59)"},
    {"main.5", "main.c", 61, 61, 2, params4, NULL, "sort (main.c:61)"},
    {"main.6", "main.c", 63, 63, 1, params5, NULL, "sort (main.c:63)"},
    {"main.7", "main.c", 65, 65, 2, params6, NULL, "each (main.c:65)"},
    {"main.8", "main.c", 67, 67, 1, params7, NULL, "each (main.c:67)"},
    {"main.9", "main.c", 69, 69, 1, params8, "which of 2 functions is called through a pointer (main.c:28)", "each (main.c:69)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 9;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "main.c", 23, "main.c", 42},
    {"MPI_Init", "main.c", 27, "main.c", 46},
    {"MPI_Finalize", "main.c", 48, "main.c", 72},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
