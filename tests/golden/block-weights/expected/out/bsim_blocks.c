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
static const char *const params8[] = {"order == 2", "n"};
static const char *const params9[] = {"on != 0", "n"};
static const char *const params10[] = {"n"};
static const char *const params11[] = {"n", "order"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"tree.count"};
static const char *const params14[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 50, 51, 1, params0, NULL, "main (a.c:50-51)"},
    {"main.2", "a.c", 53, 56, 1, params1, NULL, "main (a.c:53-56)"},
    {"main.3", "a.c", 58, 60, 1, params2, "data that decide on a branch (a.c:59)", "main (a.c:58-60)"},
    {"main.4", "a.c", 62, 66, 1, params3, "data that decide on a branch (a.c:63)", "main (a.c:62-66)"},
    {"main.5", "a.c", 68, 73, 1, params4, "data that decide on a branch (a.c:69)", "main (a.c:68-73)"},
    {"main.6", "a.c", 75, 77, 1, params5, NULL, "main (a.c:75-77)"},
    {"main.7", "a.c", 79, 81, 1, params6, "a floating-point number (a.c:29)", "pairwise (a.c:79-81)"},
    {"main.8", "a.c", 83, 90, 1, params7, "a value in memory that has no name in front of the block (a.c:84)", "main (a.c:83-90)"},
    {"main.9", "a.c", 92, 94, 2, params8, NULL, "main (a.c:92-94)"},
    {"main.10", "a.c", 96, 98, 2, params9, NULL, "near (a.c:96-98)"},
    {"main.11", "a.c", 100, 102, 1, params10, "a floating-point number (a.c:101)", "near (a.c:100-102)"},
    {"main.12", "a.c", 104, 105, 2, params11, NULL, "main (a.c:104-105)"},
    {"main.13", "a.c", 107, 112, 1, params12, "a value that has no name in front of the block (a.c:109)", "main (a.c:107-112)"},
    {"main.14", "a.c", 114, 114, 1, params13, "a value in memory that has no name in front of the block (a.c:33)", "visit (a.c:114)"},
    {"main.15", "a.c", 116, 116, 1, params14, "the depth of a recursion (a.c:44)", "halves (a.c:116)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 15;

const bsim_count_info bsim_counts[] = {
    {2, 0, "taken a.c:59"},
    {3, 1, "passed a.c:63"},
    {4, 2, "taken a.c:69"},
    {12, 3, "rounds a.c:110"},
    {13, 4, "rounds a.c:33"},
    {13, 5, "taken a.c:36"},
};
const int bsim_ncounts = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 13, "a.c", 48},
    {"MPI_Barrier", "a.c", 18, "a.c", 57},
    {"MPI_Barrier", "a.c", 20, "a.c", 61},
    {"MPI_Barrier", "a.c", 22, "a.c", 67},
    {"MPI_Barrier", "a.c", 24, "a.c", 74},
    {"MPI_Barrier", "a.c", 26, "a.c", 78},
    {"MPI_Barrier", "a.c", 28, "a.c", 82},
    {"MPI_Barrier", "a.c", 30, "a.c", 91},
    {"MPI_Barrier", "a.c", 32, "a.c", 95},
    {"MPI_Barrier", "a.c", 34, "a.c", 99},
    {"MPI_Barrier", "a.c", 36, "a.c", 103},
    {"MPI_Barrier", "a.c", 38, "a.c", 106},
    {"MPI_Barrier", "a.c", 40, "a.c", 113},
    {"MPI_Barrier", "a.c", 42, "a.c", 115},
    {"MPI_Allreduce", "a.c", 43, "a.c", 117},
    {"MPI_Finalize", "a.c", 45, "a.c", 118},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 16;
const int bsim_skeleton = 1;
