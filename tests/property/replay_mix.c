/* replay_mix.c - a random program with messages, collectives, one-sided operations, locks and files. Arguments: the
 * seed, the number of events, and the kinds of events that may occur, as letters (act). All ranks draw the same events.
 * It cannot deadlock: the two sides of a message are neighbours in the order of events, or not blocking. */
#include <bsim/bsim.h>
#include <lmpi/lmpi.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static const char *const params[] = {"n"};
const bsim_block_info bsim_blocks[3] = {{"main.1", "replay_mix.c", 1, 1, 1, params, 0, 0},
                                        {"main.2", "replay_mix.c", 2, 2, 1, params, 0, 0},
                                        {"main.3", "replay_mix.c", 3, 3, 1, params, 0, 0}};
const int bsim_nblocks = 3;

enum { MOST_OPEN = 64, SIZES = 9, ROOM = 1 << 19 };
static const int sizes[SIZES] = {0, 1, 8, 700, 3000, 4096, 4097, 20000, 200000};

struct event {
    int a, b; /* ranks */
    int size, n, choice;
};

/* What a rank has for itself. */
struct own {
    int rank, np, nopen, least; /* bytes of a collective, besides those of the event */
    MPI_Request opened[MOST_OPEN];
    MPI_Datatype pair; /* two numbers apart */
    MPI_File file;
    MPI_Win fenced, locked;
    MPI_Comm ring;
    char window[2][ROOM], buffer[ROOM];
};

