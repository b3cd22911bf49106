/* calibrate_write.c - the platform file of bsim calibrate. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "bsim/cmd/calibrate.h"
#include "bsim/cmd/cmd.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"

static json_t *microseconds(double seconds) {
    return json_sprintf("%.4gus", 1e6 * seconds);
}

static json_t *rate(double bytes_per_s) {
    bool small = bytes_per_s < 1e8;
    return json_sprintf("%.4g%s/s", bytes_per_s * (small ? 1e-6 : 1e-9), small ? "MB" : "GB");
}

/* As factors, which follow the link's values in a sweep. */
static json_t *pieces_json(const struct calibrate_link *l) {
    json_t *pieces = json_array();
    for (int i = 0; i < l->npiece; i++) {
        const struct calibrate_piece *p = &l->piece[i];
        json_t *piece = json_object();
        if (l->npiece > 1) {
            json_object_set_new(piece, "latency_factor", json_real(p->latency_s / l->latency_s));
            json_object_set_new(piece, "bandwidth_factor", json_real(l->gap_s_per_byte / p->gap_s_per_byte));
        }
        if (p->send_s_per_byte > 0)
            json_object_set_new(piece, "send_overhead_per_byte", json_sprintf("%.4gns", 1e9 * p->send_s_per_byte));
        if (isfinite(p->up_to_bytes))
            json_object_set_new(piece, "up_to", json_integer((json_int_t)p->up_to_bytes));
        json_array_append_new(pieces, piece);
    }
    return pieces;
}

