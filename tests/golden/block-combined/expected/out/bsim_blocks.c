/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n ^ m"};
static const char *const params1[] = {"n | 64"};
static const char *const params2[] = {"n & (m - 1)"};
static const char *const params3[] = {"-(~n)"};
static const char *const params4[] = {"n % -7"};
static const char *const params5[] = {"(n < m ? n : m)"};
static const char *const params6[] = {"__builtin_labs(n - m)"};
static const char *const params7[] = {"100 * (!(n != 0)) + 200 * (n > 8 && (m < 8 || n < m))"};
static const char *const params8[] = {"n | m"};
static const char *const params9[] = {"(n > (2 * m) ? (n - 2 * m) : n)"};
static const char *const params10[] = {"m == 2", "n"};
static const char *const params11[] = {"m == 2"};
static const char *const params12[] = {"(m > 2 ? 1000 : 10)"};
static const char *const params13[] = {"(long)fmin((double)n, (double)m)"};
static const char *const params14[] = {"(((long)(rank + 1) * n) / size) - (((long)rank * n) / size)"};
static const char *const params15[] = {"n"};
static const char *const params17[] = {"b.high"};

const bsim_block_info bsim_blocks[] = {
    {"loops.1", "a.c", 16, 17, 1, params0, NULL, "loops (a.c:16-17)"},
    {"loops.2", "a.c", 19, 20, 1, params1, NULL, "loops (a.c:19-20)"},
    {"loops.3", "a.c", 22, 23, 1, params2, NULL, "loops (a.c:22-23)"},
    {"loops.4", "a.c", 25, 26, 1, params3, NULL, "loops (a.c:25-26)"},
    {"loops.5", "a.c", 28, 29, 1, params4, NULL, "loops (a.c:28-29)"},
    {"loops.6", "a.c", 31, 32, 1, params5, NULL, "loops (a.c:31-32)"},
    {"loops.7", "a.c", 34, 35, 1, params6, NULL, "loops (a.c:34-35)"},
    {"loops.8", "a.c", 37, 38, 1, params7, NULL, "loops (a.c:37-38)"},
    {"main.1", "a.c", 73, 73, 1, params8, NULL, "work (a.c:73)"},
    {"main.2", "a.c", 75, 75, 1, params9, NULL, "work (a.c:75)"},
    {"main.3", "a.c", 77, 77, 2, params10, NULL, "work (a.c:77)"},
    {"main.4", "a.c", 79, 79, 1, params11, NULL, "work (a.c:79)"},
    {"main.5", "a.c", 81, 81, 1, params12, NULL, "work (a.c:81)"},
    {"main.6", "a.c", 83, 83, 1, params13, NULL, "work (a.c:83)"},
    {"main.7", "a.c", 85, 85, 1, params14, NULL, "strip (a.c:85)"},
    {"main.8", "a.c", 87, 87, 1, params15, "what is computed from the bits of a number (a.c:51)", "set_bits (a.c:87)"},
    {"main.9", "a.c", 89, 89, 0, NULL, "data that decide on a branch (a.c:58)", "each_bit (a.c:89)"},
    {"main.10", "a.c", 94, 94, 1, params17, NULL, "work (a.c:94)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 18;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {15, 0, "rounds a.c:51"},
    {16, 1, "taken a.c:58"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 10, "a.c", 18},
    {"MPI_Barrier", "a.c", 12, "a.c", 21},
    {"MPI_Barrier", "a.c", 14, "a.c", 24},
    {"MPI_Barrier", "a.c", 16, "a.c", 27},
    {"MPI_Barrier", "a.c", 18, "a.c", 30},
    {"MPI_Barrier", "a.c", 20, "a.c", 33},
    {"MPI_Barrier", "a.c", 21, "a.c", 36},
    {"MPI_Barrier", "a.c", 23, "a.c", 39},
    {"MPI_Init", "a.c", 33, "a.c", 68},
    {"MPI_Comm_rank", "a.c", 35, "a.c", 70},
    {"MPI_Comm_size", "a.c", 36, "a.c", 71},
    {"MPI_Barrier", "a.c", 38, "a.c", 74},
    {"MPI_Barrier", "a.c", 40, "a.c", 76},
    {"MPI_Barrier", "a.c", 42, "a.c", 78},
    {"MPI_Barrier", "a.c", 44, "a.c", 80},
    {"MPI_Barrier", "a.c", 46, "a.c", 82},
    {"MPI_Barrier", "a.c", 48, "a.c", 84},
    {"MPI_Barrier", "a.c", 50, "a.c", 86},
    {"MPI_Barrier", "a.c", 50, "a.c", 88},
    {"MPI_Barrier", "a.c", 54, "a.c", 90},
    {"MPI_Finalize", "a.c", 59, "a.c", 95},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 21;
const int bsim_skeleton = 1;