static unsigned draw(unsigned long long *state, unsigned below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

static void calculate(struct own *o, const struct event *e) {
    if (e->choice % 2 || o->rank == e->a)
        BSIM_Add_time(BSIM_cost(e->n % 3, e->n + 37 * (o->np - o->rank)));
}

static void message(struct own *o, const struct event *e) {
    int apart = e->size >= 16 && e->size % 16 == 0 && e->n % 2;
    int count = apart ? e->size / 16 : e->size, tag = e->n % 7;
    MPI_Datatype type = apart ? o->pair : MPI_BYTE;
    if (e->a == e->b || (o->rank != e->a && o->rank != e->b))
        return;
    if (e->choice == 0 && o->rank == e->a)
        LMPI_Send(NULL, count, type, e->b, tag, MPI_COMM_WORLD);
    else if (e->choice == 0)
        LMPI_Recv(NULL, count, type, e->a, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (o->rank == e->a)
        LMPI_Isend(NULL, count, type, e->b, tag, MPI_COMM_WORLD, &o->opened[o->nopen++]);
    else
        LMPI_Irecv(NULL, count, type, e->a, tag, MPI_COMM_WORLD, &o->opened[o->nopen++]);
}

static void collective(struct own *o, char what, const struct event *e) {
    MPI_Comm all = MPI_COMM_WORLD;
    int size = o->least + e->size;
    switch (what) {
    case 'a':
        LMPI_Allreduce(NULL, NULL, 1 + size / 8, MPI_DOUBLE, MPI_SUM, all);
        break;
    case 'A':
        LMPI_Alltoall(NULL, size / 16, MPI_BYTE, NULL, size / 16, MPI_BYTE, all);
        break;
    case 'b':
        LMPI_Bcast(NULL, size, MPI_BYTE, e->a, all);
        break;
    case 'g':
        if (e->choice < 2)
            LMPI_Gather(NULL, size / 8, MPI_BYTE, NULL, size / 8, MPI_BYTE, e->a, all);
        else
            LMPI_Allgather(NULL, size / 8, MPI_BYTE, NULL, size / 8, MPI_BYTE, all);
        break;
    case 'r':
        if (e->choice < 2)
            LMPI_Reduce(NULL, NULL, 1 + size / 8, MPI_DOUBLE, MPI_SUM, e->a, all);
        else
            LMPI_Reduce_scatter_block(NULL, NULL, 1 + size / 64, MPI_DOUBLE, MPI_SUM, all);
        break;
    case 's':
        if (e->choice < 2)
            LMPI_Scatter(NULL, size / 8, MPI_BYTE, NULL, size / 8, MPI_BYTE, e->a, all);
        else
            LMPI_Scan(NULL, NULL, 1 + size / 64, MPI_DOUBLE, MPI_SUM, all);
        break;
    case 'n':
        LMPI_Neighbor_allgather(NULL, size / 4, MPI_BYTE, NULL, size / 4, MPI_BYTE, o->ring);
        break;
    case 'i':
        LMPI_Iallreduce(NULL, NULL, 1 + size / 8, MPI_DOUBLE, MPI_SUM, all, &o->opened[o->nopen++]);
        break;
    case 'o':
        MPI_Barrier(all);
        break;
    }
}

static void put_and_get(struct own *o, const struct event *e) {
    MPI_Win_fence(0, o->fenced);
    if (o->rank == e->a)
        MPI_Put(o->buffer, e->size, MPI_BYTE, e->b, 0, e->size, MPI_BYTE, o->fenced);
    if (o->rank == e->b && e->choice)
        MPI_Get(o->buffer, e->size / 2, MPI_BYTE, e->a, ROOM / 2, e->size / 2, MPI_BYTE, o->fenced);
    MPI_Win_fence(0, o->fenced);
}

static void lock(struct own *o, const struct event *e) {
    MPI_Win_lock(e->choice ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, e->a, 0, o->locked);
    if (e->choice)
        BSIM_Add_time(BSIM_cost(e->n % 3, e->n));
    MPI_Put(o->buffer, e->size, MPI_BYTE, e->a, 0, e->size, MPI_BYTE, o->locked);
    MPI_Win_unlock(e->a, o->locked);
}

static void act(struct own *o, char what, const struct event *e) {
    int shift = 1 + (o->np > 1 ? e->a % (o->np - 1) : 0), to = (o->rank + shift) % o->np,
        from = (o->rank + o->np - shift) % o->np;
    switch (what) {
    case 'c':
        calculate(o, e);
        break;
    case 'p':
        message(o, e);
        break;
    case 'x':
        LMPI_Sendrecv(NULL, e->size, MPI_BYTE, to, 8, NULL, e->size, MPI_BYTE, from, 8, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
        break;
    case 'w':
        put_and_get(o, e);
        break;
    case 'l':
        lock(o, e);
        break;
    case 'f':
        MPI_File_write_at(o->file, (MPI_Offset)o->rank * ROOM, o->buffer, e->size, MPI_BYTE, MPI_STATUS_IGNORE);
        break;
    case 'F':
        MPI_File_write_at_all(o->file, (MPI_Offset)o->rank * ROOM, o->buffer, e->size, MPI_BYTE, MPI_STATUS_IGNORE);
        break;
    default:
        collective(o, what, e);
    }
    if (o->nopen >= MOST_OPEN - 1 || e->n % 8 == 0) {
        MPI_Waitall(o->nopen, o->opened, MPI_STATUSES_IGNORE);
        o->nopen = 0;
    }
}

static void start(struct own *o) {
    MPI_Comm_rank(MPI_COMM_WORLD, &o->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &o->np);
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &o->pair);
    MPI_Type_commit(&o->pair);
    MPI_Win_create(o->window[0], ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &o->fenced);
    MPI_Win_create(o->window[1], ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &o->locked);
    MPI_File_open(MPI_COMM_WORLD, "mix.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &o->file);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &o->np, (int[]){1}, 0, &o->ring);
}

int main(int argc, char **argv) {
    unsigned long long state = strtoull(argv[1], NULL, 10);
    int events = atoi(argv[2]);
    const char *kinds = argv[3];
    MPI_Init(&argc, &argv);
    struct own *o = calloc(1, sizeof *o);
    if (!o)
        MPI_Abort(MPI_COMM_WORLD, 2);
    start(o);
    o->least = argc > 4 ? atoi(argv[4]) : 0;
    for (int i = 0; i < events; i++) {
        char what = kinds[draw(&state, (unsigned)strlen(kinds))];
        struct event e;
        e.a = (int)draw(&state, (unsigned)o->np);
        e.b = (int)draw(&state, (unsigned)o->np);
        e.n = 1 + (int)draw(&state, 10000);
        e.choice = (int)draw(&state, 4);
        e.size = sizes[draw(&state, SIZES)];
        act(o, what, &e);
    }
    MPI_Waitall(o->nopen, o->opened, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&o->ring);
    MPI_File_close(&o->file);
    MPI_Win_free(&o->locked);
    MPI_Win_free(&o->fenced);
    MPI_Type_free(&o->pair);
    free(o);
    MPI_Finalize();
    return 0;
}