static json_t *first_json(const struct calibrate_link *l) {
    json_t *list = json_array();
    for (int i = 0; i < l->nfirst; i++) {
        const struct bsim_first_messages *f = &l->first[i];
        json_t *one = json_pack("{s:i, s:o}", "count", f->count, "time", microseconds(f->time_s));
        if (f->from_bytes > 0)
            json_object_set_new(one, "from", json_integer((json_int_t)f->from_bytes));
        if (isfinite(f->up_to_bytes))
            json_object_set_new(one, "up_to", json_integer((json_int_t)f->up_to_bytes));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *link_json(const struct calibrate_link *l) {
    json_t *link =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "model", "loggpo", "latency", microseconds(l->latency_s),
                  "bandwidth", rate(1 / l->gap_s_per_byte), "send_overhead", microseconds(l->send_overhead_s),
                  "recv_overhead", microseconds(l->recv_overhead_s), "control_overhead",
                  microseconds(l->control_overhead_s), "sender_busy", json_real(round(100 * l->sender_busy) / 100));
    if (isfinite(l->eager_limit_bytes))
        json_object_set_new(link, "eager_limit", json_integer((json_int_t)l->eager_limit_bytes));
    if (l->card_bandwidth > 0)
        json_object_set_new(link, "card_bandwidth", rate(l->card_bandwidth));
    if (l->card_gap_s > 0)
        json_object_set_new(link, "card_gap", microseconds(l->card_gap_s));
    if (l->npiece > 0)
        json_object_set_new(link, "pieces", pieces_json(l));
    if (l->knows_first)
        json_object_set_new(link, "first_messages", first_json(l));
    return link;
}

/* The streams of several pairs, in bytes or messages per second and direction; NULL without any. */
static json_t *streams_json(const struct calibrate_data *d) {
    json_t *table = d->nstream ? json_array() : NULL;
    for (int i = 0; i < d->nstream; i++) {
        const struct calibrate_stream *s = &d->stream[i];
        json_array_append_new(
            table, json_sprintf("%d pair%s%s, %.0f messages of %.0f B each: %.4g MB/s, %.4g us a message", s->pairs,
                                s->pairs == 1 ? "" : "s", s->both ? ", both ways" : "", s->messages, s->bytes,
                                1e-6 * bsim_calibrate_rate(s), 1e6 * s->time_s / (s->pairs * s->messages)));
    }
    return table;
}

static json_t *sizes_json(const struct calibrate_link *l, const struct calibrate_data *d) {
    json_t *table = json_array();
    for (int i = 0; i < d->n; i++) {
        const struct calibrate_size *s = &d->size[i];
        json_array_append_new(table, json_sprintf("%.0f B: %.3g us measured, %.3g us by this file (%+.1f %%)", s->bytes,
                                                  1e6 * s->half_s, 1e6 * bsim_calibrate_predict(l, s->bytes),
                                                  100 * bsim_calibrate_error_at(l, s)));
    }
    return table;
}

static json_t *provenance(const struct calibrate_link *l, const struct calibrate_data *d) {
    struct calibrate_error error = bsim_calibrate_error(l, d);
    char largest[64];
    snprintf(largest, sizeof largest, "%.1f %% at %.0f B", 100 * error.largest, d->size[error.at].bytes);
    json_t *all = json_pack(
        "{s:s, s:o, s:o, s:s, s:{s:o, s:s}, s:o}", "made_by", "bsim calibrate " BSIM_VERSION, "date",
        bsim_output_text(d->date), "machine", bsim_output_text(d->machine), "method",
        d->node.cores == 0
            ? "ping-pong and streams between MPI processes on two nodes, lowest tenth of batches, medians over runs "
              "and passes"
            : "ping-pong and streams between two MPI processes on one node, lowest tenth of batches, medians over "
              "runs and passes",
        "error", "median", json_sprintf("%.1f %%", 100 * error.median), "largest", largest, "half_round_trip",
        sizes_json(l, d));
    if (d->hosts[0])
        json_object_set_new(all, "hosts", bsim_output_text(d->hosts));
    if (d->placement.n > 0)
        json_object_set_new(all, "core_latency", bsim_calibrate_placement_json(&d->placement));
    if (!isnan(d->new_s))
        json_object_set_new(
            all, "first_use",
            json_sprintf("%.0f B in memory that no message has used before: %.3g us", d->new_bytes, 1e6 * d->new_s));
    if (d->nstream)
        json_object_set_new(all, "streams", streams_json(d));
    return all;
}

static json_t *rule_json(const struct calibrate_rule *r, enum bsim_preset preset) {
    json_t *rule = json_object();
    if (r->up_to_processes != INT_MAX)
        json_object_set_new(rule, "up_to_processes", json_integer(r->up_to_processes));
    if (isfinite(r->up_to_bytes))
        json_object_set_new(rule, "up_to", json_integer((json_int_t)r->up_to_bytes));
    json_object_set_new(rule, "algorithm",
                        json_string(r->algorithm < 0 ? bsim_preset_names[preset] : bsim_algorithms[r->algorithm].name));
    return rule;
}

/* The choices: the library's, and the rules in front of them. NULL: MPICH's alone, which is the default. */
static json_t *collectives_json(const struct calibrate_collectives *c) {
    json_t *all = json_object();
    if (c->preset != BSIM_PRESET_MPICH)
        json_object_set_new(all, "preset", json_string(bsim_preset_names[c->preset]));
    for (int i = 0; i < c->nrule; i++) {
        const char *name = bsim_collective_names[c->rule[i].collective];
        if (!json_object_get(all, name))
            json_object_set_new(all, name, json_array());
        json_array_append_new(json_object_get(all, name), rule_json(&c->rule[i], c->preset));
    }
    if (json_object_size(all) > 0)
        return all;
    json_decref(all);
    return NULL;
}

/* Measured calls beside what the platform gives, and what was not chosen. */
static json_t *calls_json(const struct calibrate_collectives *c, const struct calibrate_data *d) {
    json_t *calls = json_array(), *left = json_array();
    for (int i = 0; i < d->ncall; i++)
        json_array_append_new(calls,
                              json_sprintf("%s on %d ranks, %.0f B: %.3g us measured, %.3g us by this file (%+.1f %%)",
                                           bsim_collective_names[d->call[i].collective], d->call[i].processes,
                                           d->call[i].bytes, 1e6 * d->call[i].time_s, 1e6 * c->ours_s[i],
                                           100 * (c->ours_s[i] / d->call[i].time_s - 1)));
    for (int i = 0; i < c->nremark; i++)
        json_array_append_new(left, json_string(c->remark[i]));
    return json_pack("{s:o, s:o, s:o}", "library", bsim_output_text(d->library), "calls", calls, "not_chosen", left);
}

static json_t *reduction_json(const struct calibrate_collectives *c) {
    json_t *out = json_object();
    if (c->reduction_s_per_byte > 0)
        json_object_set_new(out, "bandwidth", rate(1 / c->reduction_s_per_byte));
    json_object_set_new(out, "latency", microseconds(c->reduction_s));
    if (c->reduction_s_per_element > 0)
        json_object_set_new(out, "element_time", microseconds(c->reduction_s_per_element));
    return out;
}

static void set_collectives(json_t *root, const struct calibrate_collectives *c, const struct calibrate_data *d) {
    json_t *choices = collectives_json(c);
    if (c->reduces)
        json_object_set_new(root, "reduction", reduction_json(c));
    if (c->copy_s_per_byte > 0)
        json_object_set_new(
            root, "copy",
            json_pack("{s:o, s:o}", "bandwidth", rate(1 / c->copy_s_per_byte), "latency", microseconds(c->copy_s)));
    if (choices)
        json_object_set_new(root, "collectives", choices);
    if (c->compared)
        json_object_set_new(json_object_get(root, "provenance"), "collectives", calls_json(c, d));
}

bool bsim_calibrate_write(const char *path, const char *name, int nodes, int cores, const struct calibrate_link *link,
                          const struct calibrate_collectives *collectives, const struct calibrate_data *data,
                          struct bsim_error *err) {
    const struct bsim_node_sharing *node = &data->node;
    json_t *root = json_pack("{s:s, s:s, s:o, s:i, s:i, s:s, s:i, s:o}", "schema", "bsim-platform/1", "name", name,
                             "provenance", provenance(link, data), "nodes", nodes, "cores_per_node", cores, "mapping",
                             "block", "speed", 1, "network", link_json(link));
    if (node->cores > 0) {
        json_object_set_new(root, "busy_speed", json_real(1e-3 * round(1e3 * node->busy_speed)));
        json_object_set_new(root, "memory",
                            json_pack("{s:o, s:o}", "core_bandwidth",
                                      json_sprintf("%.4gGB/s", 1e-9 * node->core_bandwidth), "bandwidth",
                                      json_sprintf("%.4gGB/s", 1e-9 * node->bandwidth)));
    }
    if (collectives)
        set_collectives(root, collectives, data);
    bool ok = bsim_output_json_digits(path, root, 6, err);
    json_decref(root);
    return ok;
}
