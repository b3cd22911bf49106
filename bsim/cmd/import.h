/* import.h - inside of bsim platform import: a machine that another simulator's file describes, as far as a platform
 * file can express it, and what of it could not be expressed. */
#ifndef BSIM_CMD_IMPORT_H
#define BSIM_CMD_IMPORT_H

#include <stdbool.h>
#include <jansson.h>

#include "bsim/base/error.h"

enum { IMPORT_MOST_NODES = 1 << 24 };

struct import {
    const char *path;                        /* of the file that is read */
    char *name;                              /* of the platform; NULL: that of the file */
    int nodes, cores;                        /* cores of each node */
    double *speed;                           /* of each node; its unit cancels, but see measured_speed */
    double measured_speed;                   /* speed of the node on which models were measured; 0: not known */
    double latency_s, bandwidth;             /* between nodes; bandwidth 0: no limit */
    double hop_latency_s;                    /* with a topology */
    double card_bandwidth;                   /* 0: nodes share no card */
    double intra_latency_s, intra_bandwidth; /* within a node; intra_latency_s negative: not known */
    double send_overhead_s, intra_send_overhead_s;
    double eager_limit;        /* bytes; negative: not known */
    json_t *topology, *pieces; /* as in the platform file; NULL: none */
    json_t *graph; /* the file of the network, whose links messages share, with a table of routes; NULL: none */
    json_t *notes; /* texts: what was not expressed */
};

/* Notes something that the platform cannot express, with the line of the file: "FILE:LINE: text". */
void bsim_import_tell(struct import *m, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Adds so many nodes with equal speed. False and *err if there are too many. */
bool bsim_import_add(struct import *m, int line, int n, double speed, struct bsim_error *err);

/* Read a file into a zeroed machine with a path. False and *err if the file is bad. */
bool bsim_import_simgrid(struct import *m, struct bsim_error *err);
bool bsim_import_dimemas(struct import *m, struct bsim_error *err);

/* SimGrid's factors by message size ("65472:0.94;0:0.81") of SMPI's options; import_factors.c. */
struct import_factors {
    char *text[7]; /* by enum; NULL: the file has none */
    int line[7];
};
enum { IMPORT_OS, IMPORT_OIS, IMPORT_OR, IMPORT_LATENCY, IMPORT_BANDWIDTH, IMPORT_EAGER, IMPORT_DETACHED };
/* Makes pieces and the eager limit of them. */
bool bsim_import_pieces(struct import *m, const struct import_factors *factors, struct bsim_error *err);

#endif
