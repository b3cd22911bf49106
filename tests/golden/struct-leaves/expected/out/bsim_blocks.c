/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(((char *)p - (char *)&a) / 4) - 3"};

const bsim_block_info bsim_blocks[] = {
    {"back.1", "a.c", 111, 112, 1, params0, NULL, "back (a.c:111-112)"},
    {"ends.1", "a.c", 120, 121, 0, NULL, NULL, "ends (a.c:120-121)"},
    {"bytes.1", "a.c", 149, 149, 0, NULL, NULL, "copy_bytes (a.c:149)"},
    {"bytes.2", "a.c", 152, 152, 0, NULL, NULL, "copy_bytes (a.c:152)"},
    {"rows.1", "rows.c", 45, 45, 0, NULL, NULL, "fill (rows.c:45)"},
    {"rows.2", "rows.c", 48, 48, 0, NULL, NULL, "fill_array (rows.c:48)"},
    {"rows.3", "rows.c", 51, 51, 0, NULL, NULL, "fill_row (rows.c:51)"},
    {"rows.4", "rows.c", 54, 54, 0, NULL, NULL, "fill_list (rows.c:54)"},
    {"rows.5", "rows.c", 61, 61, 0, NULL, NULL, "fill (rows.c:61)"},
    {"rows.6", "rows.c", 66, 66, 0, NULL, NULL, "fill (rows.c:66)"},
    {"rows.7", "rows.c", 69, 69, 0, NULL, NULL, "fill (rows.c:69)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;
const unsigned bsim_block_rounds[] = {0x1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 9, "a.c", 10},
    {"MPI_Init", "a.c", 174, "a.c", 173},
    {"MPI_Finalize", "a.c", 183, "a.c", 182},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
