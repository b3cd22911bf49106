/* play.c - the functions of a trace, from mpi_calls.def, and calls of their LMPI_* twins. */
#include "lmpi/player/play.h"

#include <lmpi/lmpi.h>
#include <stddef.h>
#include <string.h>

/* The arguments of a call are numbers; those that are addresses become addresses. */
#pragma GCC diagnostic ignored "-Wint-conversion"
#define A1(a) arg[0]
#define A2(a, ...) arg[0], arg[1]
#define A3(a, ...) A2(, ), arg[2]
#define A4(a, ...) A3(, ), arg[3]
#define A5(a, ...) A4(, ), arg[4]
#define A6(a, ...) A5(, ), arg[5]
#define A7(a, ...) A6(, ), arg[6]
#define A8(a, ...) A7(, ), arg[7]
#define A9(a, ...) A8(, ), arg[8]
#define A10(a, ...) A9(, ), arg[9]
#define A11(a, ...) A10(, ), arg[10]
#define A12(a, ...) A11(, ), arg[11]
#define A13(a, ...) A12(, ), arg[12]
#define PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, name, ...) name
#define ARGS(...) PICK(__VA_ARGS__, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, )(__VA_ARGS__)

#define DEFINE(ret, name, params, args, roles)                                                                         \
    static void call_##name(const intptr_t *arg) {                                                                     \
        LMPI_##name(ARGS args);                                                                                        \
    }
#define MPI_CALL_P2P_SEND DEFINE
#define MPI_CALL_P2P_RECV DEFINE
#define MPI_CALL_P2P_SENDRECV DEFINE
#define MPI_CALL_P2P_ISENDRECV DEFINE
#define MPI_CALL_P2P_INIT DEFINE
#define MPI_CALL_COLL_INIT DEFINE
#define MPI_CALL_COLL DEFINE
#define MPI_CALL_ICOLL DEFINE
#define MPI_CALL_IO_DATA DEFINE
#define MPI_CALL_PART_INIT DEFINE
#define MPI_CALL_RMA_DATA DEFINE
#include "lmpi/mpi_calls.def"

static const struct play_function functions[] = {
#define PLAY(ret, name, params, args, roles) {#name, roles, PLAY_COMMUNICATE, call_##name},
#define MPI_CALL_P2P_SEND PLAY
#define MPI_CALL_P2P_RECV PLAY
#define MPI_CALL_P2P_SENDRECV PLAY
#define MPI_CALL_P2P_ISENDRECV PLAY
#define MPI_CALL_COLL PLAY
#define MPI_CALL_ICOLL PLAY
#define MPI_CALL_P2P_INIT(ret, name, params, args, roles) {#name, roles, PLAY_INIT, call_##name},
#define MPI_CALL_COLL_INIT(ret, name, params, args, roles) {#name, roles, PLAY_INIT, call_##name},
#define MPI_CALL_IO_DATA(ret, name, params, args, roles) {#name, roles, PLAY_OBJECT, call_##name},
#define MPI_CALL_RMA_DATA MPI_CALL_IO_DATA
#define MPI_CALL_PART_INIT(ret, name, params, args, roles) {#name, roles, PLAY_PARTITIONED, call_##name},
#define MPI_CALL_PART(ret, name, params, args, roles) {#name, roles, PLAY_PARTITIONS, NULL},
#define MPI_CALL_IO(ret, name, params, args, roles) {#name, roles, PLAY_OBJECT, NULL},
#define MPI_CALL_RMA MPI_CALL_IO
#define MPI_CALL_MRECV(ret, name, params, args, roles) {#name, roles, PLAY_MRECV, NULL},
#define MPI_CALL_P2P_START(ret, name, params, args, roles) {#name, roles, PLAY_START, NULL},
#define MPI_CALL_PROBE(ret, name, params, args, roles) {#name, roles, PLAY_PROBE, NULL},
#define MPI_CALL_COMPLETE(ret, name, params, args, roles) {#name, roles, PLAY_COMPLETE, NULL},
#define MPI_CALL_COMM(ret, name, params, args, roles) {#name, roles, PLAY_COMM, NULL},
#define MPI_CALL_ENV(ret, name, params, args, roles) {#name, roles, PLAY_NOTHING, NULL},
#define MPI_CALL_LOCAL(ret, name, params, args, roles) {#name, roles, PLAY_NOTHING, NULL},
#include "lmpi/mpi_calls.def"
};
/* Those whose family does not tell how they are played. */
static const struct play_function others[] = {{"Cancel", "R", PLAY_CANCEL, NULL},
                                              {"Request_free", "R", PLAY_REQUEST_FREE, NULL},
                                              {"Request_get_status", "iOS", PLAY_LOOK, NULL},
                                              {"Comm_idup", "cOR", PLAY_COMM, NULL},
                                              {"Comm_idup_with_info", "ciOR", PLAY_COMM, NULL},
                                              {"Intercomm_create", "ciciiO", PLAY_COMM, NULL},
                                              {"Intercomm_merge", "ciO", PLAY_COMM, NULL},
                                              {"Comm_free", "X", PLAY_COMM_FREE, NULL},
                                              {"File_open", "ciiiO", PLAY_OBJECT_NEW, NULL},
                                              {"Win_create", "aiiicO", PLAY_OBJECT_NEW, NULL},
                                              {"Win_allocate", "iiicOO", PLAY_OBJECT_NEW, NULL},
                                              {"Win_allocate_shared", "iiicOO", PLAY_OBJECT_NEW, NULL},
                                              {"Win_create_dynamic", "icO", PLAY_OBJECT_NEW, NULL}};

const struct play_function *play_find(const char *name, const char *roles) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i].name) == 0)
            return &others[i];
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return roles == NULL || strcmp(functions[i].roles, roles) == 0 ? &functions[i] : NULL;
    return NULL;
}
