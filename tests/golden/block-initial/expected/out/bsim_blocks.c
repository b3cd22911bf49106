/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params4[] = {"total"};
static const char *const params5[] = {"m"};
static const char *const params6[] = {"k"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"none"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 63, 64, 1, params0, NULL, "main (a.c:63-64)"},
    {"main.2", "a.c", 67, 67, 1, params1, NULL, "halve (a.c:67)"},
    {"main.3", "a.c", 69, 69, 0, NULL, "b.n, whose value takes memory allocated at a.c:64 (a.c:69)", "filter (a.c:69)"},
    {"main.4", "a.c", 71, 71, 0, NULL, "b.many, whose value takes memory allocated at a.c:64 (a.c:71)", "drain (a.c:71)"},
    {"main.5", "a.c", 73, 73, 1, params4, NULL, "grow (a.c:73)"},
    {"main.6", "a.c", 75, 78, 1, params5, NULL, "main (a.c:75-78)"},
    {"main.7", "a.c", 80, 83, 1, params6, NULL, "main (a.c:80-83)"},
    {"main.8", "a.c", 85, 89, 0, NULL, "a floating-point number (a.c:87)", "main (a.c:85-89)"},
    {"main.9", "a.c", 91, 95, 1, params8, "a pointer that a condition tests (a.c:48)", "main (a.c:91-95)"},
    {"main.10", "a.c", 97, 98, 1, params9, NULL, "main (a.c:97-98)"},
    {"main.11", "a.c", 100, 101, 0, NULL, NULL, "main (a.c:100-101)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_count_info bsim_counts[] = {
    {2, 0, "b.n"},
    {3, 1, "b.many"},
    {7, 2, "b.n"},
    {7, 3, "rounds a.c:85"},
    {8, 4, "rounds a.c:94"},
};
const int bsim_ncounts = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 16, "a.c", 61},
    {"MPI_Barrier", "a.c", 20, "a.c", 66},
    {"MPI_Barrier", "a.c", 21, "a.c", 68},
    {"MPI_Barrier", "a.c", 23, "a.c", 70},
    {"MPI_Barrier", "a.c", 25, "a.c", 72},
    {"MPI_Barrier", "a.c", 27, "a.c", 74},
    {"MPI_Barrier", "a.c", 30, "a.c", 79},
    {"MPI_Barrier", "a.c", 32, "a.c", 84},
    {"MPI_Barrier", "a.c", 34, "a.c", 90},
    {"MPI_Barrier", "a.c", 37, "a.c", 99},
    {"MPI_Barrier", "a.c", 40, "a.c", 102},
    {"MPI_Finalize", "a.c", 41, "a.c", 104},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
