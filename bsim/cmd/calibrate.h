/* calibrate.h - inside of bsim calibrate: measured messages, the loggpo parameters that describe them, and the node. */
#ifndef BSIM_CMD_CALIBRATE_H
#define BSIM_CMD_CALIBRATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/bench/placements.h"
#include "bsim/platform/collectives.h"
#include "bsim/platform/platform.h"

enum { CALIBRATE_MAX_SIZES = 96, CALIBRATE_MAX_RUNS = 9, CALIBRATE_MAX_STREAMS = 128, CALIBRATE_MAX_PAIRS = 32 };
enum { CALIBRATE_MAX_SAMPLES = 64, CALIBRATE_MAX_PIECES = 8, CALIBRATE_MAX_FIRSTS = 14 };
enum { CALIBRATE_MAX_CALLS = 512, CALIBRATE_MAX_LOCAL = 32, CALIBRATE_MAX_HOSTS = 2000 };
/* Each range of sizes has a measured call. */
enum { CALIBRATE_MAX_RULES = CALIBRATE_MAX_CALLS };

/* One size; times in seconds, each the lower quartile of the passes of all runs of the
 * measuring program. */
struct calibrate_size {
    double bytes;
    double half_s; /* half of a round trip */
    double send_s; /* duration of the send */
    double recv_s; /* duration of a receive of what has arrived; NAN: rendezvous */
    double gap_s;  /* distance of messages in a stream */
    double spread; /* how far the median of half_s is above it: a share */
};

/* The first messages of two processes, of one size: how much longer they take than later ones, sender and receiver
 * together; medians of the runs. */
struct calibrate_first {
    double bytes;
    double first_s; /* the very first one */
    double count;   /* of those behind it, how many take longer; 0: none */
    double each_s;  /* each of these, in the mean */
};

/* Streams between two nodes: `messages` of so many bytes for each of some pairs of processes, all at once. */
struct calibrate_stream {
    int pairs;
    bool both; /* as many messages the other way at the same time */
    double bytes, messages;
    double time_s; /* of the slowest pair; median over runs */
};

/* A collective: one call of several in a row (benchmarks/calibrate/collectives.c). */
struct calibrate_call {
    enum bsim_collective collective;
    int processes, nodes;
    double bytes, time_s;
};

/* Combining two vectors of so many bytes, or copying one. */
struct calibrate_local {
    double bytes, element_bytes, time_s;
};

struct calibrate_data {
    int n;
    struct calibrate_size size[CALIBRATE_MAX_SIZES];
    double eager_limit_bytes; /* HUGE_VAL: the longest measured message is eager, too */
    int nfirst;
    struct calibrate_first first[CALIBRATE_MAX_FIRSTS]; /* sizes ascend */
    bool first_disturbed; /* of some size each run waited for a processor: what first messages take is not known */
    int nstream;
    struct calibrate_stream stream[CALIBRATE_MAX_STREAMS];
    int ncall; /* those of a collective together, and of them those of as many processes; sizes ascend */
    struct calibrate_call call[CALIBRATE_MAX_CALLS];
    int nreduction;
    struct calibrate_local reduction[CALIBRATE_MAX_LOCAL];
    int ncopy;
    struct calibrate_local copy[CALIBRATE_MAX_LOCAL];
    char library[200];       /* that made the calls; "": not known */
    int nodes;               /* of the two processes whose messages were measured; 0: not known */
    double new_bytes, new_s; /* half of a round trip in memory that no message has used before; NAN: not measured */
    struct bsim_node_sharing node;       /* cores is 0: not measured */
    struct bench_core_latency placement; /* of this node's processors during the runs that count; n is 0: not known */
    char machine[400], date[32];         /* where and when */
    char hosts[CALIBRATE_MAX_HOSTS];     /* between which nodes; "": within one */
};

/* All values of a quantity, of which one counts. */
struct calibrate_values {
    int n;
    double value[CALIBRATE_MAX_SAMPLES];
};

/* What the measuring programs have printed: the values that become a calibrate_data. */
struct calibrate_samples {
    struct calibrate_data data; /* what is measured once, and the sizes and streams without their times */
    struct calibrate_values half[CALIBRATE_MAX_SIZES], send[CALIBRATE_MAX_SIZES], recv[CALIBRATE_MAX_SIZES],
        gap[CALIBRATE_MAX_SIZES], stream[CALIBRATE_MAX_STREAMS], call[CALIBRATE_MAX_CALLS],
        reduction[CALIBRATE_MAX_LOCAL], copy[CALIBRATE_MAX_LOCAL], eager_limit, first_use, first[CALIBRATE_MAX_FIRSTS],
        first_count[CALIBRATE_MAX_FIRSTS], first_each[CALIBRATE_MAX_FIRSTS];
};

