/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"b.lo", "b.hi"};
static const char *const params1[] = {"axis", "b.n[0]", "b.n[1]", "b.n[2]"};
static const char *const params2[] = {"BSIM_CASE((axis + 1) % 3)", "BSIM_CASE((axis + 2) % 3)", "b.n[0]", "b.n[1]", "b.n[2]"};
static const char *const params4[] = {"hi[0] - lo[0]", "hi[1] - lo[1]", "hi[2] - lo[2]"};
static const char *const params5[] = {"b.hi - b.lo"};
static const char *const params6[] = {"b.n[1]"};
static const char *const params7[] = {"b.lo", "b.hi", "b.n[2]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 88, 88, 2, params0, NULL, "through_calls (a.c:88)"},
    {"main.2", "a.c", 91, 91, 4, params1, NULL, "on_axis (a.c:91)"},
    {"main.3", "a.c", 93, 93, 5, params2, NULL, "across (a.c:93)"},
    {"main.4", "a.c", 97, 97, 0, NULL, NULL, "layer (a.c:97)"},
    {"main.5", "a.c", 98, 98, 3, params4, NULL, "fill (a.c:98)"},
    {"main.6", "a.c", 102, 102, 1, params5, NULL, "copied (a.c:102)"},
    {"main.7", "a.c", 104, 104, 1, params6, NULL, "moved (a.c:104)"},
    {"main.8", "a.c", 106, 106, 3, params7, NULL, "changed (a.c:106)"},
    {"main.9", "a.c", 108, 108, 0, NULL, "what __isoc99_sscanf() writes (a.c:75)", "from_text (a.c:108)"},
    {"main.10", "a.c", 110, 110, 0, NULL, "what a copy of memory writes (a.c:81)", "from_bytes (a.c:110)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 10;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0, 0x7, 0x1, 0, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {8, 0, "rounds a.c:13"},
    {8, 1, "taken a.c:75"},
    {9, 0, "rounds a.c:13"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 22, "a.c", 85},
    {"MPI_Barrier", "a.c", 24, "a.c", 87},
    {"MPI_Barrier", "a.c", 25, "a.c", 89},
    {"MPI_Barrier", "a.c", 28, "a.c", 92},
    {"MPI_Barrier", "a.c", 30, "a.c", 94},
    {"MPI_Barrier", "a.c", 36, "a.c", 100},
    {"MPI_Barrier", "a.c", 36, "a.c", 103},
    {"MPI_Barrier", "a.c", 42, "a.c", 105},
    {"MPI_Barrier", "a.c", 44, "a.c", 107},
    {"MPI_Barrier", "a.c", 46, "a.c", 109},
    {"MPI_Barrier", "a.c", 48, "a.c", 111},
    {"MPI_Finalize", "a.c", 50, "a.c", 114},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
const int bsim_read_arguments[] = {-1};
