/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"kind == 2", "kind == 1", "n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"n"};
static const char *const params10[] = {"n"};
static const char *const params11[] = {"n"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"norm.1", "a.c", 29, 29, 1, params0, NULL, "dot (a.c:29)"},
    {"decide.1", "a.c", 55, 58, 1, params1, NULL, "dot (a.c:55-58)"},
    {"decide.2", "a.c", 57, 58, 1, params2, NULL, "dot (a.c:57-58)"},
    {"decide.3", "a.c", 59, 62, 1, params3, NULL, "dot (a.c:59-62)"},
    {"pick.1", "a.c", 75, 80, 3, params4, NULL, "dot (a.c:75-80)"},
    {"either.1", "a.c", 89, 89, 1, params5, NULL, "dot (a.c:89)"},
    {"either.2", "a.c", 92, 92, 1, params6, NULL, "dot (a.c:92)"},
    {"main.1", "a.c", 101, 101, 1, params7, NULL, "main (a.c:101)"},
    {"main.2", "a.c", 103, 103, 1, params8, NULL, "dot (a.c:103)"},
    {"main.3", "a.c", 104, 104, 1, params9, NULL, "dot (a.c:104)"},
    {"main.4", "a.c", 106, 106, 1, params10, NULL, "dot (a.c:106)"},
    {"main.5", "a.c", 107, 107, 1, params11, NULL, "packed (a.c:107)"},
    {"main.6", "a.c", 108, 108, 1, params12, NULL, "dot (a.c:108)"},
    {"main.7", "a.c", 118, 118, 1, params13, NULL, "dot (a.c:118)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 14;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 11, "a.c", 27},
    {"MPI_Allreduce", "a.c", 18, "a.c", 35},
    {"MPI_Barrier", "a.c", 24, "a.c", 41},
    {"MPI_Barrier", "a.c", 35, "a.c", 56},
    {"MPI_Barrier", "a.c", 38, "a.c", 58},
    {"MPI_Barrier", "a.c", 43, "a.c", 61},
    {"MPI_Barrier", "a.c", 49, "a.c", 65},
    {"MPI_Barrier", "a.c", 52, "a.c", 68},
    {"MPI_Barrier", "a.c", 58, "a.c", 74},
    {"MPI_Barrier", "a.c", 67, "a.c", 88},
    {"MPI_Barrier", "a.c", 72, "a.c", 93},
    {"MPI_Init", "a.c", 81, "a.c", 99},
    {"MPI_Bcast", "a.c", 90, "a.c", 107},
    {"MPI_Bcast", "a.c", 96, "a.c", 109},
    {"MPI_Finalize", "a.c", 103, "a.c", 117},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 15;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 67, "a call that leaves a statement which stays"},
    {"a.c", 63, "a call that leaves a statement which stays"},
    {"a.c", 113, "a call that leaves a statement which stays"},
    {"a.c", 114, "a call that leaves a statement which stays"},
    {"a.c", 115, "a call that leaves a statement which stays"},
};
const int bsim_nuntimed = 5;
