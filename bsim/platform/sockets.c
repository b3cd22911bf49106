/* sockets.c - see sockets.h. */
#include "bsim/platform/sockets.h"

#include <limits.h>

#include "bsim/base/alloc.h"

bool bsim_sockets_check(const struct bsim_platform *p, struct bsim_error *err) {
    if ((int64_t)p->nodes * p->sockets > INT_MAX)
        return bsim_error_set(err, NULL, 0, NULL,
                              "%d nodes with %d sockets each are too many: at most %d sockets are possible", p->nodes,
                              p->sockets, INT_MAX);
    return p->cores_per_node % p->sockets == 0 ||
           bsim_error_set(err, NULL, 0, NULL,
                          "%d cores of a node cannot be divided into %d sockets: cores_per_node must be a multiple of "
                          "sockets_per_node",
                          p->cores_per_node, p->sockets);
}

void bsim_sockets_read(struct bsim_platform *p, struct bsim_jval root) {
    static const char *const mappings[] = {"block", "round_robin", NULL};
    struct bsim_jval sockets = bsim_jval_get(root, "sockets_per_node"), mapping = bsim_jval_get(root, "socket_mapping");
    struct bsim_error err = {0};
    if (bsim_jval_present(mapping))
        p->sockets_in_turn = bsim_jval_choice(mapping, mappings) == 1;
    if (bsim_jval_present(mapping) && !bsim_jval_present(sockets))
        bsim_jval_error(mapping, "socket_mapping needs \"sockets_per_node\"");
    if (!bsim_jval_present(sockets))
        return;
    int n = (int)bsim_jval_int(sockets, 1, INT_MAX);
    p->sockets = n < 1 ? 1 : n;
    if (n > 1 && p->memory.bandwidth[0] == 0 && !bsim_jval_present(bsim_jval_get(root, "between_sockets")))
        bsim_jval_error(sockets,
                        "needs \"memory\", which is divided among the sockets, or \"between_sockets\"; nothing "
                        "else differs between them");
    else if (n > 1 && p->memory.bandwidth[0] / n < p->memory.core_bandwidth[0])
        bsim_jval_error(sockets,
                        "is %d, so that a socket has less than core_bandwidth of the node's memory, which one core "
                        "gets alone",
                        n);
    else if (!bsim_sockets_check(p, &err))
        bsim_jval_error(sockets, "%s", err.text);
}

void bsim_sockets_place(const struct bsim_platform *p, const int32_t *node_of, int np, int32_t *socket) {
    int last = 0, of_socket = p->cores_per_node / p->sockets;
    for (int r = 0; r < np; r++)
        last = node_of[r] > last ? node_of[r] : last;
    int *before = bsim_alloc(((size_t)last + 1) * sizeof *before);
    for (int r = 0; r < np; r++) {
        int i = before[node_of[r]]++, filled = i / of_socket < p->sockets ? i / of_socket : p->sockets - 1;
        socket[r] = node_of[r] * p->sockets + (p->sockets_in_turn ? i % p->sockets : filled);
    }
    bsim_free(before);
}