/* What is measured, and by which programs. */
struct calibrate_plan {
    const char *mpiexec;
    const char *hosts; /* "a,b,...": messages between the first two nodes, collectives of all; NULL: within this one */
    int runs, pairs;   /* pairs: of processes of two nodes that exchange messages at once; 1: one */
    double seconds, largest_bytes;
    int collectives; /* ranks of collectives that are measured, too; 0: none */
    FILE *record;    /* gets the lines of the programs; NULL: none */
};

/* Messages of some sizes: a line of their own. */
struct calibrate_piece {
    double up_to_bytes; /* HUGE_VAL: the last one */
    double latency_s, gap_s_per_byte;
    double send_s_per_byte; /* what a send takes longer with each byte */
};

/* PHANTOM's names: L, G, o_s, o_r, o'; and sender_busy (bsim/platform/link_parameters.def). */
struct calibrate_link {
    double latency_s, gap_s_per_byte, send_overhead_s, recv_overhead_s, control_overhead_s, sender_busy,
        eager_limit_bytes;
    double card_bandwidth, card_gap_s; /* 0: several pairs were as fast as one each, or were not measured */
    int npiece;                        /* 0: the values above hold for all sizes */
    struct calibrate_piece piece[CALIBRATE_MAX_PIECES];
    bool knows_first; /* whether first messages were measured */
    int nfirst;
    struct bsim_first_messages first[CALIBRATE_MAX_FIRSTS + 2];
};

/* What a range of sizes of a collective uses. */
struct calibrate_rule {
    enum bsim_collective collective;
    int up_to_processes; /* INT_MAX: no limit */
    double up_to_bytes;  /* HUGE_VAL: no limit */
    int algorithm;       /* index in bsim_algorithms; -1: what the library chooses */
};

/* What becomes of the measured collectives. */
struct calibrate_collectives {
    enum bsim_preset preset; /* that of the measured library */
    bool reduces;            /* false: not measured */
    double reduction_s, reduction_s_per_byte, reduction_s_per_element;
    double copy_s, copy_s_per_byte;        /* per byte 0: not measured */
    double library_s[CALIBRATE_MAX_CALLS]; /* what the preset's choices give on the platform */
    double ours_s[CALIBRATE_MAX_CALLS];    /* what the platform with its rules gives */
    int nrule;
    struct calibrate_rule rule[CALIBRATE_MAX_RULES];
    bool compared; /* library_s and ours_s are known */
    int nremark;   /* why something was not chosen */
    char remark[CALIBRATE_MAX_RULES][320];
};

/* Simulated times of the measured calls; NAN: not simulated. */
struct calibrate_simulated {
    double library_s[CALIBRATE_MAX_CALLS];
    double (*by_s)[CALIBRATE_MAX_CALLS]; /* by algorithm, as many as bsim_nalgorithm */
};

/* How far the fitted times are from those that were measured: shares of the latter. */
struct calibrate_error {
    double median, largest;
    int at; /* the size of the largest */
};

/* How the busy cores of this node slow each other down. Takes about four seconds, in which nothing else should run on
 * the node. busy_speed is 1 if the difference is within the noise. */
bool bsim_calibrate_node(struct bsim_node_sharing *node, struct bsim_error *err);

/* Takes a line of a measuring program, or of a file in which such lines were recorded. False: it is none. A value too
 * many for a quantity is left out; *full then. */
bool bsim_calibrate_line(struct calibrate_samples *samples, const char *line, bool *full);
/* Takes all lines of a recorded file. */
bool bsim_calibrate_read(struct calibrate_samples *samples, const char *path, struct bsim_error *err);
/* The values that count. False: sizes, or the eager limit, are missing. */
bool bsim_calibrate_typical(struct calibrate_data *data, const struct calibrate_samples *samples);
/* Runs the measuring program (benchmarks/calibrate/pingpong.c) a few times by mpiexec. */
bool bsim_calibrate_measure(struct calibrate_samples *samples, const struct calibrate_plan *plan,
                            struct bsim_error *err);
/* calibrate_placement.c. Tells the runs that do not count, and that the processors have moved since. chosen: the
 * placement that counts; -1: none, but a run in which they moved. */
