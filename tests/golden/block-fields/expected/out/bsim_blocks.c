/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m->width", "m->shift"};
static const char *const params1[] = {"m.deep != 0", "n", "m.width"};
static const char *const params2[] = {"(long)1 << m.shift"};
static const char *const params3[] = {"w.high", "w.low", "w.full"};
static const char *const params4[] = {"m.width", "m.shift"};
static const char *const params5[] = {"u.whole"};
static const char *const params6[] = {"h.half.high"};
static const char *const params7[] = {"t.kind == 0", "t.kind == 1"};
static const char *const params8[] = {"q->kind == 0", "q->kind == 1"};
static const char *const params9[] = {"(flags & 4) != 0", "(flags >> 3) & 7", "n"};
static const char *const params10[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"sets.1", "a.c", 66, 67, 2, params0, NULL, "work (a.c:66-67)"},
    {"main.1", "a.c", 130, 130, 3, params1, NULL, "by_fields (a.c:130)"},
    {"main.2", "a.c", 132, 132, 1, params2, NULL, "by_value (a.c:132)"},
    {"main.3", "a.c", 134, 134, 3, params3, NULL, "by_wide (a.c:134)"},
    {"main.4", "a.c", 138, 138, 2, params4, NULL, "sets_another (a.c:138)"},
    {"main.5", "a.c", 140, 140, 1, params5, NULL, "by_union (a.c:140)"},
    {"main.6", "a.c", 142, 142, 1, params6, NULL, "by_half (a.c:142)"},
    {"main.7", "a.c", 144, 144, 2, params7, "a value in memory that has no name in front of the block (a.c:89)", "by_item (a.c:144)"},
    {"main.8", "a.c", 146, 146, 2, params8, "a value in memory that has no name in front of the block (a.c:89)", "by_item (a.c:146)"},
    {"main.9", "a.c", 148, 148, 3, params9, NULL, "by_mask (a.c:148)"},
    {"main.10", "a.c", 150, 153, 1, params10, NULL, "work (a.c:150-153)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_count_info bsim_counts[] = {
    {7, 0, "rounds a.c:39"},
    {8, 0, "rounds a.c:39"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 39, "a.c", 111},
    {"MPI_Barrier", "a.c", 57, "a.c", 131},
    {"MPI_Barrier", "a.c", 57, "a.c", 133},
    {"MPI_Barrier", "a.c", 59, "a.c", 135},
    {"MPI_Barrier", "a.c", 61, "a.c", 137},
    {"MPI_Barrier", "a.c", 65, "a.c", 139},
    {"MPI_Barrier", "a.c", 67, "a.c", 141},
    {"MPI_Barrier", "a.c", 69, "a.c", 143},
    {"MPI_Barrier", "a.c", 71, "a.c", 145},
    {"MPI_Barrier", "a.c", 71, "a.c", 147},
    {"MPI_Barrier", "a.c", 73, "a.c", 149},
    {"MPI_Allreduce", "a.c", 78, "a.c", 154},
    {"MPI_Finalize", "a.c", 79, "a.c", 155},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
