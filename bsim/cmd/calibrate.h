/* calibrate.h - inside of bsim calibrate: measured messages, the loggpo parameters that describe them, and the node. */
#ifndef BSIM_CMD_CALIBRATE_H
#define BSIM_CMD_CALIBRATE_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/platform/platform.h"

enum { CALIBRATE_MAX_SIZES = 64, CALIBRATE_MAX_RUNS = 9, CALIBRATE_MAX_STREAMS = 128, CALIBRATE_MAX_PAIRS = 32 };

/* One size; times in seconds, each the median over runs of the measuring program. */
struct calibrate_size {
    double bytes;
    double half_s; /* half of a round trip */
    double send_s; /* duration of the send */
    double recv_s; /* duration of a receive of what has arrived; NAN: rendezvous */
    double gap_s;  /* distance of messages in a stream */
};

/* Streams between two nodes: `messages` of so many bytes for each of some pairs of processes, all at once. */
struct calibrate_stream {
    int pairs;
    bool both; /* as many messages the other way at the same time */
    double bytes, messages;
    double time_s; /* of the slowest pair; median over runs */
};

struct calibrate_data {
    int n;
    struct calibrate_size size[CALIBRATE_MAX_SIZES];
    double eager_limit_bytes; /* HUGE_VAL: the longest measured message is eager, too */
    int nstream;
    struct calibrate_stream stream[CALIBRATE_MAX_STREAMS];
};

/* What is measured, and by which programs. */
struct calibrate_plan {
    const char *mpiexec;
    const char *hosts; /* "a,b": messages between two nodes; NULL: within this one */
    int runs, pairs;   /* pairs: of processes of two nodes that exchange messages at once; 1: one */
    double seconds, largest_bytes;
};

/* PHANTOM's names: L, G, o_s, o_r, o'; and sender_busy (bsim/platform/link_parameters.def). */
struct calibrate_link {
    double latency_s, gap_s_per_byte, send_overhead_s, recv_overhead_s, control_overhead_s, sender_busy,
        eager_limit_bytes;
    double card_bandwidth, card_gap_s; /* 0: several pairs were as fast as one each, or were not measured */
};

/* How the busy cores of this node slow each other down. Takes about four seconds, in which nothing else should run on
 * the node. busy_speed is 1 if the difference is within the noise. */
bool bsim_calibrate_node(struct bsim_node_sharing *node, struct bsim_error *err);

/* Runs the measuring program (benchmarks/calibrate/pingpong.c) a few times by mpiexec and takes medians. */
bool bsim_calibrate_measure(struct calibrate_data *data, const struct calibrate_plan *plan, struct bsim_error *err);
void bsim_calibrate_fit(struct calibrate_link *link, const struct calibrate_data *data);
/* Bytes per second of a stream, all pairs together, in one direction. */
double bsim_calibrate_rate(const struct calibrate_stream *stream);
/* What the model gives for half of a round trip of blocking messages. */
double bsim_calibrate_predict(const struct calibrate_link *link, double bytes);
/* Draws measured times and those of the fit as an SVG picture. */
bool bsim_calibrate_plot(const char *path, const char *title, const struct calibrate_link *link,
                         const struct calibrate_data *data, struct bsim_error *err);

#endif