void bsim_calibrate_warn_moved(const struct bench_placements *p, int chosen, const struct bench_core_latency *now);
/* {"0-1": "51.2ns"}: core-to-core latencies as they stand in a platform's provenance. */
json_t *bsim_calibrate_placement_json(const struct bench_core_latency *latency);
/* Prints whether this node's processors are as far apart as when the platform was made. The exit code:
 * BSIM_EXIT_OK, or BSIM_EXIT_USER if they are not, or it is another machine; BSIM_EXIT_USAGE and *err if nothing can
 * be told. */
int bsim_calibrate_check(const char *path, struct bsim_error *err);
/* Sums for the least squares of y = a + g x with weights. */
struct calibrate_sums {
    double w, wx, wxx, wy, wxy;
};
void bsim_calibrate_sum(struct calibrate_sums *sums, double x, double y, double weight);
/* g; NAN: all x are equal, or there are none. */
double bsim_calibrate_slope(const struct calibrate_sums *sums);
/* One line for all sizes, and another constant above the eager limit. */
void bsim_calibrate_fit(struct calibrate_link *link, const struct calibrate_data *data);
/* Adds at most so many pieces to a link that bsim_calibrate_fit has made, if they foretell sizes that they have not
 * seen clearly better than the link alone. */
void bsim_calibrate_pieces(struct calibrate_link *link, const struct calibrate_data *data, int most);
/* Last of all: what a send takes longer with each byte of an eager message becomes its sender's overhead, and the
 * message is on its way for so much less (the O of LogGOPS: Hoefler, Schneider and Lumsdaine, LSAP 2010). It counts if
 * the longest eager message's send takes twice as long by it. */
void bsim_calibrate_send(struct calibrate_link *link, const struct calibrate_data *data);
/* The link's first messages, from what was measured of them. */
void bsim_calibrate_first(struct calibrate_link *link, const struct calibrate_data *data);
/* Bytes per second of a stream, all pairs together, in one direction. */
double bsim_calibrate_rate(const struct calibrate_stream *stream);
/* What the model gives for half of a round trip of blocking messages. */
double bsim_calibrate_predict(const struct calibrate_link *link, double bytes);
/* How far that is from the measured time of a size, relative. */
double bsim_calibrate_error_at(const struct calibrate_link *link, const struct calibrate_size *size);
struct calibrate_error bsim_calibrate_error(const struct calibrate_link *link, const struct calibrate_data *data);
/* The times of a reduction's arithmetic and of copies, from what was measured. */
void bsim_calibrate_local(struct calibrate_collectives *c, const struct calibrate_data *data);
void bsim_calibrate_print_local(const struct calibrate_collectives *c);
/* Where the calls end that are of one collective on as many processes of as many nodes as the first one. */
int bsim_calibrate_group_end(const struct calibrate_data *data, int first);
/* Simulates each measured call with the library's choice and with each algorithm, on the platform that is made of link
 * and c->reduction. */
bool bsim_calibrate_simulate(struct calibrate_simulated *to, const struct calibrate_link *link,
                             const struct calibrate_collectives *c, const struct calibrate_data *data,
                             struct bsim_error *err);
/* Rules for the sizes at which an algorithm is clearly nearer to what was measured than the library's choice. */
void bsim_calibrate_choose(struct calibrate_collectives *c, const struct calibrate_data *data,
                           const struct calibrate_simulated *simulated);
void bsim_calibrate_print_collectives(const struct calibrate_collectives *c, const struct calibrate_data *data);
/* Why the measured calls cannot be held against the measured messages; NULL: they can. */
const char *bsim_calibrate_not_comparable(const struct calibrate_data *data);
/* The program beside bsim, or with another folder, such as "../lib/bsim-collectives". */
bool bsim_calibrate_program(char *path, size_t size, const char *name, struct bsim_error *err);

/* Writes the platform, of so many nodes with so many cores each. collectives: NULL: none are measured. */
bool bsim_calibrate_write(const char *path, const char *name, int nodes, int cores, const struct calibrate_link *link,
                          const struct calibrate_collectives *collectives, const struct calibrate_data *data,
                          struct bsim_error *err);
/* Prints what was measured beside what the platform gives, and warns where they are far apart. */
void bsim_calibrate_print(const struct calibrate_link *link, const struct calibrate_data *data);
/* Draws measured times and those of the fit as an SVG picture. */
bool bsim_calibrate_plot(const char *path, const char *title, const struct calibrate_link *link,
                         const struct calibrate_data *data, struct bsim_error *err);

#endif
