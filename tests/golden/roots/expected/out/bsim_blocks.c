/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";

static const char *const params0[] = {"n"};
static const char *const params4[] = {"size"};
static const char *const params5[] = {"size"};

const bsim_block_info bsim_blocks[] = {
    {"release.1", "release.c", 15, 16, 1, params0, NULL, "release (release.c:15-16)"},
    {"release.2", "release.c", 17, 20, 0, NULL, NULL, "release (release.c:17-20)"},
    {"reach.1", "reach.c", 22, 22, 0, NULL, NULL, "fill (reach.c:22)"},
    {"reach.2", "reach.c", 23, 23, 0, NULL, NULL, "work (reach.c:23)"},
    {"combine.1", "reduce.c", 9, 9, 1, params4, NULL, "combine (reduce.c:9)"},
    {"combine.2", "reduce.c", 11, 11, 1, params5, NULL, "combine (reduce.c:11)"},
    {"reduce.1", "reduce.c", 17, 18, 0, NULL, NULL, "reduce (reduce.c:17-18)"},
    {"member.1", "member.c", 15, 16, 0, NULL, NULL, "member (member.c:15-16)"},
    {"member.2", "member.c", 17, 18, 0, NULL, NULL, "member (member.c:17-18)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 9;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 5, "main.c", 5},
    {"MPI_Finalize", "main.c", 10, "main.c", 10},
    {"MPI_Alltoall", "member.c", 18, "member.c", 21},
    {"MPI_Bcast", "member.c", 19, "member.c", 22},
    {"MPI_Bcast", "reach.c", 15, "reach.c", 25},
    {"MPI_Allreduce", "reduce.c", 10, "reduce.c", 10},
    {"MPI_Barrier", "reduce.c", 24, "reduce.c", 22},
    {"MPI_Bcast", "release.c", 19, "release.c", 21},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
