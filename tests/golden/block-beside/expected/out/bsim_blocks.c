/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"t->many"};
static const char *const params1[] = {"x->n"};
static const char *const params2[] = {"h->n"};
static const char *const params3[] = {"m"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 51, 52, 1, params0, NULL, "main (a.c:51-52)"},
    {"main.2", "a.c", 60, 61, 1, params1, NULL, "main (a.c:60-61)"},
    {"main.3", "a.c", 70, 71, 1, params2, NULL, "main (a.c:70-71)"},
    {"main.4", "a.c", 77, 78, 1, params3, NULL, "main (a.c:77-78)"},
    {"main.5", "a.c", 83, 89, 1, params4, "data that decide on a branch (a.c:88)", "main (a.c:83-89)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_count_info bsim_counts[] = {
    {4, 0, "taken a.c:88"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 36, "a.c", 42},
    {"MPI_Bcast", "a.c", 47, "a.c", 53},
    {"MPI_Bcast", "a.c", 55, "a.c", 62},
    {"MPI_Bcast", "a.c", 68, "a.c", 72},
    {"MPI_Barrier", "a.c", 74, "a.c", 79},
    {"MPI_Finalize", "a.c", 77, "a.c", 90},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
