/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"1000 * n"};

const bsim_block_info bsim_blocks[] = {
    {"forget.1", "a.c", 17, 18, 1, params0, NULL, "forget (a.c:17-18)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 26, "a.c", 28},
    {"MPI_Op_create", "a.c", 29, "a.c", 31},
    {"MPI_Allreduce", "a.c", 30, "a.c", 32},
    {"MPI_Op_free", "a.c", 31, "a.c", 33},
    {"MPI_Comm_dup", "a.c", 32, "a.c", 34},
    {"MPI_Comm_create_keyval", "a.c", 33, "a.c", 35},
    {"MPI_Comm_set_attr", "a.c", 34, "a.c", 36},
    {"MPI_Comm_free", "a.c", 35, "a.c", 37},
    {"MPI_Finalize", "a.c", 36, "a.c", 38},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
