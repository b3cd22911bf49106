/* slopes.c - a random program. Arguments: the seed, the number of events, and the number of kinds of messages, which
 * also takes collectives and files away. Events are calculation of three blocks, messages of all protocols, in one
 * piece and in many, exchanges, collectives, and accesses of half of the ranks to files. All ranks draw the same
 * events. The program cannot deadlock: the two sides of a message are neighbours in the order of events, or not
 * blocking. */
#include <bsim/bsim.h>
#include <lmpi/lmpi.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>

static const char *const params[] = {"n"};
const bsim_block_info bsim_blocks[48] = {{"main.1", "slopes.c", 1, 1, 1, params, 0, 0},
                                         {"main.2", "slopes.c", 2, 2, 1, params, 0, 0},
                                         {"main.3", "slopes.c", 3, 3, 1, params, 0, 0},
#define UNUSED(n) {n, "slopes.c", 4, 4, 0, 0, 0, 0}
#define FIVE(n) UNUSED(n "1"), UNUSED(n "2"), UNUSED(n "3"), UNUSED(n "4"), UNUSED(n "5")
                                         FIVE("a"),
                                         FIVE("b"),
                                         FIVE("c"),
                                         FIVE("d"),
                                         FIVE("e"),
                                         FIVE("f"),
                                         FIVE("g"),
                                         FIVE("h"),
                                         FIVE("i")};
const int bsim_nblocks = 48; /* most without calls: their slopes are 0 */

enum { MOST = 64 };
static const int sizes[] = {0, 1, 8, 700, 3000, 20000, 70000};

static unsigned draw(unsigned long long *state, unsigned below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

static MPI_Datatype pair; /* two numbers apart */
static char data[10000];  /* of files */

static void message(int rank, int a, int b, int bytes, int tag, int kind, MPI_Request *open, int *nopen) {
    bool apart = bytes >= 16 && bytes % 16 == 0 && tag % 2;
    int size = apart ? bytes / 16 : bytes;
    MPI_Datatype type = apart ? pair : MPI_BYTE;
    if (kind == 0 && rank == a)
        LMPI_Send(NULL, size, type, b, tag, MPI_COMM_WORLD);
    else if (kind == 0 && rank == b)
        LMPI_Recv(NULL, size, type, a, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (kind == 1 && (rank == a || rank == b))
        LMPI_Sendrecv(NULL, size, type, a + b - rank, tag, NULL, size, type, a + b - rank, tag, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
    else if (kind > 1 && tag % 3 == 2 && (rank == a || rank == b))
        LMPI_Isendrecv(NULL, size, type, a + b - rank, tag, NULL, size, type, a + b - rank, tag, MPI_COMM_WORLD,
                       &open[(*nopen)++]);
    else if (kind > 1 && rank == a)
        LMPI_Isend(NULL, size, type, b, tag, MPI_COMM_WORLD, &open[(*nopen)++]);
    else if (kind > 1 && rank == b)
        LMPI_Irecv(NULL, size, type, a, tag, MPI_COMM_WORLD, &open[(*nopen)++]);
}

int main(int argc, char **argv) {
    unsigned long long state = strtoull(argv[1], NULL, 10);
    int rank, np, events = argc > 2 ? atoi(argv[2]) : 50, kinds = argc > 3 ? atoi(argv[3]) : 4, nopen = 0;
    int collectives = argc <= 3;
    MPI_Request open[MOST];
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    if (collectives)
        MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    for (int e = 0; e < events; e++) {
        unsigned what = draw(&state, 100), a = draw(&state, (unsigned)np), b = draw(&state, (unsigned)np),
                 n = 1 + draw(&state, 10000), kind = draw(&state, 4) % (unsigned)kinds;
        int size = sizes[draw(&state, sizeof sizes / sizeof sizes[0])];
        if (what < 40) {
            if (rank == (int)a)
                BSIM_Add_time(BSIM_cost((int)(n % 3), n));
        } else if (what < 44 && collectives) {
            if (rank % 2 == (int)a % 2)
                MPI_File_write_at(file, 0, data, (int)n, MPI_BYTE, MPI_STATUS_IGNORE);
        } else if (what < 85) {
            if (a != b)
                message(rank, (int)a, (int)b, size, (int)(n % 7), (int)kind, open, &nopen);
        } else if (what < 95 && !collectives) {
            continue;
        } else if (what < 89) {
            LMPI_Allreduce(NULL, NULL, 1 + size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        } else if (what < 92) {
            LMPI_Bcast(NULL, size, MPI_BYTE, (int)a, MPI_COMM_WORLD);
        } else if (what < 94) {
            LMPI_Alltoall(NULL, size / 16, MPI_BYTE, NULL, size / 16, MPI_BYTE, MPI_COMM_WORLD);
        } else if (what < 95) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
        if (nopen == MOST || what >= 95) {
            MPI_Waitall(nopen, open, MPI_STATUSES_IGNORE);
            nopen = 0;
        }
    }
    MPI_Waitall(nopen, open, MPI_STATUSES_IGNORE);
    if (collectives)
        MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
