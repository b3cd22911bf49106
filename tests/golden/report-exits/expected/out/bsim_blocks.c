/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"returns.1", "a.c", 33, 33, 0, NULL, NULL, "work (a.c:33)"},
    {"converged.1", "a.c", 42, 42, 0, NULL, NULL, "work (a.c:42)"},
    {"norm.1", "a.c", 47, 47, 0, NULL, NULL, "work (a.c:47)"},
    {"stores.1", "a.c", 61, 61, 0, NULL, NULL, "work (a.c:61)"},
    {"stores.2", "a.c", 67, 67, 0, NULL, NULL, "work (a.c:67)"},
    {"stores.3", "a.c", 73, 73, 0, NULL, NULL, "work (a.c:73)"},
    {"stores.4", "a.c", 80, 80, 0, NULL, NULL, "work (a.c:80)"},
    {"stores.5", "a.c", 86, 86, 0, NULL, NULL, "work (a.c:86)"},
    {"stores.6", "a.c", 90, 90, 0, NULL, NULL, "work (a.c:90)"},
    {"gotos.1", "a.c", 100, 100, 0, NULL, NULL, "work (a.c:100)"},
    {"gotos.2", "a.c", 107, 107, 0, NULL, NULL, "work (a.c:107)"},
    {"gotos.3", "a.c", 117, 117, 0, NULL, NULL, "work (a.c:117)"},
    {"gotos.4", "a.c", 124, 124, 0, NULL, NULL, "work (a.c:124)"},
    {"gotos.5", "a.c", 133, 134, 0, NULL, NULL, "work (a.c:133-134)"},
    {"gotos.6", "a.c", 139, 139, 0, NULL, NULL, "work (a.c:139)"},
    {"entered.1", "a.c", 152, 152, 0, NULL, NULL, "work (a.c:152)"},
    {"results.1", "a.c", 162, 162, 0, NULL, NULL, "work (a.c:162)"},
    {"results.2", "a.c", 177, 177, 0, NULL, NULL, "work (a.c:177)"},
    {"results.3", "a.c", 179, 179, 0, NULL, NULL, "work (a.c:179)"},
    {"results.4", "a.c", 186, 186, 0, NULL, NULL, "work (a.c:186)"},
    {"results.5", "a.c", 198, 198, 0, NULL, NULL, "work (a.c:198)"},
    {"results.6", "a.c", 206, 206, 0, NULL, NULL, "work (a.c:206)"},
    {"results.7", "a.c", 208, 208, 0, NULL, NULL, "work (a.c:208)"},
    {"results.8", "a.c", 211, 211, 0, NULL, NULL, "work (a.c:211)"},
    {"results.9", "a.c", 219, 219, 0, NULL, NULL, "work (a.c:219)"},
    {"main.1", "a.c", 231, 232, 0, NULL, NULL, "main (a.c:231-232)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 26;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 13, "a.c", 20},
    {"MPI_Barrier", "a.c", 20, "a.c", 27},
    {"MPI_Bcast", "a.c", 251, "a.c", 221},
    {"MPI_Init", "a.c", 260, "a.c", 228},
    {"MPI_Comm_rank", "a.c", 261, "a.c", 229},
    {"MPI_Comm_size", "a.c", 262, "a.c", 230},
    {"MPI_Finalize", "a.c", 269, "a.c", 238},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 215, "a call that leaves a statement which stays"},
};
const int bsim_nuntimed = 1;

const bsim_hint_info bsim_hints[] = {
    {"returns:loop", "a.c", 32, 1, 0, NULL, NULL, 0, 0, NULL},
    {"converged:all", "a.c", 42, 2, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 62, 3, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 68, 4, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 74, 5, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 81, 6, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 86, 7, 0, NULL, NULL, 0, 0, NULL},
    {"stores:if", "a.c", 90, 8, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:if", "a.c", 125, 9, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:all", "a.c", 139, 10, 0, NULL, NULL, 0, 0, NULL},
    {"entered:if", "a.c", 154, 11, 0, NULL, NULL, 0, 0, NULL},
    {"results:if", "a.c", 163, 12, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 166, 13, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 176, 14, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 178, 15, 0, NULL, NULL, 0, 0, NULL},
    {"results:all", "a.c", 186, 16, 0, NULL, NULL, 0, 0, NULL},
    {"results:all", "a.c", 198, 17, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 204, 18, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 205, 19, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 210, 20, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 215, 21, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 218, 22, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:loop", "a.c", 99, 23, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:loop", "a.c", 105, 24, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:loop", "a.c", 116, 25, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:loop", "a.c", 132, 26, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 60, 27, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 66, 28, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 72, 29, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 79, 30, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 85, 31, 0, NULL, NULL, 0, 0, NULL},
    {"stores:loop", "a.c", 89, 32, 0, NULL, NULL, 0, 0, NULL},
    {"gotos:loop", "a.c", 123, 33, 0, NULL, NULL, 0, 0, NULL},
    {"results:loop", "a.c", 161, 34, 0, NULL, NULL, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 34;
