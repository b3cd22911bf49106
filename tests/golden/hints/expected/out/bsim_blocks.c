/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 34, 35, 1, params0, NULL, "main (a.c:34-35)"},
    {"main.2", "a.c", 37, 39, 1, params1, NULL, "residual (a.c:37-39)"},
    {"main.3", "a.c", 42, 43, 1, params2, NULL, "largest (a.c:42-43)"},
    {"main.4", "a.c", 45, 45, 1, params3, NULL, "residual (a.c:45)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 28},
    {"MPI_Comm_size", "a.c", 12, "a.c", 30},
    {"MPI_Allreduce", "a.c", 19, "a.c", 40},
    {"MPI_Bcast", "a.c", 24, "a.c", 44},
    {"MPI_Barrier", "a.c", 27, "a.c", 46},
    {"MPI_Bcast", "a.c", 28, "a.c", 47},
    {"MPI_Finalize", "a.c", 29, "a.c", 50},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;

const bsim_hint_info bsim_hints[] = {
    {"main:loop", "a.c", 36, 7, 0, NULL, NULL, 0, 0, NULL},
    {"main:pick", "a.c", 42, 8, 0, NULL, NULL, 0, 0, NULL},
    {"main:if", "a.c", 45, 9, 0, NULL, NULL, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 3;
