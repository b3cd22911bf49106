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
static const char *const params26[] = {"end - first", "rounds of end - first with first + i < slab.low + nb", "rounds of end - first with first + i > slab.high - nb - 1", "n"};
static const char *const params27[] = {"rounds of mine with i > nb - 1", "rounds of mine with i > slab.high - 1", "rounds of mine with i < slab.low + 1", "mine", "n"};
static const char *const params28[] = {"end - first", "rounds of end - first with first + i > n - nb - 1", "rounds of end - first with first + i < nb", "n"};
static const char *const params29[] = {"rounds of n with i % size == rank", "n"};
static const char *const params30[] = {"mine", "nb", "n"};
static const char *const params31[] = {"rounds from 0 to 32 by nb", "rounds from 0 to n by nb", "nb", "n"};
static const char *const params32[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 335, 335, 1, params0, NULL, "main (a.c:335)"},
    {"main.2", "a.c", 339, 340, 1, params1, NULL, "main (a.c:339-340)"},
    {"main.3", "a.c", 341, 341, 2, params2, NULL, "main (a.c:341)"},
    {"main.4", "a.c", 343, 343, 3, params3, NULL, "cyclic (a.c:343)"},
    {"main.5", "a.c", 345, 345, 3, params4, NULL, "rows (a.c:345)"},
    {"main.6", "a.c", 347, 347, 3, params5, NULL, "backwards (a.c:347)"},
    {"main.7", "a.c", 349, 349, 3, params6, NULL, "in_a_function (a.c:349)"},
    {"main.8", "a.c", 351, 351, 4, params7, NULL, "two_ways (a.c:351)"},
    {"main.9", "a.c", 353, 353, 2, params8, NULL, "light (a.c:353)"},
    {"main.10", "a.c", 355, 355, 2, params9, NULL, "at_the_ends (a.c:355)"},
    {"main.11", "a.c", 357, 357, 2, params10, NULL, "ends_of_slab (a.c:357)"},
    {"main.12", "a.c", 359, 359, 3, params11, NULL, "through (a.c:359)"},
    {"main.13", "a.c", 361, 361, 2, params12, NULL, "by_steps (a.c:361)"},
    {"main.14", "a.c", 363, 363, 4, params13, NULL, "triangle_by_steps (a.c:363)"},
    {"main.15", "a.c", 365, 365, 3, params14, NULL, "down_by_steps (a.c:365)"},
    {"main.16", "a.c", 367, 367, 3, params15, NULL, "dealt_out (a.c:367)"},
    {"main.17", "a.c", 369, 369, 3, params16, NULL, "of_others (a.c:369)"},
    {"main.18", "a.c", 371, 371, 2, params17, NULL, "owner (a.c:371)"},
    {"main.19", "a.c", 373, 373, 3, params18, NULL, "block_cyclic (a.c:373)"},
    {"main.20", "a.c", 375, 375, 2, params19, NULL, "blocks_of_mine (a.c:375)"},
    {"main.21", "a.c", 377, 377, 3, params20, NULL, "blocks_of_rows (a.c:377)"},
    {"main.22", "a.c", 379, 379, 3, params21, NULL, "half (a.c:379)"},
    {"main.23", "a.c", 381, 381, 3, params22, NULL, "backwards_in_blocks (a.c:381)"},
    {"main.24", "a.c", 383, 383, 3, params23, NULL, "end_in_blocks (a.c:383)"},
    {"main.25", "a.c", 385, 385, 2, params24, NULL, "cells_by_steps (a.c:385)"},
    {"main.26", "a.c", 387, 387, 2, params25, NULL, "pairs_by_steps (a.c:387)"},
    {"main.27", "a.c", 389, 389, 4, params26, NULL, "layers (a.c:389)"},
    {"main.28", "a.c", 391, 391, 5, params27, NULL, "outside (a.c:391)"},
    {"main.29", "a.c", 393, 393, 4, params28, NULL, "in_a_variable (a.c:393)"},
    {"main.30", "a.c", 395, 395, 2, params29, NULL, "of_my_own (a.c:395)"},
    {"main.31", "a.c", 397, 397, 3, params30, "data that decide on a branch (a.c:310)", "far_or_layer (a.c:397)"},
    {"main.32", "a.c", 399, 399, 4, params31, NULL, "digits (a.c:399)"},
    {"main.33", "a.c", 401, 401, 2, params32, NULL, "sparse (a.c:401)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 33;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x1, 0x2, 0, 0x2, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0x2, 0, 0, 0, 0, 0x1, 0, 0x1, 0, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {30, 0, "taken a.c:310"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 330},
    {"MPI_Comm_rank", "a.c", 26, "a.c", 331},
    {"MPI_Comm_size", "a.c", 27, "a.c", 332},
    {"MPI_Barrier", "a.c", 40, "a.c", 344},
    {"MPI_Barrier", "a.c", 40, "a.c", 346},
    {"MPI_Barrier", "a.c", 42, "a.c", 348},
    {"MPI_Barrier", "a.c", 44, "a.c", 350},
    {"MPI_Barrier", "a.c", 46, "a.c", 352},
    {"MPI_Barrier", "a.c", 48, "a.c", 354},
    {"MPI_Barrier", "a.c", 50, "a.c", 356},
    {"MPI_Barrier", "a.c", 54, "a.c", 358},
    {"MPI_Barrier", "a.c", 56, "a.c", 360},
    {"MPI_Barrier", "a.c", 56, "a.c", 362},
    {"MPI_Barrier", "a.c", 58, "a.c", 364},
    {"MPI_Barrier", "a.c", 60, "a.c", 366},
    {"MPI_Barrier", "a.c", 60, "a.c", 368},
    {"MPI_Barrier", "a.c", 62, "a.c", 370},
    {"MPI_Barrier", "a.c", 64, "a.c", 372},
    {"MPI_Barrier", "a.c", 66, "a.c", 374},
    {"MPI_Barrier", "a.c", 70, "a.c", 376},
    {"MPI_Barrier", "a.c", 70, "a.c", 378},
    {"MPI_Barrier", "a.c", 74, "a.c", 380},
    {"MPI_Barrier", "a.c", 76, "a.c", 382},
    {"MPI_Barrier", "a.c", 78, "a.c", 384},
    {"MPI_Barrier", "a.c", 80, "a.c", 386},
    {"MPI_Barrier", "a.c", 80, "a.c", 388},
    {"MPI_Barrier", "a.c", 84, "a.c", 390},
    {"MPI_Barrier", "a.c", 86, "a.c", 392},
    {"MPI_Barrier", "a.c", 86, "a.c", 394},
    {"MPI_Barrier", "a.c", 88, "a.c", 396},
    {"MPI_Barrier", "a.c", 90, "a.c", 398},
    {"MPI_Barrier", "a.c", 96, "a.c", 400},
    {"MPI_Bcast", "a.c", 96, "a.c", 402},
    {"MPI_Finalize", "a.c", 101, "a.c", 405},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 34;
const int bsim_skeleton = 1;
