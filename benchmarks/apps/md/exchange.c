#include "exchange.h"

#include "memory.h"
#include "parallel.h"

enum { TAG_SIZE = 10, TAG_DATA = 20 };

exchange *exchange_create(const domain *d, const exchange_callbacks *call, void *user, int announce) {
    exchange *e = md_malloc(sizeof *e, "an exchange");
    size_t most = 0;

    e->call = *call;
    e->user = user;
    e->announce = announce;
    for (int f = 0; f < FACES; f++) {
        size_t bytes = e->call.most_bytes(user, f);

        e->neighbour[f] = d->neighbour[f];
        if (bytes > most)
            most = bytes;
    }
    e->send_capacity = most;
    e->receive_capacity = announce ? 0 : most;
    for (int side = 0; side < 2; side++) {
        e->send_buffer[side] = md_malloc(e->send_capacity, "a send buffer");
        e->receive_buffer[side] = md_malloc(e->receive_capacity, "a receive buffer");
    }
    return e;
}

void exchange_destroy(exchange **e) {
    if (*e == NULL)
        return;
    if ((*e)->call.destroy != NULL)
        (*e)->call.destroy((*e)->user);
    for (int side = 0; side < 2; side++) {
        md_free((*e)->send_buffer[side]);
        md_free((*e)->receive_buffer[side]);
    }
    md_free(*e);
    *e = NULL;
}

/* Tells the neighbours the sizes and makes room for what they will send. */
static void announce_sizes(exchange *e, int axis, const size_t send_bytes[2]) {
    int lower = 2 * axis, upper = lower + 1;
    int mine[2] = {(int)send_bytes[0], (int)send_bytes[1]}, theirs[2];
    size_t most;

    parallel_sendrecv(&mine[0], sizeof mine[0], e->neighbour[lower], &theirs[1], sizeof theirs[1], e->neighbour[upper],
                      TAG_SIZE + lower);
    parallel_sendrecv(&mine[1], sizeof mine[1], e->neighbour[upper], &theirs[0], sizeof theirs[0], e->neighbour[lower],
                      TAG_SIZE + upper);
    most = (size_t)(theirs[0] > theirs[1] ? theirs[0] : theirs[1]);
    if (most <= e->receive_capacity)
        return;
    e->receive_capacity = most + most / 4;
    for (int side = 0; side < 2; side++)
        e->receive_buffer[side] = md_realloc(e->receive_buffer[side], e->receive_capacity, "a receive buffer");
}

void exchange_run(exchange *e, void *data) {
    for (int axis = 0; axis < 3; axis++) {
        int lower = 2 * axis, upper = lower + 1;
        size_t sent[2], came[2];

        sent[0] = e->call.load_buffer(e->user, data, lower, e->send_buffer[0]);
        sent[1] = e->call.load_buffer(e->user, data, upper, e->send_buffer[1]);
        if (e->announce)
            announce_sizes(e, axis, sent);
        came[1] = parallel_sendrecv(e->send_buffer[0], sent[0], e->neighbour[lower], e->receive_buffer[1],
                                    e->receive_capacity, e->neighbour[upper], TAG_DATA + lower);
        came[0] = parallel_sendrecv(e->send_buffer[1], sent[1], e->neighbour[upper], e->receive_buffer[0],
                                    e->receive_capacity, e->neighbour[lower], TAG_DATA + upper);
        e->call.unload_buffer(e->user, data, lower, came[0], e->receive_buffer[0]);
        e->call.unload_buffer(e->user, data, upper, came[1], e->receive_buffer[1]);
    }
}
