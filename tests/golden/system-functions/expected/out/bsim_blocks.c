/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"count"};
static const char *const params2[] = {"words.we_wordc"};

const bsim_block_info bsim_blocks[] = {
    {"by_scan.1", "a.c", 59, 59, 0, NULL, NULL, "by_scan (a.c:59)"},
    {"by_scan.2", "a.c", 60, 63, 1, params1, NULL, "by_scan (a.c:60-63)"},
    {"by_words.1", "a.c", 76, 77, 1, params2, NULL, "by_words (a.c:76-77)"},
    {"by_expression.1", "a.c", 85, 90, 0, NULL, "data that end a loop (a.c:85)", "by_expression (a.c:85-90)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {3, 0, "rounds a.c:85"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 144, "a.c", 140},
    {"MPI_Comm_rank", "a.c", 145, "a.c", 141},
    {"MPI_Bcast", "a.c", 157, "a.c", 153},
    {"MPI_Barrier", "a.c", 159, "a.c", 155},
    {"MPI_Finalize", "a.c", 160, "a.c", 158},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 26, "a loop that stays and reads or writes a stream"},
    {"a.c", 38, "code that stays"},
};
const int bsim_nuntimed = 2;
