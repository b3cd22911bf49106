/* message_noise.c - see message_noise.h. Knows what of a message's time is latency, and what goes with its bytes, in
 * both network models. */
#include "bsim/network/message_noise.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/platform/link_noise.h"

static struct bsim_message_laws *all_laws;
static long first_seed;
static int nseed = 1;
static bool draws; /* losses are drawn; else each crossing takes their mean */

/* The words of random bits of a message: two for each factor, one for the losses of a crossing. */
enum { ENVELOPE = 0, CLEARANCE = 4, DATA = 8, OF_BYTES = 2, OF_LOSSES = 12 };

static bool same_loss(const struct bsim_link_loss *a, const struct bsim_link_loss *b) {
    return a->probability == b->probability &&
           (a->probability == 0 ||
            (a->timeout_s == b->timeout_s && a->backoff == b->backoff && a->packet_bytes == b->packet_bytes));
}

static struct bsim_message_laws *find(const struct bsim_link *link, const struct bsim_link_piece *piece) {
    const struct bsim_link_noise *noise = piece && piece->noise ? piece->noise : link->noise;
    const struct bsim_link_loss *loss = piece && piece->loss.given ? &piece->loss : &link->loss;
    struct bsim_message_laws *laws = all_laws;
    while (laws && (laws->of != noise || !same_loss(&laws->loss, loss)))
        laws = laws->next;
    return laws;
}

/* Makes the laws of a connection, or of a piece of it, unless there are such laws already. */
static bool add(const struct bsim_link *link, const struct bsim_link_piece *piece, const char *path, double strength,
                struct bsim_error *err) {
    const struct bsim_link_noise *noise = piece && piece->noise ? piece->noise : link->noise;
    struct bsim_message_laws laws = {.of = noise, .loss = piece && piece->loss.given ? piece->loss : link->loss};
    if (find(link, piece))
        return true;
    if (noise && strength > 0) {
        laws.latency = bsim_noise_source_law(&noise->latency, NULL, strength, path, "messages", err);
        laws.bandwidth = bsim_noise_source_law(&noise->bandwidth, NULL, strength, path, "messages", err);
    }
    if (err->set ||
        (laws.latency.kind == BSIM_NOISE_NONE && laws.bandwidth.kind == BSIM_NOISE_NONE && laws.loss.probability == 0))
        return !err->set;
    laws.next = all_laws;
    all_laws = bsim_alloc(sizeof *all_laws);
    *all_laws = laws;
    return true;
}

/* Of a connection and its pieces. */
static bool add_all(const struct bsim_link *link, const char *path, double strength, struct bsim_error *err) {
    bool fine = add(link, NULL, path, strength, err);
    for (int i = 0; fine && i < link->npiece; i++)
        fine = add(link, &link->piece[i], path, strength, err);
    return fine;
}

bool bsim_message_noise_init(const struct bsim_platform *platform, const char *path, double strength, long seed,
                             int runs, struct bsim_error *err) {
    bsim_message_noise_fini();
    first_seed = seed;
    nseed = runs;
    draws = strength > 0;
    bool fine = add_all(&platform->inter, path, strength, err) && add_all(&platform->intra, path, strength, err) &&
                (!platform->has_between || add_all(&platform->between, path, strength, err));
    for (int i = 0; fine && i < platform->nrule; i++)
        fine = add(&platform->inter, &platform->rule[i].piece, path, strength, err);
    return fine;
}

void bsim_message_noise_fini(void) {
    while (all_laws) {
        struct bsim_message_laws *next = all_laws->next;
        bsim_free(all_laws);
        all_laws = next;
    }
}

bool bsim_message_noise_any(void) {
    return all_laws != NULL;
}

const struct bsim_message_laws *bsim_message_laws(const struct bsim_link *link, const struct bsim_link_piece *piece) {
    return find(link, piece);
}

/* ---- losses ---- */

/* The probability that some of a crossing's packets are lost in each of its first j + 1 rounds. */
static double lost_beyond(const struct bsim_link_loss *loss, double packets, int j) {
    return -expm1(packets * log1p(-pow(loss->probability, j + 1)));
}

/* The seconds of n time-outs in a row. */
static double waited_s(const struct bsim_link_loss *loss, int n) {
    double sum = 0, next = loss->timeout_s;
    for (int j = 0; j < n; j++, next *= loss->backoff)
        sum += next;
    return sum;
}

static double mean_s(const struct bsim_link_loss *loss, double packets) {
    double sum = 0, next = loss->timeout_s, term;
    int j = 0;
    do {
        term = next * lost_beyond(loss, packets, j++);
        sum += term;
        next *= loss->backoff;
    } while (term > 1e-17 * sum);
    return sum;
}

