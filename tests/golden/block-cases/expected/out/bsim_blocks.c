/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"BSIM_CASE(in[0])", "in[1]"};
static const char *const params1[] = {"BSIM_CASE(in[0])", "in[1]"};
static const char *const params2[] = {"BSIM_CASE(in[0])", "in[1]"};
static const char *const params3[] = {"in[0] == 2", "in[0] == 3", "in[0] == 5", "in[1]"};
static const char *const params4[] = {"in[0] == 2", "in[0] == 3", "in[1]"};
static const char *const params5[] = {"BSIM_CASE(in[0] % 5)", "in[1]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 88, 88, 2, params0, NULL, "by_switch (a.c:88)"},
    {"main.2", "a.c", 90, 90, 2, params1, NULL, "by_chain (a.c:90)"},
    {"main.3", "a.c", 92, 92, 2, params2, NULL, "by_table (a.c:92)"},
    {"main.4", "a.c", 94, 94, 4, params3, NULL, "by_value (a.c:94)"},
    {"main.5", "a.c", 96, 96, 3, params4, NULL, "by_value_of (a.c:96)"},
    {"main.6", "a.c", 98, 98, 2, params5, NULL, "by_number (a.c:98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 86},
    {"MPI_Bcast", "a.c", 10, "a.c", 87},
    {"MPI_Barrier", "a.c", 11, "a.c", 89},
    {"MPI_Barrier", "a.c", 13, "a.c", 91},
    {"MPI_Barrier", "a.c", 15, "a.c", 93},
    {"MPI_Barrier", "a.c", 17, "a.c", 95},
    {"MPI_Barrier", "a.c", 17, "a.c", 97},
    {"MPI_Finalize", "a.c", 21, "a.c", 99},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
