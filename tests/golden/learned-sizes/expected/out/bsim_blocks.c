/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"p->rows", "p->columns"};
static const char *const params1[] = {"mine"};
static const char *const params2[] = {"p.rows", "p.columns"};

const bsim_block_info bsim_blocks[] = {
    {"solve.1", "a.c", 27, 27, 2, params0, NULL, "relax (a.c:27)"},
    {"again.1", "a.c", 40, 40, 1, params1, NULL, "relax (a.c:40)"},
    {"main.1", "a.c", 61, 61, 2, params2, NULL, "main (a.c:61)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 16, "a.c", 28},
    {"MPI_Allreduce", "a.c", 27, "a.c", 41},
    {"MPI_Init", "a.c", 37, "a.c", 50},
    {"MPI_Comm_rank", "a.c", 38, "a.c", 51},
    {"MPI_Comm_size", "a.c", 39, "a.c", 52},
    {"MPI_Bcast", "a.c", 42, "a.c", 55},
    {"MPI_Finalize", "a.c", 51, "a.c", 68},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;

static const char *const learned0[] = {"p->columns", "p->all"};
static const char *const learned1[] = {"whole"};
const bsim_hint_info bsim_hints[] = {
    {"solve:loop", "a.c", 26, 1, 0, NULL, NULL, 1, 2, learned0},
    {"again:loop", "a.c", 39, 2, 0, NULL, NULL, 1, 1, learned1},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 2;
