/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"width"};
static const char *const params1[] = {"iend - istart + 1", "(long)p.last - (long)p.first + 1", "rounds from p.column[0] to p.column[1] by p.step", "jend - jstart + 1", "width", "p.step"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 58, 59, 1, params0, NULL, "main (a.c:58-59)"},
    {"main.2", "a.c", 61, 63, 6, params1, NULL, "relax (a.c:61-63)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;
const unsigned bsim_block_rounds[] = {0, 0xb};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 17, "a.c", 47},
    {"MPI_Comm_rank", "a.c", 18, "a.c", 48},
    {"MPI_Comm_size", "a.c", 19, "a.c", 49},
    {"MPI_Allreduce", "a.c", 30, "a.c", 64},
    {"MPI_Finalize", "a.c", 33, "a.c", 68},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
