/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"end - begin"};
static const char *const params1[] = {"end - begin"};
static const char *const params2[] = {"end - begin"};
static const char *const params3[] = {"end - begin"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"range.end - range.begin"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"end - begin", "end - work"};
static const char *const params8[] = {"end - begin"};
static const char *const params10[] = {"2 * ((long)strlen(name)) + 1"};
static const char *const params11[] = {"(range.many ? (range.many ? *range.many : 0) : 5)"};
static const char *const params12[] = {"(range.many ? (range.many ? *range.many : 0) : 5)"};
static const char *const params13[] = {"2 * n", "n"};
static const char *const params14[] = {"maybe != 0", "((maybe ? maybe->many : 0) != 0)", "2 * n", "n"};
static const char *const params15[] = {"k"};
static const char *const params17[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 116, 118, 1, params0, NULL, "main (a.c:116-118)"},
    {"main.2", "a.c", 120, 120, 1, params1, NULL, "down (a.c:120)"},
    {"main.3", "a.c", 122, 122, 1, params2, NULL, "unequal (a.c:122)"},
    {"main.4", "a.c", 124, 124, 1, params3, NULL, "by_twos (a.c:124)"},
    {"main.5", "a.c", 126, 126, 1, params4, NULL, "of_array (a.c:126)"},
    {"main.6", "a.c", 128, 128, 1, params5, NULL, "of_member (a.c:128)"},
    {"main.7", "a.c", 130, 130, 1, params6, NULL, "rows (a.c:130)"},
    {"main.8", "a.c", 132, 132, 2, params7, NULL, "as_size (a.c:132)"},
    {"main.9", "a.c", 134, 134, 1, params8, NULL, "other_types (a.c:134)"},
    {"main.10", "a.c", 136, 136, 0, NULL, "the result of strlen() (a.c:70)", "text (a.c:136)"},
    {"main.11", "a.c", 138, 138, 1, params10, NULL, "own_text (a.c:138)"},
    {"main.12", "a.c", 140, 140, 1, params11, NULL, "perhaps (a.c:140)"},
    {"main.13", "a.c", 142, 142, 1, params12, NULL, "perhaps_of_member (a.c:142)"},
    {"main.14", "a.c", 144, 144, 2, params13, "data that decide on a branch (a.c:91)", "if_there (a.c:144)"},
    {"main.15", "a.c", 147, 147, 4, params14, NULL, "if_there (a.c:147)"},
    {"main.16", "a.c", 149, 149, 1, params15, "a pointer that a loop follows (a.c:101)", "goes_on (a.c:149)"},
    {"main.17", "a.c", 151, 151, 0, NULL, "a pointer that a loop follows (a.c:106)", "main (a.c:151)"},
    {"main.18", "a.c", 153, 153, 1, params17, "the result of strlen() (a.c:79)", "written_text (a.c:153)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 18;

const bsim_count_info bsim_counts[] = {
    {9, 0, "rounds a.c:15"},
    {13, 1, "taken a.c:91"},
    {13, 2, "taken a.c:93"},
    {15, 3, "rounds a.c:101"},
    {16, 4, "rounds a.c:106"},
    {17, 0, "rounds a.c:15"},
};
const int bsim_ncounts = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 16, "a.c", 112},
    {"MPI_Barrier", "a.c", 21, "a.c", 119},
    {"MPI_Barrier", "a.c", 22, "a.c", 121},
    {"MPI_Barrier", "a.c", 24, "a.c", 123},
    {"MPI_Barrier", "a.c", 26, "a.c", 125},
    {"MPI_Barrier", "a.c", 28, "a.c", 127},
    {"MPI_Barrier", "a.c", 30, "a.c", 129},
    {"MPI_Barrier", "a.c", 32, "a.c", 131},
    {"MPI_Barrier", "a.c", 34, "a.c", 133},
    {"MPI_Barrier", "a.c", 36, "a.c", 135},
    {"MPI_Barrier", "a.c", 38, "a.c", 137},
    {"MPI_Barrier", "a.c", 40, "a.c", 139},
    {"MPI_Barrier", "a.c", 40, "a.c", 141},
    {"MPI_Barrier", "a.c", 42, "a.c", 143},
    {"MPI_Barrier", "a.c", 46, "a.c", 145},
    {"MPI_Barrier", "a.c", 49, "a.c", 148},
    {"MPI_Barrier", "a.c", 49, "a.c", 150},
    {"MPI_Barrier", "a.c", 53, "a.c", 152},
    {"MPI_Finalize", "a.c", 55, "a.c", 154},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 19;
const int bsim_skeleton = 1;
const int bsim_read_arguments[] = {1, 2, -1};
