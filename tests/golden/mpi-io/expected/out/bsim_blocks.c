/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "solver";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "solver.c", 28, 29, 1, params0, NULL, "main (solver.c:28-29)"},
    {"main.2", "solver.c", 39, 39, 1, params1, NULL, "relax (solver.c:39)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "solver.c", 13, "solver.c", 17},
    {"MPI_Comm_rank", "solver.c", 14, "solver.c", 18},
    {"MPI_Comm_size", "solver.c", 15, "solver.c", 19},
    {"MPI_File_open", "solver.c", 16, "solver.c", 20},
    {"MPI_Abort", "solver.c", 17, "solver.c", 22},
    {"MPI_File_read_at_all", "solver.c", 18, "solver.c", 24},
    {"MPI_File_close", "solver.c", 19, "solver.c", 25},
    {"MPI_File_open", "solver.c", 22, "solver.c", 30},
    {"MPI_File_read_at", "solver.c", 23, "solver.c", 31},
    {"MPI_Type_create_subarray", "solver.c", 25, "solver.c", 33},
    {"MPI_Type_commit", "solver.c", 26, "solver.c", 34},
    {"MPI_File_set_view", "solver.c", 27, "solver.c", 35},
    {"MPI_Sendrecv", "solver.c", 30, "solver.c", 38},
    {"MPI_File_write_at_all", "solver.c", 31, "solver.c", 40},
    {"MPI_File_close", "solver.c", 34, "solver.c", 42},
    {"MPI_Finalize", "solver.c", 35, "solver.c", 43},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 16;
const int bsim_skeleton = 1;
