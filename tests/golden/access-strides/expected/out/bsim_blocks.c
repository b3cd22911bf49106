/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n", "apart"};
static const char *const params1[] = {"n", "stride"};
static const char *const params2[] = {"n", "apart"};
static const char *const params3[] = {"stride", "n"};
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

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 143, 144, 2, params0, NULL, "main (a.c:143-144)"},
    {"main.2", "a.c", 146, 146, 2, params1, NULL, "by_index (a.c:146)"},
    {"main.3", "a.c", 148, 148, 2, params2, NULL, "by_pointer (a.c:148)"},
    {"main.4", "a.c", 150, 150, 2, params3, NULL, "by_counter (a.c:150)"},
    {"main.5", "a.c", 152, 152, 3, params4, NULL, "columns (a.c:152)"},
    {"main.6", "a.c", 154, 154, 2, params5, NULL, "rows (a.c:154)"},
    {"main.7", "a.c", 156, 156, 2, params6, NULL, "by_array (a.c:156)"},
    {"main.8", "a.c", 158, 158, 3, params7, NULL, "nested (a.c:158)"},
    {"main.9", "a.c", 160, 160, 2, params8, NULL, "down (a.c:160)"},
    {"main.10", "a.c", 162, 162, 2, params9, NULL, "shifted (a.c:162)"},
    {"main.11", "a.c", 164, 164, 2, params10, NULL, "by_variable (a.c:164)"},
    {"main.12", "a.c", 166, 166, 1, params11, NULL, "rows_by_variable (a.c:166)"},
    {"main.13", "a.c", 168, 168, 1, params12, NULL, "one_row (a.c:168)"},
    {"main.14", "a.c", 170, 170, 1, params13, NULL, "total (a.c:170)"},
    {"main.15", "a.c", 172, 172, 1, params14, NULL, "by_list (a.c:172)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 15;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 14, "a.c", 140},
    {"MPI_Barrier", "a.c", 20, "a.c", 147},
    {"MPI_Barrier", "a.c", 22, "a.c", 149},
    {"MPI_Barrier", "a.c", 24, "a.c", 151},
    {"MPI_Barrier", "a.c", 26, "a.c", 153},
    {"MPI_Barrier", "a.c", 26, "a.c", 155},
    {"MPI_Barrier", "a.c", 30, "a.c", 157},
    {"MPI_Barrier", "a.c", 32, "a.c", 159},
    {"MPI_Barrier", "a.c", 34, "a.c", 161},
    {"MPI_Barrier", "a.c", 36, "a.c", 163},
    {"MPI_Barrier", "a.c", 38, "a.c", 165},
    {"MPI_Barrier", "a.c", 40, "a.c", 167},
    {"MPI_Barrier", "a.c", 42, "a.c", 169},
    {"MPI_Barrier", "a.c", 44, "a.c", 171},
    {"MPI_Allreduce", "a.c", 46, "a.c", 173},
    {"MPI_Finalize", "a.c", 48, "a.c", 174},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 16;
const int bsim_skeleton = 1;
