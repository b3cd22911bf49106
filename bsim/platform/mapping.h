/* mapping.h - on which node each rank is: the value of "mapping" in a platform file, and what it makes of the ranks. */
#ifndef BSIM_MAPPING_H
#define BSIM_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"

struct bsim_platform;

/* With c cores on each of n nodes. "Along a curve": the first c ranks are on the curve's first node, and so on. */
enum bsim_mapping_kind {
    BSIM_MAPPING_BLOCK,       /* ranks 0..c-1 on node 0, the next c on node 1, ... */
    BSIM_MAPPING_CYCLIC,      /* rank r on node r modulo n */
    BSIM_MAPPING_RANDOM,      /* the places that block gives, in a random order */
    BSIM_MAPPING_MORTON,      /* along Morton's curve through the nodes of a torus (bits of the coordinates in turn) */
    BSIM_MAPPING_HILBERT,     /* along Hilbert's curve through the nodes of a torus */
    BSIM_MAPPING_COORDINATES, /* by letters: which coordinate changes fastest, which next, ... */
    BSIM_MAPPING_FILE         /* a list of nodes, one for each rank */
};

/* Owns its pointers. Zeroed it is block. */
struct bsim_mapping {
    enum bsim_mapping_kind kind;
    char *text;     /* as given, such as "random:7"; NULL: block */
    uint64_t seed;  /* of random */
    char *path;     /* of file */
    int count;      /* nodes in the list of the file */
    int32_t *nodes; /* the list */
    int32_t *lines; /* of the file, on which they stand */
};

/* Reads a value of "mapping". folder: what the path of a file is relative to; NULL: the working directory. */
void bsim_mapping_read(struct bsim_mapping *mapping, struct bsim_jval v, const char *folder);
/* Whether text names a kind of mapping. What follows the colon is not checked. False and *err otherwise. */
bool bsim_mapping_check(const char *text, struct bsim_error *err);
/* Whether the mapping suits the platform's topology. False and *err otherwise. */
bool bsim_mapping_suits(const struct bsim_platform *platform, struct bsim_error *err);
/* Whether all nodes in the list of a file are there and have a core for each of their ranks; without a list: true. */
bool bsim_mapping_list_fits(const struct bsim_platform *platform, struct bsim_error *err);
void bsim_mapping_free(struct bsim_mapping *mapping);
/* Whether two mappings were given as the same text. */
bool bsim_mapping_same(const struct bsim_mapping *a, const struct bsim_mapping *b);

/* Writes the nodes of np ranks, which the platform has room for. False and *err if the mapping does not suit: a curve
 * needs a torus, and a file a node with a free core for each rank. */
bool bsim_mapping_place(const struct bsim_platform *platform, int np, int32_t *node, struct bsim_error *err);

#endif
