/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"s.full", "s.n"};
static const char *const params1[] = {"s.from", "s.to", "s.n"};
static const char *const params2[] = {"s.kind == 3", "s.n"};
static const char *const params3[] = {"s.every > 2", "s.n"};
static const char *const params4[] = {"s.theta > 0.5", "s.n"};
static const char *const params5[] = {"(s.kind % 4) == 0", "s.n"};
static const char *const params6[] = {"s.kind == 7", "s.n"};
static const char *const params7[] = {"rounds of s.n with i % s.every == 0", "s.n"};
static const char *const params8[] = {"s.to"};
static const char *const params9[] = {"s.n"};
static const char *const params10[] = {"s.from", "s.to"};
static const char *const params11[] = {"s.n"};
static const char *const params13[] = {"(s.kind & 1) == 0", "s.n"};
static const char *const params14[] = {"chosen == once", "s.n"};
static const char *const params15[] = {"s.n"};
static const char *const params16[] = {"s.every == 1", "s.every == 2", "s.to", "s.n"};
static const char *const params17[] = {"(s.kind % 3) == 0", "(s.kind % 3) == 1", "s.n"};
static const char *const params18[] = {"100 * s.n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 130, 130, 2, params0, NULL, "by_bool (a.c:130)"},
    {"main.2", "a.c", 132, 132, 3, params1, NULL, "by_product (a.c:132)"},
    {"main.3", "a.c", 134, 134, 2, params2, NULL, "by_choice (a.c:134)"},
    {"main.4", "a.c", 136, 136, 2, params3, NULL, "by_shortcut (a.c:136)"},
    {"main.5", "a.c", 138, 138, 2, params4, NULL, "by_number (a.c:138)"},
    {"main.6", "a.c", 140, 140, 2, params5, NULL, "by_switch (a.c:140)"},
    {"main.7", "a.c", 142, 142, 2, params6, NULL, "guarded (a.c:142)"},
    {"main.8", "a.c", 144, 144, 2, params7, NULL, "sometimes (a.c:144)"},
    {"main.9", "a.c", 146, 146, 1, params8, NULL, "ended (a.c:146)"},
    {"main.10", "a.c", 148, 148, 1, params9, NULL, "again (a.c:148)"},
    {"main.11", "a.c", 150, 150, 2, params10, "the depth of a recursion (a.c:91)", "main (a.c:150)"},
    {"main.12", "a.c", 152, 152, 1, params11, NULL, "main (a.c:152)"},
    {"main.13", "a.c", 154, 154, 0, NULL, NULL, "main (a.c:154)"},
    {"main.14", "a.c", 156, 156, 2, params13, NULL, "main (a.c:156)"},
    {"main.15", "a.c", 158, 158, 2, params14, NULL, "main (a.c:158)"},
    {"main.16", "a.c", 160, 160, 1, params15, NULL, "apply (a.c:160)"},
    {"main.17", "a.c", 162, 169, 4, params16, NULL, "once (a.c:162-169)"},
    {"main.18", "a.c", 171, 171, 3, params17, NULL, "main (a.c:171)"},
    {"main.19", "a.c", 175, 176, 1, params18, NULL, "main (a.c:175-176)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 19;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 25, "a.c", 116},
    {"MPI_Init", "a.c", 32, "a.c", 123},
    {"MPI_Bcast", "a.c", 35, "a.c", 126},
    {"MPI_Bcast", "a.c", 36, "a.c", 127},
    {"MPI_Finalize", "a.c", 82, "a.c", 179},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
