/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"many"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"at_exit.1", "a.c", 12, 13, 1, params0, NULL, "at_exit (a.c:12-13)"},
    {"pass.1", "a.c", 22, 23, 1, params1, NULL, "pass (a.c:22-23)"},
    {"duplicate.1", "a.c", 28, 29, 1, params2, NULL, "duplicate (a.c:28-29)"},
    {"main.1", "a.c", 57, 57, 1, params3, NULL, "main (a.c:57)"},
    {"main.2", "a.c", 62, 62, 1, params4, NULL, "main (a.c:62)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 46, "a.c", 46},
    {"MPI_Init", "a.c", 52, "a.c", 52},
    {"MPI_Bcast", "a.c", 56, "a.c", 56},
    {"MPI_Barrier", "a.c", 60, "a.c", 59},
    {"MPI_Bcast", "a.c", 63, "a.c", 64},
    {"MPI_Comm_create_keyval", "a.c", 66, "a.c", 67},
    {"MPI_Comm_set_attr", "a.c", 67, "a.c", 68},
    {"MPI_Comm_dup", "a.c", 68, "a.c", 69},
    {"MPI_Bcast", "a.c", 72, "a.c", 73},
    {"MPI_Finalize", "a.c", 73, "a.c", 74},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 16, "code that runs when the program ends"},
    {"a.c", 37, "a loop that stays and reads or writes a stream"},
};
const int bsim_nuntimed = 2;
