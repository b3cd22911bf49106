/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"ends.1", "a.c", 106, 107, 0, NULL, NULL, "ends (a.c:106-107)"},
    {"bytes.1", "a.c", 135, 135, 0, NULL, NULL, "copy_bytes (a.c:135)"},
    {"bytes.2", "a.c", 138, 138, 0, NULL, NULL, "copy_bytes (a.c:138)"},
    {"rows.1", "rows.c", 45, 45, 0, NULL, NULL, "fill (rows.c:45)"},
    {"rows.2", "rows.c", 48, 48, 0, NULL, NULL, "fill_array (rows.c:48)"},
    {"rows.3", "rows.c", 51, 51, 0, NULL, NULL, "fill_row (rows.c:51)"},
    {"rows.4", "rows.c", 54, 54, 0, NULL, NULL, "fill_list (rows.c:54)"},
    {"rows.5", "rows.c", 61, 61, 0, NULL, NULL, "fill (rows.c:61)"},
    {"rows.6", "rows.c", 66, 66, 0, NULL, NULL, "fill (rows.c:66)"},
    {"rows.7", "rows.c", 69, 69, 0, NULL, NULL, "fill (rows.c:69)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 10;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 9, "a.c", 10},
    {"MPI_Init", "a.c", 142, "a.c", 143},
    {"MPI_Finalize", "a.c", 149, "a.c", 150},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
