/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"p.rows", "p.columns"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 69, 70, 2, params0, NULL, "main (a.c:69-70)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Type_create_struct", "a.c", 18, "a.c", 20},
    {"MPI_Type_commit", "a.c", 19, "a.c", 21},
    {"MPI_Type_indexed", "a.c", 39, "a.c", 41},
    {"MPI_Type_commit", "a.c", 40, "a.c", 42},
    {"MPI_Sendrecv", "a.c", 41, "a.c", 43},
    {"MPI_Type_free", "a.c", 43, "a.c", 45},
    {"MPI_Type_indexed", "a.c", 53, "a.c", 55},
    {"MPI_Type_get_extent", "a.c", 54, "a.c", 56},
    {"MPI_Type_free", "a.c", 55, "a.c", 57},
    {"MPI_Init", "a.c", 63, "a.c", 65},
    {"MPI_Comm_rank", "a.c", 64, "a.c", 66},
    {"MPI_Comm_size", "a.c", 65, "a.c", 67},
    {"MPI_Isend", "a.c", 72, "a.c", 75},
    {"MPI_Recv", "a.c", 73, "a.c", 76},
    {"MPI_Wait", "a.c", 75, "a.c", 78},
    {"MPI_Bcast", "a.c", 77, "a.c", 80},
    {"MPI_Type_free", "a.c", 78, "a.c", 81},
    {"MPI_Finalize", "a.c", 79, "a.c", 82},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 18;
const int bsim_skeleton = 1;
