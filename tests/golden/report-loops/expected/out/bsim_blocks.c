/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 157, 158, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 12, "a.c", 21},
    {"MPI_Reduce", "a.c", 55, "a.c", 66},
    {"MPI_Init", "a.c", 140, "a.c", 154},
    {"MPI_Comm_rank", "a.c", 141, "a.c", 155},
    {"MPI_Bcast", "a.c", 142, "a.c", 156},
    {"MPI_Finalize", "a.c", 145, "a.c", 160},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;

static const char *const learned1[] = {"max"};
static const char *const learned2[] = {"max"};
static const char *const learned5[] = {"max"};
static const char *const learned7[] = {"max"};
static const char *const learned8[] = {"max"};
static const char *const learned16[] = {"max"};
static const char *const learned17[] = {"max"};
static const char *const learned19[] = {"max"};
static const char *const learned23[] = {"max"};
const bsim_hint_info bsim_hints[] = {
    {"forms:loop", "a.c", 42, 1, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop", "a.c", 44, 2, 0, NULL, NULL, 1, 1, learned1},
    {"forms:loop.2", "a.c", 47, 3, 0, NULL, NULL, 1, 1, learned2},
    {"forms:loop.3", "a.c", 51, 4, 0, NULL, NULL, 1, 0, NULL},
    {"forms:if", "a.c", 59, 5, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop.4", "a.c", 63, 6, 0, NULL, NULL, 1, 1, learned5},
    {"forms:loop.5", "a.c", 69, 7, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.6", "a.c", 74, 8, 0, NULL, NULL, 1, 1, learned7},
    {"forms:loop.7", "a.c", 79, 9, 0, NULL, NULL, 1, 1, learned8},
    {"forms:loop.8", "a.c", 85, 10, 0, NULL, NULL, 1, 0, NULL},
    {"forms:if", "a.c", 97, 11, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 103, 12, 0, NULL, NULL, 0, 0, NULL},
    {"forms:all", "a.c", 110, 13, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 116, 14, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 123, 15, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop.9", "a.c", 128, 16, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.10", "a.c", 131, 17, 0, NULL, NULL, 1, 1, learned16},
    {"forms:loop.11", "a.c", 133, 18, 0, NULL, NULL, 1, 1, learned17},
    {"forms:loop.12", "a.c", 135, 19, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.13", "a.c", 57, 20, 0, NULL, NULL, 1, 1, learned19},
    {"forms:loop.14", "a.c", 95, 21, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.15", "a.c", 101, 22, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.16", "a.c", 114, 23, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.17", "a.c", 120, 24, 0, NULL, NULL, 1, 1, learned23},
    {"forms:loop.18", "a.c", 121, 25, 0, NULL, NULL, 1, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 25;
