/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 34, 35, 0, NULL, NULL, "main (a.c:34-35)"},
    {"main.2", "a.c", 61, 61, 1, params1, "a value in memory that has no name in front of the block (a.c:11)", "main (a.c:61)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:11"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Type_size", "a.c", 11, "a.c", 10},
    {"MPI_Init", "a.c", 25, "a.c", 24},
    {"MPI_Op_create", "a.c", 33, "a.c", 32},
    {"MPI_Op_create_c", "a.c", 34, "a.c", 33},
    {"MPI_Reduce", "a.c", 40, "a.c", 38},
    {"MPI_Allreduce", "a.c", 43, "a.c", 41},
    {"MPI_Allreduce", "a.c", 46, "a.c", 44},
    {"MPI_Barrier", "a.c", 48, "a.c", 46},
    {"MPI_Scan", "a.c", 51, "a.c", 49},
    {"MPI_Exscan", "a.c", 54, "a.c", 52},
    {"MPI_Reduce_scatter", "a.c", 57, "a.c", 55},
    {"MPI_Reduce_scatter_block", "a.c", 60, "a.c", 58},
    {"MPI_Reduce_local", "a.c", 67, "a.c", 65},
    {"MPI_Barrier", "a.c", 69, "a.c", 67},
    {"MPI_Iallreduce", "a.c", 72, "a.c", 70},
    {"MPI_Op_free", "a.c", 73, "a.c", 71},
    {"MPI_Wait", "a.c", 74, "a.c", 72},
    {"MPI_Allreduce_init", "a.c", 77, "a.c", 75},
    {"MPI_Start", "a.c", 79, "a.c", 77},
    {"MPI_Wait", "a.c", 80, "a.c", 78},
    {"MPI_Request_free", "a.c", 82, "a.c", 80},
    {"MPI_Type_contiguous", "a.c", 85, "a.c", 83},
    {"MPI_Type_commit", "a.c", 86, "a.c", 84},
    {"MPI_Allreduce", "a.c", 87, "a.c", 85},
    {"MPI_Type_free", "a.c", 88, "a.c", 86},
    {"MPI_Allreduce_c", "a.c", 91, "a.c", 89},
    {"MPI_Comm_rank", "a.c", 95, "a.c", 93},
    {"MPI_Comm_split", "a.c", 96, "a.c", 94},
    {"MPI_Intercomm_create", "a.c", 97, "a.c", 95},
    {"MPI_Reduce", "a.c", 98, "a.c", 96},
    {"MPI_Comm_free", "a.c", 99, "a.c", 98},
    {"MPI_Op_free", "a.c", 103, "a.c", 102},
    {"MPI_Op_free", "a.c", 104, "a.c", 103},
    {"MPI_Finalize", "a.c", 105, "a.c", 104},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 34;
const int bsim_skeleton = 1;
