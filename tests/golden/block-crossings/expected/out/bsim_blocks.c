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
static const char *const params10[] = {"slab.high - slab.low", "slab.width"};
static const char *const params11[] = {"apply == ends_of_slab", "slab.high - slab.low", "slab.width"};
static const char *const params12[] = {"rounds from rank to n by size", "size"};
static const char *const params13[] = {"rounds from rank + 1 to n + 1 by size", "n - rank", "size", "rank"};
static const char *const params14[] = {"rounds from k - 1 to n - rank - 1 by size", "n", "size"};
static const char *const params15[] = {"n - k - 1", "rounds of n - k - 1 with (k + 1 + i) % size == rank", "n - k"};
static const char *const params16[] = {"n - (rounds of n with (k + i) % size == rank)", "n - k", "n"};
static const char *const params17[] = {"rank == (k % size)", "n - k"};
static const char *const params18[] = {"rounds of mine with rank * nb + (size * nb) * (i / nb) + i % nb > k - 1", "n - k", "mine"};
static const char *const params19[] = {"n - k", "rounds of n - k from k with i / nb % size == rank"};
static const char *const params20[] = {"rounds of mine with mine * rank + i > k", "n - k", "mine"};
static const char *const params21[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 218, 218, 1, params0, NULL, "main (a.c:218)"},
    {"main.2", "a.c", 222, 223, 1, params1, NULL, "main (a.c:222-223)"},
    {"main.3", "a.c", 224, 224, 2, params2, NULL, "main (a.c:224)"},
    {"main.4", "a.c", 226, 226, 3, params3, NULL, "cyclic (a.c:226)"},
    {"main.5", "a.c", 228, 228, 3, params4, NULL, "rows (a.c:228)"},
    {"main.6", "a.c", 230, 230, 3, params5, NULL, "backwards (a.c:230)"},
    {"main.7", "a.c", 232, 232, 3, params6, NULL, "in_a_function (a.c:232)"},
    {"main.8", "a.c", 234, 234, 4, params7, NULL, "two_ways (a.c:234)"},
    {"main.9", "a.c", 236, 236, 2, params8, NULL, "light (a.c:236)"},
    {"main.10", "a.c", 238, 238, 2, params9, NULL, "at_the_ends (a.c:238)"},
    {"main.11", "a.c", 240, 240, 2, params10, NULL, "ends_of_slab (a.c:240)"},
    {"main.12", "a.c", 242, 242, 3, params11, NULL, "through (a.c:242)"},
    {"main.13", "a.c", 244, 244, 2, params12, NULL, "by_steps (a.c:244)"},
    {"main.14", "a.c", 246, 246, 4, params13, NULL, "triangle_by_steps (a.c:246)"},
    {"main.15", "a.c", 248, 248, 3, params14, NULL, "down_by_steps (a.c:248)"},
    {"main.16", "a.c", 250, 250, 3, params15, NULL, "dealt_out (a.c:250)"},
    {"main.17", "a.c", 252, 252, 3, params16, NULL, "of_others (a.c:252)"},
    {"main.18", "a.c", 254, 254, 2, params17, NULL, "owner (a.c:254)"},
    {"main.19", "a.c", 256, 256, 3, params18, NULL, "block_cyclic (a.c:256)"},
    {"main.20", "a.c", 258, 258, 2, params19, NULL, "blocks_of_mine (a.c:258)"},
    {"main.21", "a.c", 260, 260, 3, params20, NULL, "blocks_of_rows (a.c:260)"},
    {"main.22", "a.c", 262, 262, 2, params21, NULL, "sparse (a.c:262)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 22;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x1, 0x2, 0, 0x2, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 213},
    {"MPI_Comm_rank", "a.c", 26, "a.c", 214},
    {"MPI_Comm_size", "a.c", 27, "a.c", 215},
    {"MPI_Barrier", "a.c", 40, "a.c", 227},
    {"MPI_Barrier", "a.c", 40, "a.c", 229},
    {"MPI_Barrier", "a.c", 42, "a.c", 231},
    {"MPI_Barrier", "a.c", 44, "a.c", 233},
    {"MPI_Barrier", "a.c", 46, "a.c", 235},
    {"MPI_Barrier", "a.c", 48, "a.c", 237},
    {"MPI_Barrier", "a.c", 50, "a.c", 239},
    {"MPI_Barrier", "a.c", 54, "a.c", 241},
    {"MPI_Barrier", "a.c", 56, "a.c", 243},
    {"MPI_Barrier", "a.c", 56, "a.c", 245},
    {"MPI_Barrier", "a.c", 58, "a.c", 247},
    {"MPI_Barrier", "a.c", 60, "a.c", 249},
    {"MPI_Barrier", "a.c", 60, "a.c", 251},
    {"MPI_Barrier", "a.c", 62, "a.c", 253},
    {"MPI_Barrier", "a.c", 64, "a.c", 255},
    {"MPI_Barrier", "a.c", 66, "a.c", 257},
    {"MPI_Barrier", "a.c", 70, "a.c", 259},
    {"MPI_Barrier", "a.c", 70, "a.c", 261},
    {"MPI_Bcast", "a.c", 74, "a.c", 263},
    {"MPI_Finalize", "a.c", 79, "a.c", 266},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 23;
const int bsim_skeleton = 1;
