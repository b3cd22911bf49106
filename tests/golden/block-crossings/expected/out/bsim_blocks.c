/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n", "mine"};
static const char *const params3[] = {"rounds of mine with rank + size * i > k", "n - k", "mine"};
static const char *const params4[] = {"end - first", "rounds of end - first with first + i > k", "n - k"};
static const char *const params5[] = {"rounds of mine with rank + size * i > k - 1", "mine", "k"};
static const char *const params6[] = {"rounds of mine with rank + size * i > k + 1", "mine", "n"};
static const char *const params7[] = {"rounds of mine with n - rank - 1 - size * i > k", "mine", "k", "n"};
static const char *const params8[] = {"rounds of mine with rank + size * i > k", "mine"};
static const char *const params9[] = {"mine", "k"};
static const char *const params10[] = {"n - k - 1", "rounds of n - k - 1 with (k + 1 + i) % size == rank", "n - k"};
static const char *const params11[] = {"n - (rounds of n with (k + i) % size == rank)", "n - k", "n"};
static const char *const params12[] = {"rank == (k % size)", "n - k"};
static const char *const params13[] = {"rounds of mine with rank * nb + (size * nb) * (i / nb) + i % nb > k - 1", "n - k", "mine"};
static const char *const params14[] = {"n - k", "rounds of n - k from k with i / nb % size == rank"};
static const char *const params15[] = {"rounds of mine with mine * rank + i > k", "n - k", "mine"};
static const char *const params16[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 160, 160, 1, params0, NULL, "main (a.c:160)"},
    {"main.2", "a.c", 162, 163, 1, params1, NULL, "main (a.c:162-163)"},
    {"main.3", "a.c", 164, 164, 2, params2, NULL, "main (a.c:164)"},
    {"main.4", "a.c", 166, 166, 3, params3, NULL, "cyclic (a.c:166)"},
    {"main.5", "a.c", 168, 168, 3, params4, NULL, "rows (a.c:168)"},
    {"main.6", "a.c", 170, 170, 3, params5, NULL, "backwards (a.c:170)"},
    {"main.7", "a.c", 172, 172, 3, params6, NULL, "in_a_function (a.c:172)"},
    {"main.8", "a.c", 174, 174, 4, params7, NULL, "two_ways (a.c:174)"},
    {"main.9", "a.c", 176, 176, 2, params8, NULL, "light (a.c:176)"},
    {"main.10", "a.c", 178, 178, 2, params9, NULL, "at_the_ends (a.c:178)"},
    {"main.11", "a.c", 180, 180, 3, params10, NULL, "dealt_out (a.c:180)"},
    {"main.12", "a.c", 182, 182, 3, params11, NULL, "of_others (a.c:182)"},
    {"main.13", "a.c", 184, 184, 2, params12, NULL, "owner (a.c:184)"},
    {"main.14", "a.c", 186, 186, 3, params13, NULL, "block_cyclic (a.c:186)"},
    {"main.15", "a.c", 188, 188, 2, params14, NULL, "blocks_of_mine (a.c:188)"},
    {"main.16", "a.c", 190, 190, 3, params15, NULL, "blocks_of_rows (a.c:190)"},
    {"main.17", "a.c", 192, 192, 2, params16, NULL, "sparse (a.c:192)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 17;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x5, 0x3, 0x2, 0x2, 0x1, 0x2, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 155},
    {"MPI_Comm_rank", "a.c", 12, "a.c", 156},
    {"MPI_Comm_size", "a.c", 13, "a.c", 157},
    {"MPI_Barrier", "a.c", 24, "a.c", 167},
    {"MPI_Barrier", "a.c", 24, "a.c", 169},
    {"MPI_Barrier", "a.c", 26, "a.c", 171},
    {"MPI_Barrier", "a.c", 28, "a.c", 173},
    {"MPI_Barrier", "a.c", 30, "a.c", 175},
    {"MPI_Barrier", "a.c", 32, "a.c", 177},
    {"MPI_Barrier", "a.c", 34, "a.c", 179},
    {"MPI_Barrier", "a.c", 38, "a.c", 181},
    {"MPI_Barrier", "a.c", 38, "a.c", 183},
    {"MPI_Barrier", "a.c", 38, "a.c", 185},
    {"MPI_Barrier", "a.c", 40, "a.c", 187},
    {"MPI_Barrier", "a.c", 44, "a.c", 189},
    {"MPI_Barrier", "a.c", 44, "a.c", 191},
    {"MPI_Bcast", "a.c", 48, "a.c", 193},
    {"MPI_Finalize", "a.c", 53, "a.c", 196},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 18;
const int bsim_skeleton = 1;
