/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"inner.1", "a.c", 20, 20, 1, params0, NULL, "work (a.c:20)"},
    {"main.1", "a.c", 58, 58, 0, NULL, NULL, "fresh (a.c:58)"},
    {"main.2", "a.c", 60, 60, 0, NULL, NULL, "fresh (a.c:60)"},
    {"main.3", "a.c", 65, 65, 0, NULL, NULL, "work (a.c:65)"},
    {"main.4", "a.c", 70, 70, 0, NULL, NULL, "work (a.c:70)"},
    {"main.5", "a.c", 87, 87, 0, NULL, NULL, "work (a.c:87)"},
    {"main.6", "a.c", 92, 92, 0, NULL, NULL, "work (a.c:92)"},
    {"main.7", "a.c", 96, 96, 0, NULL, NULL, "work (a.c:96)"},
    {"main.8", "a.c", 100, 100, 0, NULL, NULL, "work (a.c:100)"},
    {"main.9", "a.c", 104, 104, 0, NULL, NULL, "work (a.c:104)"},
    {"main.10", "a.c", 109, 109, 0, NULL, NULL, "work (a.c:109)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 22, "a.c", 21},
    {"MPI_Sendrecv_replace", "a.c", 34, "a.c", 31},
    {"MPI_Init", "a.c", 58, "a.c", 55},
    {"MPI_Comm_rank", "a.c", 59, "a.c", 56},
    {"MPI_Comm_size", "a.c", 60, "a.c", 57},
    {"MPI_Barrier", "a.c", 67, "a.c", 61},
    {"MPI_Allreduce", "a.c", 74, "a.c", 66},
    {"MPI_Bcast", "a.c", 81, "a.c", 71},
    {"MPI_Barrier", "a.c", 92, "a.c", 81},
    {"MPI_Barrier", "a.c", 100, "a.c", 88},
    {"MPI_Isend", "a.c", 125, "a.c", 105},
    {"MPI_Waitall", "a.c", 128, "a.c", 107},
    {"MPI_Isend", "a.c", 132, "a.c", 110},
    {"MPI_Wait", "a.c", 134, "a.c", 111},
    {"MPI_Finalize", "a.c", 142, "a.c", 119},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 15;
const int bsim_timed = BSIM_TIMED;
