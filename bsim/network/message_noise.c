/* message_noise.c - see message_noise.h. Knows what of a message's time is latency, and what goes with its bytes, in
 * both network models. */
#include "bsim/network/message_noise.h"

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/platform/link_noise.h"

static struct bsim_message_laws *all_laws;
static long first_seed;
static int nseed = 1;

/* The words of random bits of a message: two for each factor. */
enum { ENVELOPE = 0, CLEARANCE = 4, DATA = 8, OF_BYTES = 2 };

bool bsim_message_noise_init(const struct bsim_platform *platform, const char *path, double strength, long seed,
                             int runs, struct bsim_error *err) {
    first_seed = seed;
    nseed = runs;
    for (const struct bsim_link_noise *n = strength > 0 ? platform->noises : NULL; n; n = n->next) {
        struct bsim_noise_law latency = bsim_noise_source_law(&n->latency, NULL, strength, path, "messages", err);
        struct bsim_noise_law bandwidth = bsim_noise_source_law(&n->bandwidth, NULL, strength, path, "messages", err);
        if (err->set)
            return false;
        if (latency.kind == BSIM_NOISE_NONE && bandwidth.kind == BSIM_NOISE_NONE)
            continue;
        struct bsim_message_laws *laws = bsim_alloc(sizeof *laws);
        *laws = (struct bsim_message_laws){n, latency, bandwidth, all_laws};
        all_laws = laws;
    }
    return true;
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

const struct bsim_message_laws *bsim_message_laws(const struct bsim_link_noise *noise) {
    const struct bsim_message_laws *laws = noise ? all_laws : NULL;
    while (laws && laws->of != noise)
        laws = laws->next;
    return laws;
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

/* turn: CLEARANCE, which goes back to the sender, or what goes there. */
static void draw_latency(const struct bsim_path *path, struct bsim_message_id id, unsigned turn, double *longer) {
    draw(&path->laws->latency, id, turn, turn == CLEARANCE ? path->back_latency_s : path->link.latency_s, 1, longer);
}

/* Of the bytes that the model counts: K, or K - 1 in loggpo. */
static void draw_bytes(const struct bsim_path *path, double bytes, struct bsim_message_id id, unsigned turn,
                       double *longer) {
    double counted = bsim_context.net->receiver_pays_latency ? bytes : bsim_max(bytes - 1, 0);
    draw(&path->laws->bandwidth, id, turn, path->link.gap_s_per_byte, counted, longer);
}

void bsim_message_noise_sent(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *arrive,
                             double *late) {
    const double *limit = path->link.eager_limit_bytes;
    double data[BSIM_MAX_SCENARIOS];
    if (bsim_context.net->receiver_pays_latency || path->detached) {
        for (int k = 0; k < bsim_context.nscen; k++)
            late[k] = 0;
        return;
    }
    draw_latency(path, id, ENVELOPE, late);
    draw_bytes(path, bytes, id, ENVELOPE + OF_BYTES, data);
    for (int k = 0; k < bsim_context.nscen; k++)
        arrive[k] += bytes <= limit[k] ? late[k] + data[k] : late[k];
}

void bsim_message_noise_ready(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *ready,
                              double *late) {
    double data[BSIM_MAX_SCENARIOS];
    if (!bsim_context.net->receiver_pays_latency && !path->detached)
        return;
    draw_latency(path, id, DATA, late);
    draw_bytes(path, bytes, id, DATA + OF_BYTES, data);
    for (int k = 0; k < bsim_context.nscen; k++)
        ready[k] += late[k] + data[k];
}

void bsim_message_noise_met(const struct bsim_path *path, double bytes, struct bsim_message_id id, double *start,
                            double *sready, double *rready, double *late) {
    const double *limit = path->link.eager_limit_bytes;
    double data[BSIM_MAX_SCENARIOS], clearance[BSIM_MAX_SCENARIOS];
    bool simple = bsim_context.net->receiver_pays_latency;
    draw_latency(path, id, DATA, late);
    draw_bytes(path, bytes, id, DATA + OF_BYTES, data);
    if (!simple)
        draw_latency(path, id, CLEARANCE, clearance);
    for (int k = 0; k < bsim_context.nscen; k++) {
        bool eager = bytes <= limit[k];
        double cleared = simple || eager ? 0 : clearance[k];
        if (start)
            start[k] += cleared;
        if (!eager)
            sready[k] += simple ? late[k] + data[k] : cleared + path->link.sender_busy[k] * data[k];
        if (!eager || simple)
            rready[k] += cleared + late[k] + data[k];
    }
}
