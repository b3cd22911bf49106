/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"s->n"};
static const char *const params1[] = {"s.n"};
static const char *const params2[] = {"s.n"};
static const char *const params3[] = {"many"};
static const char *const params4[] = {"got"};

const bsim_block_info bsim_blocks[] = {
    {"solve.1", "a.c", 27, 27, 1, params0, NULL, "relax (a.c:27)"},
    {"main.1", "a.c", 51, 53, 1, params1, NULL, "main (a.c:51-53)"},
    {"main.2", "a.c", 55, 55, 1, params2, NULL, "above (a.c:55)"},
    {"main.3", "a.c", 56, 56, 1, params3, NULL, "main (a.c:56)"},
    {"main.4", "a.c", 62, 62, 1, params4, NULL, "main (a.c:62)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 17, "a.c", 28},
    {"MPI_Init", "a.c", 28, "a.c", 46},
    {"MPI_Comm_rank", "a.c", 29, "a.c", 47},
    {"MPI_Comm_size", "a.c", 30, "a.c", 48},
    {"MPI_Send", "a.c", 37, "a.c", 57},
    {"MPI_Probe", "a.c", 40, "a.c", 59},
    {"MPI_Get_count", "a.c", 42, "a.c", 61},
    {"MPI_Recv", "a.c", 43, "a.c", 63},
    {"MPI_Barrier", "a.c", 47, "a.c", 66},
    {"MPI_Bcast", "a.c", 50, "a.c", 69},
    {"MPI_Finalize", "a.c", 54, "a.c", 79},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;

static const char *const learned0[] = {"n"};
static const char *const learned2[] = {"n", "tag"};
static const char *const learned3[] = {"level"};
const bsim_hint_info bsim_hints[] = {
    {"solve:loop", "a.c", 26, 1, 0, NULL, NULL, 1, 1, learned0},
    {"solve:if", "a.c", 29, 2, 0, NULL, NULL, 0, 0, NULL},
    {"main:above", "a.c", 55, 3, 0, NULL, NULL, 2, 2, learned2},
    {"main:if", "a.c", 65, 4, 0, NULL, NULL, 4, 1, learned3},
    {"main:loop", "a.c", 67, 5, 0, NULL, NULL, 1, 0, NULL},
    {"main:if", "a.c", 70, 6, 0, NULL, NULL, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 6;
