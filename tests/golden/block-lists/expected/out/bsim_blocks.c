/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"d.size"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"d.size"};
static const char *const params3[] = {"BSIM_LENGTH(d.first, ->links.next)"};
static const char *const params4[] = {"BSIM_LENGTH(at, ->links.next)"};
static const char *const params7[] = {"BSIM_TOTAL(counts, d.size)", "d.size"};
static const char *const params8[] = {"d.size"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 59, 61, 1, params0, NULL, "add_neighbour (a.c:59-61)"},
    {"main.2", "a.c", 62, 67, 1, params1, NULL, "main (a.c:62-67)"},
    {"main.3", "a.c", 70, 74, 1, params2, NULL, "main (a.c:70-74)"},
    {"main.4", "a.c", 76, 76, 1, params3, NULL, "pack (a.c:76)"},
    {"main.5", "a.c", 80, 83, 1, params4, NULL, "main (a.c:80-83)"},
    {"main.6", "a.c", 86, 87, 0, NULL, "the length of a list, whose value takes memory that the skeleton does not keep (a.c:86)", "main (a.c:86-87)"},
    {"main.7", "a.c", 90, 92, 0, NULL, "the length of a list, which the block may not go through (a.c:91)", "main (a.c:90-92)"},
    {"main.8", "a.c", 95, 97, 2, params7, NULL, "main (a.c:95-97)"},
    {"main.9", "a.c", 99, 101, 1, params8, "the total of an array, whose value takes memory allocated at a.c:69 (a.c:100)", "main (a.c:99-101)"},
    {"main.10", "a.c", 104, 109, 0, NULL, "a value in memory that has no name in front of the block (a.c:107)", "main (a.c:104-109)"},
    {"main.11", "a.c", 112, 116, 0, NULL, "the length of a list, which the block changes (a.c:112)", "main (a.c:112-116)"},
    {"main.12", "a.c", 118, 122, 0, NULL, "a pointer that a loop follows (a.c:118)", "main (a.c:118-122)"},
    {"main.13", "a.c", 123, 127, 0, NULL, "a pointer that a loop follows (a.c:123)", "main (a.c:123-127)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 13;

const bsim_count_info bsim_counts[] = {
    {5, 0, "rounds a.c:86"},
    {6, 1, "taken a.c:90"},
    {6, 2, "rounds a.c:91"},
    {8, 3, "rounds a.c:100"},
    {9, 4, "rounds a.c:104"},
    {9, 5, "rounds a.c:107"},
    {10, 6, "rounds a.c:112"},
    {11, 7, "rounds a.c:118"},
    {12, 8, "rounds a.c:123"},
};
const int bsim_ncounts = 9;

const bsim_site_info bsim_sites[] = {
    {"MPI_Send", "a.c", 36, "a.c", 46},
    {"MPI_Recv", "a.c", 38, "a.c", 48},
    {"MPI_Init", "a.c", 46, "a.c", 56},
    {"MPI_Comm_rank", "a.c", 47, "a.c", 57},
    {"MPI_Comm_size", "a.c", 48, "a.c", 58},
    {"MPI_Barrier", "a.c", 61, "a.c", 79},
    {"MPI_Barrier", "a.c", 66, "a.c", 84},
    {"MPI_Barrier", "a.c", 68, "a.c", 88},
    {"MPI_Barrier", "a.c", 70, "a.c", 93},
    {"MPI_Alltoallv", "a.c", 72, "a.c", 98},
    {"MPI_Barrier", "a.c", 74, "a.c", 102},
    {"MPI_Barrier", "a.c", 76, "a.c", 110},
    {"MPI_Barrier", "a.c", 83, "a.c", 117},
    {"MPI_Finalize", "a.c", 93, "a.c", 133},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 14;
const int bsim_skeleton = 1;
