/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"pivot.1", "a.c", 22, 22, 1, params0, NULL, "update (a.c:22)"},
    {"pivot.2", "a.c", 27, 28, 1, params1, NULL, "pivot (a.c:27-28)"},
    {"pivot.3", "a.c", 32, 32, 1, params2, NULL, "pivot (a.c:32)"},
    {"ring.1", "a.c", 45, 46, 1, params3, NULL, "ring (a.c:45-46)"},
    {"ring.2", "a.c", 52, 53, 1, params4, NULL, "ring (a.c:52-53)"},
    {"main.1", "a.c", 64, 65, 1, params5, NULL, "main (a.c:64-65)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Sendrecv", "a.c", 9, "a.c", 13},
    {"MPI_Bcast", "a.c", 28, "a.c", 34},
    {"MPI_Irecv", "a.c", 45, "a.c", 49},
    {"MPI_Isend", "a.c", 46, "a.c", 50},
    {"MPI_Waitall", "a.c", 47, "a.c", 51},
    {"MPI_Init", "a.c", 57, "a.c", 61},
    {"MPI_Comm_rank", "a.c", 58, "a.c", 62},
    {"MPI_Comm_size", "a.c", 59, "a.c", 63},
    {"MPI_Send", "a.c", 63, "a.c", 68},
    {"MPI_Finalize", "a.c", 64, "a.c", 70},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
