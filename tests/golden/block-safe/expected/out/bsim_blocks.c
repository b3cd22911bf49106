/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"b != -1", "(b != 0 ? a / b : 0)"};
static const char *const params1[] = {"b != -1", "b != 0 && a % b == 3", "100 * b"};
static const char *const params2[] = {"rounds", "p ? *p : 0"};
static const char *const params3[] = {"on != 0", "at && on != 0 ? at[k] : 0"};
static const char *const params4[] = {"on", "0 < on ? at[k + 1] : 0"};
static const char *const params5[] = {"k < n", "at && k < n ? at[k] : 0"};
static const char *const params6[] = {"n > 2", "on != 0", "at && (n > 2 || on != 0) ? at[k] : 0"};

const bsim_block_info bsim_blocks[] = {
    {"quotients.1", "a.c", 17, 20, 2, params0, NULL, "quotients (a.c:17-20)"},
    {"quotients.2", "a.c", 22, 24, 3, params1, NULL, "work (a.c:22-24)"},
    {"pointers.1", "a.c", 31, 32, 2, params2, NULL, "work (a.c:31-32)"},
    {"arrays.1", "a.c", 39, 40, 2, params3, NULL, "work (a.c:39-40)"},
    {"arrays.2", "a.c", 42, 43, 2, params4, NULL, "work (a.c:42-43)"},
    {"arrays.3", "a.c", 45, 46, 2, params5, NULL, "work (a.c:45-46)"},
    {"arrays.4", "a.c", 48, 51, 3, params6, NULL, "work (a.c:48-51)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 11, "a.c", 21},
    {"MPI_Barrier", "a.c", 12, "a.c", 25},
    {"MPI_Barrier", "a.c", 19, "a.c", 33},
    {"MPI_Barrier", "a.c", 26, "a.c", 41},
    {"MPI_Barrier", "a.c", 28, "a.c", 44},
    {"MPI_Barrier", "a.c", 30, "a.c", 47},
    {"MPI_Barrier", "a.c", 32, "a.c", 52},
    {"MPI_Init", "a.c", 38, "a.c", 57},
    {"MPI_Comm_size", "a.c", 40, "a.c", 59},
    {"MPI_Allgather", "a.c", 43, "a.c", 62},
    {"MPI_Gatherv", "a.c", 44, "a.c", 63},
    {"MPI_Finalize", "a.c", 48, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
