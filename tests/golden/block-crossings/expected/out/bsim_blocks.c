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
static const char *const params21[] = {"rounds of mine with rank + size * i > ((k + 1) / 2) + 1", "n - k", "mine"};
static const char *const params22[] = {"rounds of mine with 4 * rank + (4 * size) * (i / 4) + i % 4 < k", "mine", "k"};
static const char *const params23[] = {"rounds of mine with n - (rank * nb) - 1 + (-(size * nb)) * (i / nb) + -1 * (i % nb) > k - 1", "mine", "k"};
static const char *const params24[] = {"rounds from rank to ((long)mine * nb) by size", "size"};
static const char *const params25[] = {"rounds from rank to ((long)(nb - 1) * (nb - 2)) by size", "size"};
static const char *const params26[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 262, 262, 1, params0, NULL, "main (a.c:262)"},
    {"main.2", "a.c", 266, 267, 1, params1, NULL, "main (a.c:266-267)"},
    {"main.3", "a.c", 268, 268, 2, params2, NULL, "main (a.c:268)"},
    {"main.4", "a.c", 270, 270, 3, params3, NULL, "cyclic (a.c:270)"},
    {"main.5", "a.c", 272, 272, 3, params4, NULL, "rows (a.c:272)"},
    {"main.6", "a.c", 274, 274, 3, params5, NULL, "backwards (a.c:274)"},
    {"main.7", "a.c", 276, 276, 3, params6, NULL, "in_a_function (a.c:276)"},
    {"main.8", "a.c", 278, 278, 4, params7, NULL, "two_ways (a.c:278)"},
    {"main.9", "a.c", 280, 280, 2, params8, NULL, "light (a.c:280)"},
    {"main.10", "a.c", 282, 282, 2, params9, NULL, "at_the_ends (a.c:282)"},
    {"main.11", "a.c", 284, 284, 2, params10, NULL, "ends_of_slab (a.c:284)"},
    {"main.12", "a.c", 286, 286, 3, params11, NULL, "through (a.c:286)"},
    {"main.13", "a.c", 288, 288, 2, params12, NULL, "by_steps (a.c:288)"},
    {"main.14", "a.c", 290, 290, 4, params13, NULL, "triangle_by_steps (a.c:290)"},
    {"main.15", "a.c", 292, 292, 3, params14, NULL, "down_by_steps (a.c:292)"},
    {"main.16", "a.c", 294, 294, 3, params15, NULL, "dealt_out (a.c:294)"},
    {"main.17", "a.c", 296, 296, 3, params16, NULL, "of_others (a.c:296)"},
    {"main.18", "a.c", 298, 298, 2, params17, NULL, "owner (a.c:298)"},
    {"main.19", "a.c", 300, 300, 3, params18, NULL, "block_cyclic (a.c:300)"},
    {"main.20", "a.c", 302, 302, 2, params19, NULL, "blocks_of_mine (a.c:302)"},
    {"main.21", "a.c", 304, 304, 3, params20, NULL, "blocks_of_rows (a.c:304)"},
    {"main.22", "a.c", 306, 306, 3, params21, NULL, "half (a.c:306)"},
    {"main.23", "a.c", 308, 308, 3, params22, NULL, "backwards_in_blocks (a.c:308)"},
    {"main.24", "a.c", 310, 310, 3, params23, NULL, "end_in_blocks (a.c:310)"},
    {"main.25", "a.c", 312, 312, 2, params24, NULL, "cells_by_steps (a.c:312)"},
    {"main.26", "a.c", 314, 314, 2, params25, NULL, "pairs_by_steps (a.c:314)"},
    {"main.27", "a.c", 316, 316, 2, params26, NULL, "sparse (a.c:316)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 27;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x1, 0x2, 0, 0x2, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0x2, 0, 0, 0, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 257},
    {"MPI_Comm_rank", "a.c", 26, "a.c", 258},
    {"MPI_Comm_size", "a.c", 27, "a.c", 259},
    {"MPI_Barrier", "a.c", 40, "a.c", 271},
    {"MPI_Barrier", "a.c", 40, "a.c", 273},
    {"MPI_Barrier", "a.c", 42, "a.c", 275},
    {"MPI_Barrier", "a.c", 44, "a.c", 277},
    {"MPI_Barrier", "a.c", 46, "a.c", 279},
    {"MPI_Barrier", "a.c", 48, "a.c", 281},
    {"MPI_Barrier", "a.c", 50, "a.c", 283},
    {"MPI_Barrier", "a.c", 54, "a.c", 285},
    {"MPI_Barrier", "a.c", 56, "a.c", 287},
    {"MPI_Barrier", "a.c", 56, "a.c", 289},
    {"MPI_Barrier", "a.c", 58, "a.c", 291},
    {"MPI_Barrier", "a.c", 60, "a.c", 293},
    {"MPI_Barrier", "a.c", 60, "a.c", 295},
    {"MPI_Barrier", "a.c", 62, "a.c", 297},
    {"MPI_Barrier", "a.c", 64, "a.c", 299},
    {"MPI_Barrier", "a.c", 66, "a.c", 301},
    {"MPI_Barrier", "a.c", 70, "a.c", 303},
    {"MPI_Barrier", "a.c", 70, "a.c", 305},
    {"MPI_Barrier", "a.c", 74, "a.c", 307},
    {"MPI_Barrier", "a.c", 76, "a.c", 309},
    {"MPI_Barrier", "a.c", 78, "a.c", 311},
    {"MPI_Barrier", "a.c", 80, "a.c", 313},
    {"MPI_Barrier", "a.c", 80, "a.c", 315},
    {"MPI_Bcast", "a.c", 84, "a.c", 317},
    {"MPI_Finalize", "a.c", 89, "a.c", 320},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 28;
const int bsim_skeleton = 1;
