/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"local_n(rank)", "total"};
static const char *const params1[] = {"width(&g, d)"};
static const char *const params2[] = {"p.last - p.first"};
static const char *const params3[] = {"(total > 1000 ? 1000 : total) - 1"};
static const char *const params4[] = {"(size != 0 ? total / size : 0)", "(size != 0 ? total % size : 0)", "rank"};
static const char *const params5[] = {"rank % 2 != 0", "total"};
static const char *const params6[] = {"rank"};
static const char *const params7[] = {"g.n[2]", "g.used"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 67, 71, 2, params0, NULL, "main (a.c:67-71)"},
    {"main.2", "a.c", 74, 75, 1, params1, NULL, "main (a.c:74-75)"},
    {"main.3", "a.c", 78, 79, 1, params2, NULL, "main (a.c:78-79)"},
    {"main.4", "a.c", 81, 81, 1, params3, NULL, "relax (a.c:81)"},
    {"main.5", "a.c", 84, 86, 3, params4, "the result of local_n(), which the block may not call, and which may then fail (a.c:85)", "main (a.c:84-86)"},
    {"main.6", "a.c", 89, 90, 2, params5, "the result of counted_n(), which changes asked (a.c:35) (a.c:89)", "counted_n (a.c:89-90)"},
    {"main.7", "a.c", 92, 93, 1, params6, "the result of computed_n(), whose value takes elements of arrays in the loop at a.c:44 (a.c:92)", "computed_n (a.c:92-93)"},
    {"main.8", "a.c", 96, 99, 2, params7, "the result of width(), which reads what the block changes: main:g+12 (a.c:96)", "main (a.c:96-99)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 8;
const unsigned bsim_block_rounds[] = {0, 0, 0x1, 0x1, 0, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {4, 0, "taken a.c:84"},
    {4, 1, "rounds a.c:85"},
    {5, 2, "rounds a.c:89"},
    {6, 3, "rounds a.c:92"},
    {7, 4, "rounds a.c:96"},
};
const int bsim_ncounts = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 33, "a.c", 60},
    {"MPI_Comm_rank", "a.c", 34, "a.c", 61},
    {"MPI_Comm_size", "a.c", 35, "a.c", 62},
    {"MPI_Barrier", "a.c", 40, "a.c", 72},
    {"MPI_Barrier", "a.c", 43, "a.c", 76},
    {"MPI_Barrier", "a.c", 45, "a.c", 80},
    {"MPI_Barrier", "a.c", 47, "a.c", 82},
    {"MPI_Barrier", "a.c", 49, "a.c", 87},
    {"MPI_Barrier", "a.c", 52, "a.c", 91},
    {"MPI_Barrier", "a.c", 54, "a.c", 94},
    {"MPI_Barrier", "a.c", 56, "a.c", 100},
    {"MPI_Finalize", "a.c", 57, "a.c", 104},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
