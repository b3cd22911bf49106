/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n", "mine"};
static const char *const params3[] = {"rounds of mine with rank + size * i > k", "n - k", "mine"};
static const char *const params4[] = {"end - first", "rounds of end - first with first + i > k", "n - k"};
static const char *const params5[] = {"rounds of mine with rank + size * i > k - 1", "mine", "k"};
static const char *const params6[] = {"rounds of mine with rank + size * i > k + 1", "mine", "n"};
static const char *const params7[] = {"rounds of mine with n - rank - 1 - size * i > k", "mine", "k", "n"};
static const char *const params8[] = {"rounds of mine with rank + size * i > k", "mine"};
static const char *const params9[] = {"mine", "k"};
static const char *const params10[] = {"n - k - 1", "rounds of n - k - 1 with (k + 1 + i) % size == rank", "n - k"};
static const char *const params11[] = {"n - (rounds of n with (k + i) % size == rank)", "n - k", "n"};
static const char *const params12[] = {"rank == (k % size)", "n - k"};
static const char *const params13[] = {"rounds of mine with rank * nb + (size * nb) * (i / nb) + i % nb > k - 1", "n - k", "mine"};
static const char *const params14[] = {"n - k", "rounds of n - k from k with i / nb % size == rank"};
static const char *const params15[] = {"rounds of mine with mine * rank + i > k", "n - k", "mine"};
static const char *const params16[] = {"rounds of mine with rank + size * i > ((k + 1) / 2) + 1", "n - k", "mine"};
static const char *const params17[] = {"rounds of mine with 4 * rank + (4 * size) * (i / 4) + i % 4 < k", "mine", "k"};
static const char *const params18[] = {"rounds of mine with n - (rank * nb) - 1 + (-(size * nb)) * (i / nb) + -1 * (i % nb) > k - 1", "mine", "k"};
static const char *const params19[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 190, 190, 1, params0, NULL, "main (a.c:190)"},
    {"main.2", "a.c", 192, 193, 1, params1, NULL, "main (a.c:192-193)"},
    {"main.3", "a.c", 194, 194, 2, params2, NULL, "main (a.c:194)"},
    {"main.4", "a.c", 196, 196, 3, params3, NULL, "cyclic (a.c:196)"},
    {"main.5", "a.c", 198, 198, 3, params4, NULL, "rows (a.c:198)"},
    {"main.6", "a.c", 200, 200, 3, params5, NULL, "backwards (a.c:200)"},
    {"main.7", "a.c", 202, 202, 3, params6, NULL, "in_a_function (a.c:202)"},
    {"main.8", "a.c", 204, 204, 4, params7, NULL, "two_ways (a.c:204)"},
    {"main.9", "a.c", 206, 206, 2, params8, NULL, "light (a.c:206)"},
    {"main.10", "a.c", 208, 208, 2, params9, NULL, "at_the_ends (a.c:208)"},
    {"main.11", "a.c", 210, 210, 3, params10, NULL, "dealt_out (a.c:210)"},
    {"main.12", "a.c", 212, 212, 3, params11, NULL, "of_others (a.c:212)"},
    {"main.13", "a.c", 214, 214, 2, params12, NULL, "owner (a.c:214)"},
    {"main.14", "a.c", 216, 216, 3, params13, NULL, "block_cyclic (a.c:216)"},
    {"main.15", "a.c", 218, 218, 2, params14, NULL, "blocks_of_mine (a.c:218)"},
    {"main.16", "a.c", 220, 220, 3, params15, NULL, "blocks_of_rows (a.c:220)"},
    {"main.17", "a.c", 222, 222, 3, params16, NULL, "half (a.c:222)"},
    {"main.18", "a.c", 224, 224, 3, params17, NULL, "backwards_in_blocks (a.c:224)"},
    {"main.19", "a.c", 226, 226, 3, params18, NULL, "end_in_blocks (a.c:226)"},
    {"main.20", "a.c", 228, 228, 2, params19, NULL, "sparse (a.c:228)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 20;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0x2, 0, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 185},
    {"MPI_Comm_rank", "a.c", 12, "a.c", 186},
    {"MPI_Comm_size", "a.c", 13, "a.c", 187},
    {"MPI_Barrier", "a.c", 24, "a.c", 197},
    {"MPI_Barrier", "a.c", 24, "a.c", 199},
    {"MPI_Barrier", "a.c", 26, "a.c", 201},
    {"MPI_Barrier", "a.c", 28, "a.c", 203},
    {"MPI_Barrier", "a.c", 30, "a.c", 205},
    {"MPI_Barrier", "a.c", 32, "a.c", 207},
    {"MPI_Barrier", "a.c", 34, "a.c", 209},
    {"MPI_Barrier", "a.c", 38, "a.c", 211},
    {"MPI_Barrier", "a.c", 38, "a.c", 215},
    {"MPI_Barrier", "a.c", 38, "a.c", 213},
    {"MPI_Barrier", "a.c", 40, "a.c", 217},
    {"MPI_Barrier", "a.c", 44, "a.c", 219},
    {"MPI_Barrier", "a.c", 44, "a.c", 221},
    {"MPI_Barrier", "a.c", 48, "a.c", 223},
    {"MPI_Barrier", "a.c", 50, "a.c", 225},
    {"MPI_Barrier", "a.c", 52, "a.c", 227},
    {"MPI_Bcast", "a.c", 54, "a.c", 229},
    {"MPI_Finalize", "a.c", 59, "a.c", 232},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 21;
const int bsim_skeleton = 1;
