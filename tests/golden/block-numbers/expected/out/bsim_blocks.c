/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"strcmp(global.solver, \"cg\") == 0", "global.n"};
static const char *const params1[] = {"strcmp(c->method, \"jacobi\") != 0", "strncmp(c->method, \"sor\\\"\", 3) == 0", "c->n"};
static const char *const params2[] = {"c->n > 10", "c->n"};
static const char *const params3[] = {"strcasecmp(c->solver, \"CG\") != 0", "c->n"};
static const char *const params4[] = {"c->n"};
static const char *const params5[] = {"c->viscosity > 0.0", "c->weight < 0.1f", "c->viscosity != c->limit", "c->n"};
static const char *const params6[] = {"c->radius * (1.0 / (double)c->n) < (0.001 * (double)ranks + -c->limit)", "c->n"};
static const char *const params7[] = {"c->viscosity > 0.0", "c->n"};
static const char *const params8[] = {"c->n - 2 * (long)ceil(c->radius / c->spacing)", "2 * (long)ceil(c->radius / c->spacing) + 1"};
static const char *const params9[] = {"(long)log2((double)c->n) + 1"};
static const char *const params11[] = {"c->n"};
static const char *const params13[] = {"(long)c->n << argc"};
static const char *const params14[] = {"(long)1 << (argc / 2)"};
static const char *const params15[] = {"argc"};
static const char *const params16[] = {"argc", "ranks"};
static const char *const params17[] = {"extent[0]", "extent[1]", "extent[2]"};
static const char *const params18[] = {"rounds with 2 * 2^i < c->n + 1", "c->n"};
static const char *const params19[] = {"argc", "c->n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 178, 178, 2, params0, NULL, "by_text (a.c:178)"},
    {"main.2", "a.c", 180, 180, 3, params1, NULL, "by_texts (a.c:180)"},
    {"main.3", "a.c", 182, 182, 2, params2, "data that decide on a branch (a.c:45)", "by_text_perhaps (a.c:182)"},
    {"main.4", "a.c", 184, 184, 2, params3, NULL, "by_text_behind_pointer (a.c:184)"},
    {"main.5", "a.c", 186, 186, 1, params4, "data that decide on a branch (a.c:59)", "by_own_text (a.c:186)"},
    {"main.6", "a.c", 188, 188, 4, params5, NULL, "by_number (a.c:188)"},
    {"main.7", "a.c", 190, 190, 2, params6, NULL, "by_sum (a.c:190)"},
    {"main.8", "a.c", 192, 192, 2, params7, NULL, "by_flag (a.c:192)"},
    {"main.9", "a.c", 194, 194, 2, params8, NULL, "stencil (a.c:194)"},
    {"main.10", "a.c", 196, 196, 1, params9, NULL, "levels (a.c:196)"},
    {"main.11", "a.c", 198, 198, 0, NULL, "data that decide on a branch (a.c:100)", "by_data (a.c:198)"},
    {"main.12", "a.c", 200, 200, 1, params11, NULL, "norm (a.c:200)"},
    {"main.13", "a.c", 202, 202, 0, NULL, "size, whose value takes elements of arrays in the loop at a.c:107 (a.c:202)", "by_norm (a.c:202)"},
    {"main.14", "a.c", 205, 205, 1, params13, NULL, "refine (a.c:205)"},
    {"main.15", "a.c", 207, 207, 1, params14, NULL, "square (a.c:207)"},
    {"main.16", "a.c", 209, 209, 1, params15, "a power of two, whose number of bits has no name in front of the block (a.c:131)", "tree (a.c:209)"},
    {"main.17", "a.c", 211, 211, 2, params16, "a value that each round of a loop multiplies (a.c:138)", "product (a.c:211)"},
    {"main.18", "a.c", 213, 213, 3, params17, NULL, "volume (a.c:213)"},
    {"main.19", "a.c", 215, 215, 2, params18, NULL, "butterflies (a.c:215)"},
    {"main.20", "a.c", 218, 218, 2, params19, "a value that has no name in front of the block (a.c:160)", "rebuild_sometimes (a.c:218)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 20;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0, 0, 0, 0, 0, 0x1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {2, 0, "taken a.c:45"},
    {4, 1, "taken a.c:59"},
    {10, 2, "taken a.c:100"},
    {12, 3, "taken a.c:112"},
    {15, 4, "rounds a.c:131"},
    {16, 5, "rounds a.c:19"},
    {19, 6, "taken a.c:160"},
};
const int bsim_ncounts = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 166},
    {"MPI_Comm_size", "a.c", 22, "a.c", 169},
    {"MPI_Barrier", "a.c", 31, "a.c", 179},
    {"MPI_Barrier", "a.c", 31, "a.c", 181},
    {"MPI_Barrier", "a.c", 33, "a.c", 183},
    {"MPI_Barrier", "a.c", 37, "a.c", 185},
    {"MPI_Barrier", "a.c", 37, "a.c", 187},
    {"MPI_Barrier", "a.c", 41, "a.c", 189},
    {"MPI_Barrier", "a.c", 41, "a.c", 191},
    {"MPI_Barrier", "a.c", 43, "a.c", 193},
    {"MPI_Barrier", "a.c", 43, "a.c", 195},
    {"MPI_Barrier", "a.c", 47, "a.c", 197},
    {"MPI_Barrier", "a.c", 47, "a.c", 199},
    {"MPI_Barrier", "a.c", 53, "a.c", 201},
    {"MPI_Barrier", "a.c", 55, "a.c", 203},
    {"MPI_Barrier", "a.c", 58, "a.c", 206},
    {"MPI_Barrier", "a.c", 60, "a.c", 208},
    {"MPI_Barrier", "a.c", 60, "a.c", 210},
    {"MPI_Barrier", "a.c", 64, "a.c", 212},
    {"MPI_Barrier", "a.c", 66, "a.c", 214},
    {"MPI_Barrier", "a.c", 66, "a.c", 216},
    {"MPI_Barrier", "a.c", 71, "a.c", 219},
    {"MPI_Finalize", "a.c", 74, "a.c", 221},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 23;
const int bsim_skeleton = 1;
