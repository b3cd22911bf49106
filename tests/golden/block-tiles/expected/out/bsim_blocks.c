/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"step == 0", "t->ny", "t->nx"};
static const char *const params1[] = {"t->ny", "t->nx"};
static const char *const params2[] = {"t->ny", "t->nx"};
static const char *const params3[] = {"t->cells"};
static const char *const params4[] = {"g.many"};
static const char *const params5[] = {"g.many"};

const bsim_block_info bsim_blocks[] = {
    {"list.1", "a.c", 28, 31, 3, params0, NULL, "smooth (a.c:28-31)"},
    {"numbers.1", "a.c", 40, 42, 2, params1, NULL, "numbers (a.c:40-42)"},
    {"walk.1", "a.c", 49, 51, 2, params2, NULL, "walk (a.c:49-51)"},
    {"make.1", "a.c", 75, 75, 1, params3, NULL, "make (a.c:75)"},
    {"main.1", "a.c", 98, 98, 1, params4, "a value in memory that has no name in front of the block (a.c:18)", "ordered (a.c:98)"},
    {"main.2", "a.c", 103, 103, 1, params5, "a value in memory that has no name in front of the block (a.c:64)", "cells (a.c:103)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_count_info bsim_counts[] = {
    {4, 0, "rounds a.c:18"},
    {4, 1, "rounds a.c:19"},
    {5, 2, "rounds a.c:64"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 56, "a.c", 87},
    {"MPI_Comm_rank", "a.c", 57, "a.c", 88},
    {"MPI_Comm_size", "a.c", 58, "a.c", 89},
    {"MPI_Allreduce", "a.c", 65, "a.c", 97},
    {"MPI_Sendrecv_replace", "a.c", 68, "a.c", 100},
    {"MPI_Sendrecv_replace", "a.c", 70, "a.c", 102},
    {"MPI_Barrier", "a.c", 71, "a.c", 104},
    {"MPI_Finalize", "a.c", 71, "a.c", 106},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
const int bsim_read_arguments[] = {1, -1};
