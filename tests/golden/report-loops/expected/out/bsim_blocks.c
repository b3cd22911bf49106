/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"step.1", "a.c", 31, 31, 0, NULL, NULL, "work (a.c:31)"},
    {"forms.1", "a.c", 43, 43, 0, NULL, NULL, "work (a.c:43)"},
    {"forms.2", "a.c", 46, 46, 0, NULL, NULL, "work (a.c:46)"},
    {"forms.3", "a.c", 49, 49, 0, NULL, NULL, "work (a.c:49)"},
    {"forms.4", "a.c", 53, 53, 0, NULL, NULL, "work (a.c:53)"},
    {"forms.5", "a.c", 59, 59, 0, NULL, NULL, "work (a.c:59)"},
    {"forms.6", "a.c", 65, 65, 0, NULL, NULL, "work (a.c:65)"},
    {"forms.7", "a.c", 71, 71, 0, NULL, NULL, "work (a.c:71)"},
    {"forms.8", "a.c", 76, 76, 0, NULL, NULL, "work (a.c:76)"},
    {"forms.9", "a.c", 81, 81, 0, NULL, NULL, "work (a.c:81)"},
    {"forms.10", "a.c", 87, 87, 0, NULL, NULL, "work (a.c:87)"},
    {"forms.11", "a.c", 97, 97, 0, NULL, NULL, "work (a.c:97)"},
    {"forms.12", "a.c", 103, 103, 0, NULL, NULL, "work (a.c:103)"},
    {"forms.13", "a.c", 111, 111, 0, NULL, NULL, "work (a.c:111)"},
    {"forms.14", "a.c", 116, 116, 0, NULL, NULL, "work (a.c:116)"},
    {"forms.15", "a.c", 123, 123, 0, NULL, NULL, "work (a.c:123)"},
    {"forms.16", "a.c", 138, 138, 0, NULL, NULL, "work (a.c:138)"},
    {"forms.17", "a.c", 141, 141, 0, NULL, NULL, "work (a.c:141)"},
    {"forms.18", "a.c", 147, 147, 0, NULL, NULL, "work (a.c:147)"},
    {"main.1", "a.c", 158, 159, 0, NULL, NULL, "main (a.c:158-159)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 20;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 11, "a.c", 21},
    {"MPI_Reduce", "a.c", 61, "a.c", 67},
    {"MPI_Init", "a.c", 153, "a.c", 155},
    {"MPI_Comm_rank", "a.c", 154, "a.c", 156},
    {"MPI_Bcast", "a.c", 155, "a.c", 157},
    {"MPI_Finalize", "a.c", 158, "a.c", 161},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 129, "a call that leaves a statement which stays"},
    {"a.c", 132, "a call that leaves a statement which stays"},
};
const int bsim_nuntimed = 2;

static const char *const learned1[] = {"max"};
static const char *const learned2[] = {"max"};
static const char *const learned5[] = {"max"};
static const char *const learned7[] = {"max"};
static const char *const learned8[] = {"max"};
static const char *const learned16[] = {"max"};
static const char *const learned17[] = {"s.done", "s.it", "max"};
static const char *const learned19[] = {"max"};
static const char *const learned24[] = {"max"};
const bsim_hint_info bsim_hints[] = {
    {"forms:loop", "a.c", 42, 1, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop", "a.c", 45, 2, 0, NULL, NULL, 1, 1, learned1},
    {"forms:loop.2", "a.c", 48, 3, 0, NULL, NULL, 1, 1, learned2},
    {"forms:loop.3", "a.c", 52, 4, 0, NULL, NULL, 1, 0, NULL},
    {"forms:if", "a.c", 60, 5, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop.4", "a.c", 64, 6, 0, NULL, NULL, 1, 1, learned5},
    {"forms:loop.5", "a.c", 70, 7, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.6", "a.c", 75, 8, 0, NULL, NULL, 1, 1, learned7},
    {"forms:loop.7", "a.c", 80, 9, 0, NULL, NULL, 1, 1, learned8},
    {"forms:loop.8", "a.c", 86, 10, 0, NULL, NULL, 1, 0, NULL},
    {"forms:if", "a.c", 98, 11, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 104, 12, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 112, 13, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 117, 14, 0, NULL, NULL, 0, 0, NULL},
    {"forms:if", "a.c", 124, 15, 0, NULL, NULL, 0, 0, NULL},
    {"forms:loop.9", "a.c", 129, 16, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.10", "a.c", 132, 17, 0, NULL, NULL, 1, 1, learned16},
    {"forms:loop.11", "a.c", 134, 18, 0, NULL, NULL, 1, 3, learned17},
    {"forms:loop.12", "a.c", 136, 19, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.13", "a.c", 58, 20, 0, NULL, NULL, 1, 1, learned19},
    {"forms:loop.14", "a.c", 96, 21, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.15", "a.c", 102, 22, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.16", "a.c", 110, 23, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.17", "a.c", 115, 24, 0, NULL, NULL, 1, 0, NULL},
    {"forms:loop.18", "a.c", 121, 25, 0, NULL, NULL, 1, 1, learned24},
    {"forms:loop.19", "a.c", 122, 26, 0, NULL, NULL, 1, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 26;
