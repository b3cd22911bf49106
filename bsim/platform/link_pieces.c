/* link_pieces.c - see link_pieces.h. Owns the format of "pieces" (docs/reference/platform.md). */
#include "bsim/platform/link_pieces.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/link_noise.h"
#include "bsim/platform/quantity.h"

static const char *const protocols[] = {"eager", "detached", "rendezvous", "acknowledged", NULL};

/* A key whose value, if it is given, goes to *to. */
static bool read_number(struct bsim_jval v, const char *key, enum bsim_unit unit, bool positive, double *to) {
    struct bsim_jval value = bsim_jval_get(v, key);
    if (!bsim_jval_present(value))
        return false;
    *to = bsim_platform_quantity(value, unit, positive);
    return true;
}

/* A parameter that stands as a value or as a factor on the connection's. */
static bool read_either(struct bsim_jval v, const char *key, const char *factor_key, enum bsim_unit unit, double *to,
                        double *factor) {
    bool rate = unit == BSIM_UNIT_RATE, own = read_number(v, key, unit, rate, to);
    if (read_number(v, factor_key, BSIM_UNIT_NONE, rate, factor) && own)
        bsim_jval_error(v, "has both %s and %s", key, factor_key);
    return own;
}

static void read_piece(struct bsim_platform *p, struct bsim_link_piece *piece, struct bsim_jval v, bool up_to,
                       bool simple) {
    static const char *const keys[] = {"up_to",
                                       "latency",
                                       "latency_factor",
                                       "bandwidth",
                                       "bandwidth_factor",
                                       "send_overhead",
                                       "recv_overhead",
                                       "send_overhead_per_byte",
                                       "recv_overhead_per_byte",
                                       "protocol",
                                       "noise",
                                       "loss",
                                       "comment",
                                       NULL};
    static const char *const overheads[] = {"send_overhead", "recv_overhead", "send_overhead_per_byte",
                                            "recv_overhead_per_byte"};
    *piece = (struct bsim_link_piece){.up_to_bytes = HUGE_VAL,
                                      .latency_s = -1,
                                      .latency_factor = 1,
                                      .gap_s_per_byte = -1,
                                      .gap_factor = 1,
                                      .send_overhead_s = -1,
                                      .recv_overhead_s = -1};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, up_to ? keys : keys + 1))
        return;
    double rate = 0, rate_factor = 1;
    read_number(v, "up_to", BSIM_UNIT_BYTES, false, &piece->up_to_bytes);
    read_either(v, "latency", "latency_factor", BSIM_UNIT_TIME, &piece->latency_s, &piece->latency_factor);
    if (read_either(v, "bandwidth", "bandwidth_factor", BSIM_UNIT_RATE, &rate, &rate_factor) && rate > 0)
        piece->gap_s_per_byte = 1 / rate;
    if (rate_factor > 0)
        piece->gap_factor = 1 / rate_factor;
    double *const to[] = {&piece->send_overhead_s, &piece->recv_overhead_s, &piece->send_s_per_byte,
                          &piece->recv_s_per_byte};
    for (int i = 0; i < 4; i++)
        if (read_number(v, overheads[i], BSIM_UNIT_TIME, false, to[i]) && simple)
            bsim_jval_error(bsim_jval_get(v, overheads[i]), "the network model \"simple\" has no overheads");
    struct bsim_jval protocol = bsim_jval_get(v, "protocol"), noise = bsim_jval_get(v, "noise");
    struct bsim_jval loss = bsim_jval_get(v, "loss");
    if (bsim_jval_present(loss))
        piece->loss = bsim_link_loss_read(loss);
    if (bsim_jval_present(noise))
        piece->noise = bsim_link_noise_read(p, noise);
    if (!bsim_jval_present(protocol))
        return;
    piece->protocol = (enum bsim_piece_protocol)(BSIM_PIECE_EAGER + bsim_jval_choice(protocol, protocols));
    if (piece->protocol == BSIM_PIECE_ACKNOWLEDGED && simple)
        bsim_jval_error(protocol,
                        "the network model \"simple\" has no acknowledged messages; take the model \"loggpo\"");
    else if (piece->protocol == BSIM_PIECE_DETACHED && simple)
        bsim_jval_error(protocol, "in the network model \"simple\" an eager message is detached; write \"eager\"");
}

void bsim_piece_read(struct bsim_platform *p, struct bsim_link_piece *piece, struct bsim_jval v, bool simple) {
    read_piece(p, piece, v, false, simple);
}

void bsim_pieces_read(struct bsim_platform *p, struct bsim_link *link, struct bsim_jval v, bool simple) {
    if (!bsim_jval_list(v))
        return;
    int n = (int)bsim_jval_size(v);
    bsim_free(link->piece);
    link->npiece = n;
    link->piece = n ? bsim_alloc((size_t)n * sizeof *link->piece) : NULL;
    for (int i = 0; i < n; i++) {
        struct bsim_jval at = bsim_jval_at(v, (size_t)i);
        read_piece(p, &link->piece[i], at, true, simple);
        if (i + 1 < n && isinf(link->piece[i].up_to_bytes))
            bsim_jval_error(at, "the key \"up_to\" is missing; only the last piece is without it");
        if (i + 1 == n && !isinf(link->piece[i].up_to_bytes))
            bsim_jval_error(bsim_jval_get(at, "up_to"),
                            "the last piece is for all longer messages; leave out its up_to");
        if (i > 0 && link->piece[i].up_to_bytes <= link->piece[i - 1].up_to_bytes)
            bsim_jval_error(at, "up_to is not above that of the piece before it");
    }
}

void bsim_pieces_copy(struct bsim_link *to, const struct bsim_link *from) {
    size_t size = (size_t)from->npiece * sizeof *from->piece;
    bsim_free(to->piece);
    to->npiece = from->npiece;
    to->piece = size ? bsim_alloc(size) : NULL;
    if (size)
        memcpy(to->piece, from->piece, size);
}
