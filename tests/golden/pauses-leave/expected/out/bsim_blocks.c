/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params4[] = {"input != 0"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 30, 30, 0, NULL, NULL, "work (a.c:30)"},
    {"main.2", "a.c", 32, 32, 0, NULL, NULL, "work (a.c:32)"},
    {"main.3", "a.c", 35, 35, 0, NULL, NULL, "work (a.c:35)"},
    {"main.4", "a.c", 40, 44, 0, NULL, "a floating-point number (a.c:40)", "work (a.c:40-44)"},
    {"main.5", "a.c", 47, 48, 1, params4, "what __isoc99_fscanf() writes (a.c:47)", "main (a.c:47-48)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_count_info bsim_counts[] = {
    {3, 0, "rounds a.c:40"},
    {4, 1, "taken a.c:47"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 18, "a.c", 24},
    {"MPI_Comm_rank", "a.c", 19, "a.c", 25},
    {"MPI_Wtime", "a.c", 20, "a.c", 26},
    {"MPI_Wtime", "a.c", 29, "a.c", 38},
    {"MPI_Barrier", "a.c", 33, "a.c", 39},
    {"MPI_Finalize", "a.c", 38, "a.c", 49},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
const char *const bsim_pauses[] = {
    "a.c:43",
    "a.c:48",
    0,
};
