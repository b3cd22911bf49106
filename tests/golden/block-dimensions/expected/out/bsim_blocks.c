/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"f->neighbour[axis][side] != -1", "f->n[axis]"};
static const char *const params1[] = {"sizes[i][j]"};
static const char *const params2[] = {"sizes[2][3]"};
static const char *const params3[] = {"sizes[i - 1][j + 1]"};
static const char *const params4[] = {"table[i][j]"};
static const char *const params5[] = {"table[i][4]"};
static const char *const params6[] = {"all[l].points[d]"};
static const char *const params7[] = {"f->extra[i][j][k]"};
static const char *const params8[] = {"i >= 0", "i < 4", "j >= 0", "j < 5", "i >= 0 && i < 4 && j >= 0 && j < 5 ? sizes[i][j] : 0"};
static const char *const params9[] = {"i >= 0 && i < 4 ? sizes[i][0] : 0", "i >= 0 && i < 4 ? sizes[i][1] : 0", "i >= 0 && i < 4 ? sizes[i][2] : 0", "i >= 0 && i < 4 ? sizes[i][3] : 0", "i >= 0 && i < 4 ? sizes[i][4] : 0", "i", "first"};
static const char *const params10[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"faces.1", "a.c", 33, 34, 2, params0, NULL, "work (a.c:33-34)"},
    {"global.1", "a.c", 40, 40, 1, params1, NULL, "work (a.c:40)"},
    {"global.2", "a.c", 42, 42, 1, params2, NULL, "work (a.c:42)"},
    {"global.3", "a.c", 44, 44, 1, params3, NULL, "work (a.c:44)"},
    {"behind.1", "a.c", 49, 49, 1, params4, NULL, "work (a.c:49)"},
    {"behind.2", "a.c", 51, 51, 1, params5, NULL, "work (a.c:51)"},
    {"members.1", "a.c", 56, 56, 1, params6, NULL, "work (a.c:56)"},
    {"three.1", "a.c", 61, 61, 1, params7, NULL, "work (a.c:61)"},
    {"within.1", "a.c", 67, 68, 5, params8, NULL, "work (a.c:67-68)"},
    {"row.1", "a.c", 74, 76, 7, params9, NULL, "work (a.c:74-76)"},
    {"main.1", "a.c", 88, 88, 1, params10, NULL, "main (a.c:88)"},
    {"main.2", "a.c", 89, 90, 0, NULL, NULL, "main (a.c:89-90)"},
    {"main.3", "a.c", 91, 95, 0, NULL, NULL, "main (a.c:91-95)"},
    {"main.4", "a.c", 96, 97, 0, NULL, NULL, "main (a.c:96-97)"},
    {"main.5", "a.c", 98, 100, 0, NULL, NULL, "main (a.c:98-100)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 15;

const bsim_site_info bsim_sites[] = {
    {"MPI_Send", "a.c", 20, "a.c", 26},
    {"MPI_Comm_rank", "a.c", 66, "a.c", 85},
    {"MPI_Comm_size", "a.c", 66, "a.c", 86},
    {"MPI_Init", "a.c", 66, "a.c", 84},
    {"MPI_Finalize", "a.c", 102, "a.c", 108},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