/* Adds what a crossing waits for lost packets. bytes: of its data; 0: it is a control message. */
static void add_losses(const struct bsim_path *path, struct bsim_message_id id, unsigned turn, double bytes,
                       double *longer) {
    const struct bsim_link_loss *loss = &path->laws->loss;
    double packets = bsim_max(1, ceil(bytes / loss->packet_bytes)), first_s = 0, s = 0;
    if (loss->probability == 0)
        return;
    for (int k = 0; k < bsim_context.nscen; k++) {
        long seed = (long)((unsigned long)first_seed + (unsigned long)k);
        if (!draws && k == 0) {
            s = mean_s(loss, packets);
        } else if (draws && k < nseed) {
            double unit = bsim_random_unit(bsim_random_bits(seed, BSIM_DRAW_NOISE_MESSAGE, (uint64_t)id.rank, id.number,
                                                            OF_LOSSES + turn / (CLEARANCE - ENVELOPE)));
            int n = 0;
            while (lost_beyond(loss, packets, n) > unit)
                n++;
            s = waited_s(loss, n);
        }
        first_s = k == 0 ? s : first_s;
        longer[k] += draws && k >= nseed ? first_s : s;
    }
}

/* longer[k] = (factor - 1) amount[k] scale */
static void draw(const struct bsim_noise_law *law, struct bsim_message_id id, unsigned turn, const double *amount,
                 double scale, double *longer) {
    double first = 0, change = 0;
    for (int k = 0; k < bsim_context.nscen; k++) {
        long seed = (long)((unsigned long)first_seed + (unsigned long)k);
        if (law->kind != BSIM_NOISE_NONE && k < nseed)
            change = bsim_noise_at(law, seed, BSIM_DRAW_NOISE_MESSAGE, (uint64_t)id.rank, id.number, turn) - 1;
        if (k == 0)
            first = change;
        longer[k] = (k < nseed ? change : first) * amount[k] * scale;
    }
}

/* What chance adds to the latency of a crossing of so many bytes, with its losses. turn: CLEARANCE, which goes back to
 * the sender, or what goes there. */
static void draw_latency(const struct bsim_path *path, struct bsim_message_id id, unsigned turn, double bytes,
                         double *longer) {
    draw(&path->laws->latency, id, turn, turn == CLEARANCE ? path->back_latency_s : path->link.latency_s, 1, longer);
    add_losses(path, id, turn, bytes, longer);
}

/* Of the bytes that the model counts: K, or K - 1 in loggpo. */
static void draw_bytes(const struct bsim_path *path, double bytes, struct bsim_message_id id, unsigned turn,
                       double *longer) {
    double counted = bsim_context.net->receiver_pays_latency ? bytes : bsim_max(bytes - 1, 0);
    draw(&path->laws->bandwidth, id, turn, path->link.gap_s_per_byte, counted, longer);
}

/* Whether the data of a message of loggpo come with its envelope in scenario k. */
static inline bool brings_data(const struct bsim_path *path, double bytes, int k) {
    return path->acknowledged || bytes <= path->link.eager_limit_bytes[k];
}

void bsim_message_noise_sent(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *arrive,
                             double *late) {
    double data[BSIM_MAX_SCENARIOS], empty[BSIM_MAX_SCENARIOS];
    bool any_empty = false;
    if (bsim_context.net->receiver_pays_latency || path->detached) {
        for (int k = 0; k < bsim_context.nscen; k++)
            late[k] = 0;
        return;
    }
    draw_latency(path, id, ENVELOPE, bytes, late);
    draw_bytes(path, bytes, id, ENVELOPE + OF_BYTES, data);
    for (int k = 0; k < bsim_context.nscen; k++)
        any_empty |= !brings_data(path, bytes, k);
    if (any_empty) /* the envelope has fewer packets to lose */
        draw_latency(path, id, ENVELOPE, 0, empty);
    for (int k = 0; k < bsim_context.nscen; k++) {
        bool with_data = brings_data(path, bytes, k);
        late[k] = with_data ? late[k] : empty[k];
        arrive[k] += with_data ? late[k] + data[k] : late[k];
    }
}

void bsim_message_noise_ready(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *ready,
                              double *late) {
    double data[BSIM_MAX_SCENARIOS];
    if (!bsim_context.net->receiver_pays_latency && !path->detached)
        return;
    draw_latency(path, id, DATA, bytes, late);
    draw_bytes(path, bytes, id, DATA + OF_BYTES, data);
    for (int k = 0; k < bsim_context.nscen; k++)
        ready[k] += late[k] + data[k];
}

void bsim_message_noise_met(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *start,
                            double *sready, double *rready, double *late) {
    const double *limit = path->link.eager_limit_bytes;
    double data[BSIM_MAX_SCENARIOS], clearance[BSIM_MAX_SCENARIOS];
    bool simple = bsim_context.net->receiver_pays_latency;
    if (!simple)
        draw_latency(path, id, CLEARANCE, 0, clearance);
    if (path->acknowledged) { /* the data came with the request */
        for (int k = 0; k < bsim_context.nscen; k++)
            sready[k] += bytes <= limit[k] ? 0 : clearance[k];
        return;
    }
    draw_latency(path, id, DATA, bytes, late);
    draw_bytes(path, bytes, id, DATA + OF_BYTES, data);
    for (int k = 0; k < bsim_context.nscen; k++) {
        bool eager = bytes <= limit[k];
        double cleared = simple || eager ? 0 : clearance[k];
        if (start)
            start[k] += cleared;
        if (!eager)
            sready[k] += simple ? late[k] + data[k] : cleared + data[k];
        if (!eager || simple)
            rready[k] += cleared + late[k] + data[k];
    }
}
