/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"kind == 1", "kind", "n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"n"};
static const char *const params10[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"norm.1", "a.c", 29, 29, 1, params0, NULL, "dot (a.c:29)"},
    {"pick.1", "a.c", 49, 54, 3, params1, NULL, "dot (a.c:49-54)"},
    {"either.1", "a.c", 63, 63, 1, params2, NULL, "dot (a.c:63)"},
    {"either.2", "a.c", 66, 66, 1, params3, NULL, "dot (a.c:66)"},
    {"main.1", "a.c", 75, 75, 1, params4, NULL, "main (a.c:75)"},
    {"main.2", "a.c", 77, 77, 1, params5, NULL, "dot (a.c:77)"},
    {"main.3", "a.c", 78, 78, 1, params6, NULL, "dot (a.c:78)"},
    {"main.4", "a.c", 80, 80, 1, params7, NULL, "dot (a.c:80)"},
    {"main.5", "a.c", 81, 81, 1, params8, NULL, "packed (a.c:81)"},
    {"main.6", "a.c", 82, 82, 1, params9, NULL, "dot (a.c:82)"},
    {"main.7", "a.c", 91, 91, 1, params10, NULL, "dot (a.c:91)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 11, "a.c", 27},
    {"MPI_Allreduce", "a.c", 18, "a.c", 35},
    {"MPI_Barrier", "a.c", 24, "a.c", 41},
    {"MPI_Barrier", "a.c", 30, "a.c", 48},
    {"MPI_Barrier", "a.c", 39, "a.c", 62},
    {"MPI_Barrier", "a.c", 44, "a.c", 67},
    {"MPI_Init", "a.c", 53, "a.c", 73},
    {"MPI_Bcast", "a.c", 62, "a.c", 81},
    {"MPI_Bcast", "a.c", 68, "a.c", 83},
    {"MPI_Finalize", "a.c", 74, "a.c", 90},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
