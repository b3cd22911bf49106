/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 32, 33, 1, params0, NULL, "main (a.c:32-33)"},
    {"main.2", "a.c", 35, 41, 1, params1, NULL, "main (a.c:35-41)"},
    {"main.3", "a.c", 44, 47, 1, params2, NULL, "main (a.c:44-47)"},
    {"main.4", "a.c", 50, 53, 1, params3, "a value in memory that has no name in front of the block (a.c:51)", "main (a.c:50-53)"},
    {"main.5", "a.c", 56, 63, 1, params4, NULL, "main (a.c:56-63)"},
    {"main.6", "a.c", 66, 70, 1, params5, NULL, "main (a.c:66-70)"},
    {"main.7", "a.c", 73, 79, 1, params6, NULL, "main (a.c:73-79)"},
    {"main.8", "a.c", 83, 89, 1, params7, NULL, "main (a.c:83-89)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 8;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 18, "a.c", 18},
    {"MPI_Init", "a.c", 27, "a.c", 27},
    {"MPI_Comm_size", "a.c", 28, "a.c", 29},
    {"MPI_Bcast", "a.c", 41, "a.c", 42},
    {"MPI_Bcast", "a.c", 48, "a.c", 48},
    {"MPI_Bcast", "a.c", 55, "a.c", 54},
    {"MPI_Abort", "a.c", 60, "a.c", 60},
    {"MPI_Bcast", "a.c", 63, "a.c", 64},
    {"MPI_Bcast", "a.c", 71, "a.c", 71},
    {"MPI_Finalize", "a.c", 76, "a.c", 75},
    {"MPI_Bcast", "a.c", 81, "a.c", 80},
    {"MPI_Bcast", "a.c", 90, "a.c", 90},
    {"MPI_Finalize", "a.c", 91, "a.c", 91},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
