/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(long)strlen(text)"};
static const char *const params1[] = {"BSIM_LENGTH(list, ->next)"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"words.1", "a.c", 20, 21, 1, params0, NULL, "words (a.c:20-21)"},
    {"total.1", "a.c", 39, 41, 1, params1, NULL, "total (a.c:39-41)"},
    {"last.1", "a.c", 48, 49, 0, NULL, "a pointer that a loop follows (a.c:48)", "last (a.c:48-49)"},
    {"longest.1", "a.c", 57, 63, 1, params3, "the round in which a number that is multiplied and divided comes to its end (a.c:59)", "longest (a.c:57-63)"},
    {"prime.1", "a.c", 70, 72, 1, params4, "the round in which a remainder or some bits of a number end a loop (a.c:71)", "prime (a.c:70-72)"},
    {"main.1", "a.c", 116, 117, 1, params5, NULL, "main (a.c:116-117)"},
    {"main.2", "a.c", 119, 119, 1, params6, NULL, "make (a.c:119)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_count_info bsim_counts[] = {
    {2, 0, "rounds a.c:48"},
    {3, 1, "rounds a.c:59"},
    {4, 2, "rounds a.c:70"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 108, "a.c", 106},
    {"MPI_Comm_rank", "a.c", 109, "a.c", 107},
    {"MPI_Send", "a.c", 121, "a.c", 120},
    {"MPI_Send", "a.c", 124, "a.c", 121},
    {"MPI_Send", "a.c", 125, "a.c", 122},
    {"MPI_Op_create", "a.c", 126, "a.c", 123},
    {"MPI_Allreduce", "a.c", 127, "a.c", 124},
    {"MPI_Finalize", "a.c", 128, "a.c", 125},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 113, "a loop that stays and reads or writes a stream"},
    {"a.c", 79, "a loop that stays and that a jump leaves"},
};
const int bsim_nuntimed = 2;
