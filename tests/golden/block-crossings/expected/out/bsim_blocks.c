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
static const char *const params13[] = {"rounds from rank + 1 to n + 1 by size", "n - rank", "rank", "size"};
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
static const char *const params24[] = {"rounds from rank to mine * nb by size", "size"};
static const char *const params25[] = {"rounds from rank to (nb * nb) - 3 * nb + 2 by size", "size"};
static const char *const params26[] = {"end - first", "rounds of end - first with first + i < slab.low + nb", "rounds of end - first with first + i > slab.high - nb - 1", "n"};
static const char *const params27[] = {"rounds of mine with i > nb - 1", "rounds of mine with i > slab.high - 1", "rounds of mine with i < slab.low + 1", "mine", "n"};
static const char *const params28[] = {"end - first", "rounds of end - first with first + i > n - nb - 1", "rounds of end - first with first + i < nb", "n"};
static const char *const params29[] = {"rounds of n with i % size == rank", "n"};
static const char *const params30[] = {"mine", "nb", "n"};
static const char *const params31[] = {"rounds from 0 to 32 by nb", "rounds from 0 to n by nb", "n"};
static const char *const params32[] = {"n / size", "(((((n + size - 1) / size) * rank) + ((n + size - 1) / size)) < n ? ((((n + size - 1) / size) * rank) + ((n + size - 1) / size)) : n) - (((n + size - 1) / size) * rank)", "((n + size - 1) / size) * rank", "nb"};
static const char *const params33[] = {"((mine + (rank * mine)) < n ? (mine + (rank * mine)) : n) - (rank * mine)"};
static const char *const params34[] = {"((nb + (rank * nb) + 1) < (n - 1) ? (nb + (rank * nb) + 1) : (n - 1)) - (((rank * nb) - 1) > 0 ? ((rank * nb) - 1) : 0) + 1"};
static const char *const params35[] = {"rank", "nb", "n"};
static const char *const params36[] = {"(((long)(((long)n * (n - 1)) / 2) * (rank + 1)) / size) - (((long)(((long)n * (n - 1)) / 2) * rank) / size)"};
static const char *const params37[] = {"rounds from rank to n by size", "nb"};
static const char *const params38[] = {"rounds from rank to nb by size", "nb - rank", "rank", "size"};
static const char *const params39[] = {"begin[n] - begin[1]", "n"};
static const char *const params40[] = {"nb <= (n - nb - (k * nb))", "rounds from nb * (k + 1) to n by nb", "rounds of rounds from nb * (k + 1) to n by nb with (k + 1 + i) % size == rank", "n - nb - (k * nb)", "nb"};
static const char *const params41[] = {"rounds from 1 to n by 2", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 430, 430, 1, params0, NULL, "main (a.c:430)"},
    {"main.2", "a.c", 434, 435, 1, params1, NULL, "main (a.c:434-435)"},
    {"main.3", "a.c", 436, 436, 2, params2, NULL, "main (a.c:436)"},
    {"main.4", "a.c", 438, 438, 3, params3, NULL, "cyclic (a.c:438)"},
    {"main.5", "a.c", 440, 440, 3, params4, NULL, "rows (a.c:440)"},
    {"main.6", "a.c", 442, 442, 3, params5, NULL, "backwards (a.c:442)"},
    {"main.7", "a.c", 444, 444, 3, params6, NULL, "in_a_function (a.c:444)"},
    {"main.8", "a.c", 446, 446, 4, params7, NULL, "two_ways (a.c:446)"},
    {"main.9", "a.c", 448, 448, 2, params8, NULL, "light (a.c:448)"},
    {"main.10", "a.c", 450, 450, 2, params9, NULL, "at_the_ends (a.c:450)"},
    {"main.11", "a.c", 452, 452, 2, params10, NULL, "ends_of_slab (a.c:452)"},
    {"main.12", "a.c", 454, 454, 3, params11, NULL, "through (a.c:454)"},
    {"main.13", "a.c", 456, 456, 2, params12, NULL, "by_steps (a.c:456)"},
    {"main.14", "a.c", 458, 458, 4, params13, NULL, "triangle_by_steps (a.c:458)"},
    {"main.15", "a.c", 460, 460, 3, params14, NULL, "down_by_steps (a.c:460)"},
    {"main.16", "a.c", 462, 462, 3, params15, NULL, "dealt_out (a.c:462)"},
    {"main.17", "a.c", 464, 464, 3, params16, NULL, "of_others (a.c:464)"},
    {"main.18", "a.c", 466, 466, 2, params17, NULL, "owner (a.c:466)"},
    {"main.19", "a.c", 468, 468, 3, params18, NULL, "block_cyclic (a.c:468)"},
    {"main.20", "a.c", 470, 470, 2, params19, NULL, "blocks_of_mine (a.c:470)"},
    {"main.21", "a.c", 472, 472, 3, params20, NULL, "blocks_of_rows (a.c:472)"},
    {"main.22", "a.c", 474, 474, 3, params21, NULL, "half (a.c:474)"},
    {"main.23", "a.c", 476, 476, 3, params22, NULL, "backwards_in_blocks (a.c:476)"},
    {"main.24", "a.c", 478, 478, 3, params23, NULL, "end_in_blocks (a.c:478)"},
    {"main.25", "a.c", 480, 480, 2, params24, NULL, "cells_by_steps (a.c:480)"},
    {"main.26", "a.c", 482, 482, 2, params25, NULL, "pairs_by_steps (a.c:482)"},
    {"main.27", "a.c", 484, 484, 4, params26, NULL, "layers (a.c:484)"},
    {"main.28", "a.c", 486, 486, 5, params27, NULL, "outside (a.c:486)"},
    {"main.29", "a.c", 488, 488, 4, params28, NULL, "in_a_variable (a.c:488)"},
    {"main.30", "a.c", 490, 490, 2, params29, NULL, "of_my_own (a.c:490)"},
    {"main.31", "a.c", 492, 492, 3, params30, "data that decide on a branch (a.c:310)", "far_or_layer (a.c:492)"},
    {"main.32", "a.c", 494, 494, 3, params31, NULL, "digits (a.c:494)"},
    {"main.33", "a.c", 496, 496, 4, params32, NULL, "parts (a.c:496)"},
    {"main.34", "a.c", 498, 498, 1, params33, NULL, "clamped (a.c:498)"},
    {"main.35", "a.c", 500, 500, 1, params34, NULL, "clamped_below (a.c:500)"},
    {"main.36", "a.c", 502, 502, 3, params35, NULL, "set_anew (a.c:502)"},
    {"main.37", "a.c", 504, 504, 1, params36, NULL, "pairs (a.c:504)"},
    {"main.38", "a.c", 506, 506, 2, params37, NULL, "jobs (a.c:506)"},
    {"main.39", "a.c", 508, 508, 4, params38, NULL, "growing_jobs (a.c:508)"},
    {"main.40", "a.c", 510, 510, 2, params39, NULL, "sparse (a.c:510)"},
    {"main.41", "a.c", 512, 512, 5, params40, NULL, "blocks_behind (a.c:512)"},
    {"main.42", "a.c", 514, 514, 2, params41, NULL, "children (a.c:514)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 42;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x1, 0x2, 0, 0x2, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0x2, 0, 0, 0, 0, 0x1, 0, 0x1, 0, 0, 0, 0x2, 0x1, 0x1, 0, 0x1, 0, 0x2, 0, 0x8, 0};

const bsim_count_info bsim_counts[] = {
    {30, 0, "taken a.c:310"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 425},
    {"MPI_Comm_rank", "a.c", 26, "a.c", 426},
    {"MPI_Comm_size", "a.c", 27, "a.c", 427},
    {"MPI_Barrier", "a.c", 40, "a.c", 439},
    {"MPI_Barrier", "a.c", 40, "a.c", 441},
    {"MPI_Barrier", "a.c", 42, "a.c", 443},
    {"MPI_Barrier", "a.c", 44, "a.c", 445},
    {"MPI_Barrier", "a.c", 46, "a.c", 447},
    {"MPI_Barrier", "a.c", 48, "a.c", 449},
    {"MPI_Barrier", "a.c", 50, "a.c", 451},
    {"MPI_Barrier", "a.c", 54, "a.c", 453},
    {"MPI_Barrier", "a.c", 56, "a.c", 457},
    {"MPI_Barrier", "a.c", 56, "a.c", 455},
    {"MPI_Barrier", "a.c", 58, "a.c", 459},
    {"MPI_Barrier", "a.c", 60, "a.c", 461},
    {"MPI_Barrier", "a.c", 60, "a.c", 463},
    {"MPI_Barrier", "a.c", 62, "a.c", 465},
    {"MPI_Barrier", "a.c", 64, "a.c", 467},
    {"MPI_Barrier", "a.c", 66, "a.c", 469},
    {"MPI_Barrier", "a.c", 70, "a.c", 471},
    {"MPI_Barrier", "a.c", 70, "a.c", 473},
    {"MPI_Barrier", "a.c", 74, "a.c", 475},
    {"MPI_Barrier", "a.c", 76, "a.c", 477},
    {"MPI_Barrier", "a.c", 78, "a.c", 479},
    {"MPI_Barrier", "a.c", 80, "a.c", 481},
    {"MPI_Barrier", "a.c", 80, "a.c", 483},
    {"MPI_Barrier", "a.c", 84, "a.c", 485},
    {"MPI_Barrier", "a.c", 86, "a.c", 487},
    {"MPI_Barrier", "a.c", 86, "a.c", 489},
    {"MPI_Barrier", "a.c", 88, "a.c", 491},
    {"MPI_Barrier", "a.c", 90, "a.c", 493},
    {"MPI_Barrier", "a.c", 96, "a.c", 497},
    {"MPI_Barrier", "a.c", 96, "a.c", 495},
    {"MPI_Barrier", "a.c", 98, "a.c", 499},
    {"MPI_Barrier", "a.c", 98, "a.c", 501},
    {"MPI_Barrier", "a.c", 98, "a.c", 503},
    {"MPI_Barrier", "a.c", 98, "a.c", 505},
    {"MPI_Barrier", "a.c", 98, "a.c", 507},
    {"MPI_Barrier", "a.c", 98, "a.c", 509},
    {"MPI_Barrier", "a.c", 98, "a.c", 511},
    {"MPI_Barrier", "a.c", 114, "a.c", 513},
    {"MPI_Bcast", "a.c", 114, "a.c", 515},
    {"MPI_Finalize", "a.c", 114, "a.c", 518},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 43;
const int bsim_skeleton = 1;
