/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"omp_threads", "step == 0", "step == 1"};
static const char *const params1[] = {"omp_threads"};
static const char *const params2[] = {"omp_threads"};
static const char *const params3[] = {"omp_threads"};
static const char *const params4[] = {"omp_threads"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 75, 93, 3, params0, NULL, "main (a.c:75-93)"},
    {"main.2", "a.c", 97, 98, 1, params1, NULL, "main (a.c:97-98)"},
    {"main.3", "a.c", 109, 110, 1, params2, NULL, "main (a.c:109-110)"},
    {"main.4", "a.c", 113, 113, 1, params3, NULL, "count (a.c:113)"},
    {"main.5", "a.c", 116, 116, 1, params4, NULL, "norm (a.c:116)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init_thread", "a.c", 30, "a.c", 68},
    {"MPI_Comm_rank", "a.c", 31, "a.c", 69},
    {"MPI_Comm_size", "a.c", 32, "a.c", 70},
    {"MPI_Sendrecv", "a.c", 41, "a.c", 101},
    {"MPI_Bcast", "a.c", 46, "a.c", 106},
    {"MPI_Bcast", "a.c", 51, "a.c", 114},
    {"MPI_Bcast", "a.c", 54, "a.c", 115},
    {"MPI_Allreduce", "a.c", 55, "a.c", 118},
    {"MPI_Finalize", "a.c", 57, "a.c", 121},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
