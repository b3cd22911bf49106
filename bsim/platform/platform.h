/* platform.h - the target machine as the engine sees it: plain arrays over K scenarios, no files, no units.
 *
 * All pointers are owned by the struct; each double array has nscen entries. Scenario 0 is the lead: it takes the
 * decisions (wildcards, probes, tests) and its times are the ones that are broken down. */
#ifndef BSIM_PLATFORM_H
#define BSIM_PLATFORM_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/platform/topology.h"

enum { BSIM_MAX_SCENARIOS = 64 };

enum bsim_mapping {
    BSIM_MAPPING_BLOCK, /* ranks 0..c-1 on node 0, the next c on node 1, ... */
    BSIM_MAPPING_CYCLIC /* rank r on node r modulo the number of nodes */
};

/* The parameters of one kind of connection (between nodes, or within one): arrays with a value for each scenario. Their
 * meaning stands in the list. */
struct bsim_link {
#define LINK_PARAMETER(member, ...) double *member;
#include "bsim/platform/link_parameters.def"
};

struct bsim_platform {
    char *name;
    int nscen;            /* K, 1..BSIM_MAX_SCENARIOS */
    char **scenario_name; /* K labels; may be NULL */
    int nodes, cores_per_node;
    enum bsim_mapping mapping;
    double *speed;                 /* K; calculation times are divided by it */
    char *network_model;           /* "simple" or "loggpo" */
    struct bsim_topology topology; /* of the nodes; if it has a kind its nodes are this platform's */
    struct bsim_link inter, intra;
};

/* Reads a platform file, and a file of scenario overrides if scenarios_path is not NULL (else K = 1). False and *err
 * if either is bad; *platform is then untouched. Owner: platform_json.c. */
bool bsim_platform_load(struct bsim_platform *platform, const char *path, const char *scenarios_path,
                        struct bsim_error *err);

/* An allocated platform for tests: K equal scenarios, every number 0 but speed 1, all messages eager, one core a node,
 * and one node a rank. */
void bsim_platform_blank(struct bsim_platform *platform, int nscen, const char *network_model);
void bsim_platform_free(struct bsim_platform *platform);

#endif
