/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"k", "n"};
static const char *const params1[] = {"n", "k"};
static const char *const params2[] = {"k", "n"};
static const char *const params3[] = {"k", "n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"n"};
static const char *const params10[] = {"n"};
static const char *const params11[] = {"n"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"n", "k"};
static const char *const params14[] = {"n", "k"};
static const char *const params15[] = {"rounds with 2^i < size", "rank"};
static const char *const params16[] = {"n"};
static const char *const params17[] = {"n"};
static const char *const params18[] = {"n"};
static const char *const params19[] = {"((long)2 * (n / 2)) != n", "n / k", "k", "n"};
static const char *const params20[] = {"(n ^ k) & 255", "(n >> 3) & 7", "((n + k) / 4) % 5", "(long)1 << ((n + k) / 4)"};
static const char *const params21[] = {"((long)n * k) == 60"};
static const char *const params22[] = {"(n & (n - 1)) != 0"};
static const char *const params23[] = {"divisor(n, k)", "k", "n"};
static const char *const params24[] = {"rounds with n / 2^i > 1", "n"};
static const char *const params25[] = {"n"};
static const char *const params26[] = {"n / k", "k", "n"};
static const char *const params27[] = {"n", "k"};
static const char *const params28[] = {"rounds with 2^i < n", "n"};
static const char *const params29[] = {"rounds of n with i / k % size == rank", "n", "rank", "size"};
static const char *const params30[] = {"k", "n"};
static const char *const params31[] = {"rounds from 0 to n by k", "n", "k"};
static const char *const params32[] = {"n", "k"};
static const char *const params33[] = {"n"};
static const char *const params34[] = {"n"};
static const char *const params35[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 280, 280, 2, params0, "a remainder that follows no smooth law (a.c:24)", "gcd (a.c:280)"},
    {"main.2", "a.c", 282, 282, 2, params1, "the round in which numbers that are subtracted from each other come to their end (a.c:32)", "gcd_by_differences (a.c:282)"},
    {"main.3", "a.c", 284, 284, 2, params2, "the round in which a remainder or some bits of a number end a loop (a.c:42)", "to_multiple (a.c:284)"},
    {"main.4", "a.c", 286, 286, 2, params3, "the round in which a remainder or some bits of a number end a loop (a.c:49)", "to_multiple_by_variable (a.c:286)"},
    {"main.5", "a.c", 288, 288, 1, params4, "the round in which a remainder or some bits of a number end a loop (a.c:57)", "smallest_divisor (a.c:288)"},
    {"main.6", "a.c", 290, 290, 1, params5, "the round in which a remainder or some bits of a number end a loop (a.c:64)", "prime (a.c:290)"},
    {"main.7", "a.c", 292, 292, 1, params6, "the round in which a remainder or some bits of a number end a loop (a.c:71)", "low_ones (a.c:292)"},
    {"main.8", "a.c", 294, 294, 1, params7, "the round in which a remainder or some bits of a number end a loop (a.c:78)", "twos (a.c:294)"},
    {"main.9", "a.c", 296, 296, 1, params8, "bits of a number that follow no smooth law (a.c:87)", "reversed (a.c:296)"},
    {"main.10", "a.c", 298, 298, 1, params9, "data that decide on a branch (a.c:97)", "generator (a.c:298)"},
    {"main.11", "a.c", 300, 300, 1, params10, "data that decide on a branch (a.c:105)", "threshold (a.c:300)"},
    {"main.12", "a.c", 302, 302, 1, params11, "a remainder that follows no smooth law (a.c:112)", "divisors (a.c:302)"},
    {"main.13", "a.c", 304, 304, 1, params12, "a remainder that follows no smooth law (a.c:14)", "coprime (a.c:304)"},
    {"main.14", "a.c", 306, 306, 2, params13, "bits of a number that follow no smooth law (a.c:124)", "common_bits (a.c:306)"},
    {"main.15", "a.c", 308, 308, 2, params14, "bits of a number that follow no smooth law (a.c:129)", "partners (a.c:308)"},
    {"main.16", "a.c", 310, 310, 2, params15, "bits of a number that follow no smooth law (a.c:135)", "ones_of_rank (a.c:310)"},
    {"main.17", "a.c", 312, 312, 1, params16, "bits of a number that follow no smooth law (a.c:141)", "powers (a.c:312)"},
    {"main.18", "a.c", 314, 314, 1, params17, "a remainder that follows no smooth law (a.c:151)", "factors (a.c:314)"},
    {"main.19", "a.c", 316, 316, 1, params18, "an equality of products that follows no smooth law (a.c:160)", "pairs (a.c:316)"},
    {"main.20", "a.c", 318, 318, 4, params19, "an equality of products that follows no smooth law (a.c:165)", "rounded (a.c:318)"},
    {"main.21", "a.c", 320, 320, 4, params20, NULL, "some_bits (a.c:320)"},
    {"main.22", "a.c", 322, 322, 1, params21, NULL, "whole (a.c:322)"},
    {"main.23", "a.c", 324, 324, 1, params22, NULL, "power_of_two (a.c:324)"},
    {"main.24", "a.c", 326, 326, 3, params23, "a remainder that follows no smooth law (a.c:14)", "by_divisor (a.c:326)"},
    {"main.25", "a.c", 328, 328, 2, params24, NULL, "halves (a.c:328)"},
    {"main.26", "a.c", 330, 330, 1, params25, NULL, "thirds (a.c:330)"},
    {"main.27", "a.c", 332, 332, 3, params26, NULL, "rounded_rounds (a.c:332)"},
    {"main.28", "a.c", 334, 334, 2, params27, NULL, "checkerboard (a.c:334)"},
    {"main.29", "a.c", 336, 336, 2, params28, NULL, "tree (a.c:336)"},
    {"main.30", "a.c", 338, 338, 4, params29, NULL, "cyclic (a.c:338)"},
    {"main.31", "a.c", 340, 340, 2, params30, NULL, "ring (a.c:340)"},
    {"main.32", "a.c", 342, 342, 3, params31, NULL, "blocked (a.c:342)"},
    {"main.33", "a.c", 344, 344, 2, params32, NULL, "remainders (a.c:344)"},
    {"main.34", "a.c", 346, 346, 1, params33, NULL, "in_lines (a.c:346)"},
    {"main.35", "a.c", 348, 348, 1, params34, NULL, "flagged (a.c:348)"},
    {"main.36", "a.c", 351, 351, 1, params35, "a value that has no name in front of the block (a.c:271)", "step (a.c:351)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 36;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:23"},
    {1, 1, "rounds a.c:32"},
    {2, 2, "rounds a.c:42"},
    {3, 3, "rounds a.c:47"},
    {4, 4, "rounds a.c:57"},
    {5, 5, "rounds a.c:62"},
    {6, 6, "rounds a.c:71"},
    {7, 7, "rounds a.c:78"},
    {8, 8, "taken a.c:87"},
    {9, 9, "taken a.c:97"},
    {10, 10, "taken a.c:105"},
    {11, 11, "taken a.c:112"},
    {12, 12, "rounds a.c:13"},
    {12, 13, "taken a.c:118"},
    {13, 14, "rounds a.c:8"},
    {14, 15, "taken a.c:129"},
    {15, 16, "taken a.c:135"},
    {16, 17, "taken a.c:141"},
    {17, 18, "rounds a.c:150"},
    {17, 19, "rounds a.c:151"},
    {18, 20, "taken a.c:160"},
    {19, 21, "taken a.c:165"},
    {23, 12, "rounds a.c:13"},
    {35, 22, "taken a.c:271"},
};
const int bsim_ncounts = 24;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 16, "a.c", 276},
    {"MPI_Comm_rank", "a.c", 18, "a.c", 278},
    {"MPI_Comm_size", "a.c", 19, "a.c", 279},
    {"MPI_Barrier", "a.c", 20, "a.c", 281},
    {"MPI_Barrier", "a.c", 22, "a.c", 283},
    {"MPI_Barrier", "a.c", 24, "a.c", 285},
    {"MPI_Barrier", "a.c", 26, "a.c", 287},
    {"MPI_Barrier", "a.c", 28, "a.c", 289},
    {"MPI_Barrier", "a.c", 30, "a.c", 291},
    {"MPI_Barrier", "a.c", 32, "a.c", 293},
    {"MPI_Barrier", "a.c", 34, "a.c", 295},
    {"MPI_Barrier", "a.c", 36, "a.c", 297},
    {"MPI_Barrier", "a.c", 38, "a.c", 299},
    {"MPI_Barrier", "a.c", 40, "a.c", 301},
    {"MPI_Barrier", "a.c", 42, "a.c", 303},
    {"MPI_Barrier", "a.c", 44, "a.c", 305},
    {"MPI_Barrier", "a.c", 46, "a.c", 307},
    {"MPI_Barrier", "a.c", 48, "a.c", 309},
    {"MPI_Barrier", "a.c", 50, "a.c", 313},
    {"MPI_Barrier", "a.c", 50, "a.c", 311},
    {"MPI_Barrier", "a.c", 54, "a.c", 315},
    {"MPI_Barrier", "a.c", 56, "a.c", 317},
    {"MPI_Barrier", "a.c", 58, "a.c", 319},
    {"MPI_Barrier", "a.c", 58, "a.c", 321},
    {"MPI_Barrier", "a.c", 60, "a.c", 323},
    {"MPI_Barrier", "a.c", 60, "a.c", 325},
    {"MPI_Barrier", "a.c", 66, "a.c", 327},
    {"MPI_Barrier", "a.c", 66, "a.c", 329},
    {"MPI_Barrier", "a.c", 68, "a.c", 331},
    {"MPI_Barrier", "a.c", 72, "a.c", 333},
    {"MPI_Barrier", "a.c", 74, "a.c", 335},
    {"MPI_Barrier", "a.c", 76, "a.c", 337},
    {"MPI_Barrier", "a.c", 76, "a.c", 339},
    {"MPI_Barrier", "a.c", 78, "a.c", 341},
    {"MPI_Barrier", "a.c", 82, "a.c", 343},
    {"MPI_Barrier", "a.c", 82, "a.c", 345},
    {"MPI_Barrier", "a.c", 86, "a.c", 347},
    {"MPI_Barrier", "a.c", 88, "a.c", 350},
    {"MPI_Finalize", "a.c", 91, "a.c", 353},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 39;
const int bsim_skeleton = 1;
