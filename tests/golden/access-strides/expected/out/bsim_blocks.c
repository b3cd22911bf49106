/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n", "apart"};
static const char *const params1[] = {"n", "stride"};
static const char *const params2[] = {"n", "apart"};
static const char *const params3[] = {"rounds from 0 to n by stride", "stride"};
static const char *const params4[] = {"m.columns", "m.rows", "m.apart"};
static const char *const params5[] = {"m.rows", "m.columns"};
static const char *const params6[] = {"n / apart", "apart"};
static const char *const params7[] = {"m.columns", "m.rows", "m.apart"};
static const char *const params8[] = {"n", "apart"};
static const char *const params9[] = {"n", "apart"};
static const char *const params10[] = {"n", "apart"};
static const char *const params11[] = {"n"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"n"};
static const char *const params14[] = {"n"};
static const char *const params15[] = {"side"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 152, 153, 2, params0, NULL, "main (a.c:152-153)"},
    {"main.2", "a.c", 155, 155, 2, params1, NULL, "by_index (a.c:155)"},
    {"main.3", "a.c", 157, 157, 2, params2, NULL, "by_pointer (a.c:157)"},
    {"main.4", "a.c", 159, 159, 2, params3, NULL, "by_counter (a.c:159)"},
    {"main.5", "a.c", 161, 161, 3, params4, NULL, "columns (a.c:161)"},
    {"main.6", "a.c", 163, 163, 2, params5, NULL, "rows (a.c:163)"},
    {"main.7", "a.c", 165, 165, 2, params6, NULL, "by_array (a.c:165)"},
    {"main.8", "a.c", 167, 167, 3, params7, NULL, "nested (a.c:167)"},
    {"main.9", "a.c", 169, 169, 2, params8, NULL, "down (a.c:169)"},
    {"main.10", "a.c", 171, 171, 2, params9, NULL, "shifted (a.c:171)"},
    {"main.11", "a.c", 173, 173, 2, params10, NULL, "by_variable (a.c:173)"},
    {"main.12", "a.c", 175, 175, 1, params11, NULL, "rows_by_variable (a.c:175)"},
    {"main.13", "a.c", 177, 177, 1, params12, NULL, "one_row (a.c:177)"},
    {"main.14", "a.c", 179, 179, 1, params13, NULL, "total (a.c:179)"},
    {"main.15", "a.c", 181, 181, 1, params14, NULL, "by_list (a.c:181)"},
    {"main.16", "a.c", 184, 187, 1, params15, NULL, "follows (a.c:184-187)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 16;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 14, "a.c", 149},
    {"MPI_Barrier", "a.c", 20, "a.c", 156},
    {"MPI_Barrier", "a.c", 22, "a.c", 158},
    {"MPI_Barrier", "a.c", 24, "a.c", 160},
    {"MPI_Barrier", "a.c", 24, "a.c", 162},
    {"MPI_Barrier", "a.c", 26, "a.c", 164},
    {"MPI_Barrier", "a.c", 30, "a.c", 166},
    {"MPI_Barrier", "a.c", 32, "a.c", 168},
    {"MPI_Barrier", "a.c", 34, "a.c", 170},
    {"MPI_Barrier", "a.c", 36, "a.c", 172},
    {"MPI_Barrier", "a.c", 38, "a.c", 174},
    {"MPI_Barrier", "a.c", 40, "a.c", 176},
    {"MPI_Barrier", "a.c", 42, "a.c", 178},
    {"MPI_Barrier", "a.c", 44, "a.c", 180},
    {"MPI_Barrier", "a.c", 46, "a.c", 182},
    {"MPI_Allreduce", "a.c", 50, "a.c", 188},
    {"MPI_Finalize", "a.c", 51, "a.c", 189},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 17;
const int bsim_skeleton = 1;
