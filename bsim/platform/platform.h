/* platform.h - the target machine as the engine sees it: arrays over K scenarios, in SI units.
 *
 * The struct owns all its pointers; each double array has nscen entries. Scenario 0 takes the decisions that depend on
 * virtual time (wildcard receives, probes, tests), and the result breaks down its times. */
#ifndef BSIM_PLATFORM_H
#define BSIM_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/base/notes.h"
#include "bsim/platform/collectives.h"
#include "bsim/platform/mapping.h"
#include "bsim/platform/topology.h"

enum { BSIM_MAX_SCENARIOS = 64 };

struct bsim_link_noise;

/* How often messages are lost on a connection, and what a loss costs (link_noise.h). */
struct bsim_link_loss {
    bool given;
    double probability;  /* of each packet, each time that it is sent; 0: none is lost */
    double timeout_s;    /* after which the sender sends again what was lost */
    double backoff;      /* factor on the time-out after each further loss */
    double packet_bytes; /* the data of a packet; HUGE_VAL: a message is one packet */
};

/* Messages of some sizes on a connection: how they differ from the connection's other parameters. */
enum bsim_piece_protocol {
    BSIM_PIECE_BY_LIMIT,
    BSIM_PIECE_EAGER,
    BSIM_PIECE_DETACHED,
    BSIM_PIECE_RENDEZVOUS,
    BSIM_PIECE_ACKNOWLEDGED
};
struct bsim_link_piece {
    double up_to_bytes;                      /* the last one: HUGE_VAL */
    double latency_s, latency_factor;        /* latency_s negative: the connection's, times the factor */
    double gap_s_per_byte, gap_factor;       /* likewise */
    double send_overhead_s, recv_overhead_s; /* negative: the connection's */
    double send_s_per_byte, recv_s_per_byte; /* added to the overheads for each byte */
    enum bsim_piece_protocol protocol;
    const struct bsim_link_noise *noise; /* NULL: the connection's */
    struct bsim_link_loss loss;          /* not given: the connection's */
};

/* The first messages of a rank that take its processor longer than later ones of that size (link_first.h). Those that
 * it sends and those that it receives are counted apart. */
struct bsim_first_messages {
    double from_bytes, up_to_bytes; /* up_to_bytes may be HUGE_VAL */
    double time_s;                  /* how much longer each takes, on a core of speed 1 */
    uint16_t count;
};

/* The parameters of the connections between nodes, or of those within a node: arrays with a value for each scenario.
 * link_parameters.def describes them. */
struct bsim_link {
#define LINK_PARAMETER(member, ...) double *member;
#include "bsim/platform/link_parameters.def"
    int npiece; /* 0: parameters do not depend on the size of a message */
    struct bsim_link_piece *piece;
    const struct bsim_link_noise *noise; /* how times of messages vary (link_noise.h); NULL: they do not */
    struct bsim_link_loss loss;
    int nfirst;
    struct bsim_first_messages *first;
};

/* Which messages between nodes have which parameters (transport.h): the first rule that fits counts. */
struct bsim_transport_rule {
    double latency_above_s;          /* for connections with more latency, hops included; negative: any */
    int hops_above;                  /* for connections over more hops; -1: any */
    double bytes_above, bytes_up_to; /* for messages of more, and of at most so many bytes */
    int scheme;                      /* enum bsim_scheme; -1: either */
    struct bsim_link_piece piece;    /* the parameters; its up_to_bytes is not used */
};

/* Whether the program's processes wait for each other's messages, as the platform file says. */
enum bsim_scheme { BSIM_SCHEME_SYNCHRONOUS, BSIM_SCHEME_ASYNCHRONOUS };

/* The memory of a node, which its busy cores share: arrays with a value for each scenario, in bytes per second. */
struct bsim_memory {
    double *core_bandwidth; /* what one core gets if no other is busy; 0: the platform does not tell */
    double *bandwidth;      /* what all cores get together */
    bool with_messages;     /* blocks and messages within a node share it in virtual time (bsim/network/links.h) */
    double core_in_file;    /* core_bandwidth as in the platform file, whatever scenarios say */
};

/* The file system: arrays with a value for each scenario, bandwidths in bytes per second. A block that reads or writes
 * files takes bytes / bandwidth + calls * latency_s for it; accesses by MPI also share the other bandwidths
 * (bsim/network/storage.h). */
struct bsim_file_system {
    double *bandwidth; /* what a rank gets; 0: the platform does not tell */
    double *latency_s;
    double *node_bandwidth;  /* what the ranks of a node get together; 0: as much as they want */
    double *total_bandwidth; /* what all ranks get together; 0: as much as they want */
    int aggregators;         /* of a collective access, on each node */
};

/* What a rank's processor spends on its own for MPI: arrays with a value for each scenario. */
struct bsim_local_work {
    /* Combining two operands of n elements, b bytes, in a reduction takes
     * reduction_s + n * reduction_s_per_element + b * reduction_s_per_byte. */
    bool reduces; /* false: it takes no time */
    double *reduction_s, *reduction_s_per_byte, *reduction_s_per_element;
    /* Packing or unpacking b bytes that lie in n separate blocks takes n * packing_block_s + b * packing_s_per_byte. */
    bool packs; /* false: it takes no time */
    double *packing_block_s, *packing_s_per_byte;
    /* What a collective copies within a rank, b bytes, takes copy_s + b * copy_s_per_byte. */
    bool copies; /* false: it takes no time */
    double *copy_s, *copy_s_per_byte;
};

/* How the busy cores of a node slow each other down, in one scenario. */
struct bsim_node_sharing {
    double core_bandwidth, bandwidth; /* of the memory, in bytes per second; 0: not known */
    double busy_speed; /* the speed of a core while all are busy, as a part of that while it alone is; 0: not known */
    int cores;         /* of the node; matters for busy_speed only */
};

/* Nodes that differ from the others. */
struct bsim_node_kind {
    char *name;
    int number;    /* bsim/base/kinds.h */
    double *speed; /* nscen; of its nodes, relative to the platform's speed */
    double speed_in_file;
    double *busy_speed; /* nscen; 0: that of the platform */
    int nrange;
    struct bsim_node_range {
        int first, last;
    } *range; /* nodes; each is of one kind at most */
};

/* A factor on the times of blocks (block_factors.h). */
struct bsim_block_factor {
    char *name;     /* which blocks */
    double *factor; /* nscen */
};

/* Which of a node's cards a message takes: the messages of a node take turns; all messages between two ranks have one
 * card; or each message takes all cards, an equal part of its data each. */
enum bsim_card_choice { BSIM_CARDS_IN_TURN, BSIM_CARDS_BY_HASH, BSIM_CARDS_STRIPED };

struct bsim_platform {
    char *name;
    char *machine; /* where the numbers were measured, "node7 (AMD EPYC 7402)"; NULL: nowhere, or it is not told */
    int nscen;     /* K, 1..BSIM_MAX_SCENARIOS */
    char **scenario_name; /* K labels; may be NULL */
    int nodes, cores_per_node;
    int sockets;          /* of a node; each has an equal part of its cores and of the bandwidth of its memory */
    bool sockets_in_turn; /* the ranks of a node take its sockets in turn; else they fill one after the other */
    struct bsim_mapping mapping;
    double *speed;                 /* K speed ratios; calculation times are divided by them */
    double speed_in_file;          /* as in the platform file, whatever scenarios say */
    double *busy_speed;            /* K; see bsim_node_sharing */
    char *network_model;           /* "simple" or "loggpo" */
    struct bsim_topology topology; /* with a topology, topology.nodes equals nodes */
    struct bsim_link inter, intra;
    struct bsim_link between; /* between sockets of a node; has_between: the file has "between_sockets" */
    bool has_between;
    uint64_t between_given;         /* a bit for each of bsim_link_keys: the value is not that of intra */
    struct bsim_link_noise *noises; /* all that connections and pieces refer to */
    bool intra_follows; /* the file has no "intra_node": values of scenarios for "network" are those of intra too */
    enum bsim_scheme scheme;
    int nrule; /* of transport; 0: all connections between nodes differ in their latency alone */
    struct bsim_transport_rule *rule;
    bool contention;   /* messages between nodes share links */
    double packet;     /* with contention: the bytes of packets, which wait for links; 0: shares are max-min fair */
    double link_burst; /* with packets: the bytes of each link's token bucket; or 0 */
    double tcp_window; /* with packets: the bytes of a window of TCP, whose connections have small queues; or 0 */
    double shared_bandwidth; /* bytes per second, of a node's memory for messages within it; 0: they do not share it */
    int cards;               /* of a node */
    bool cards_dropped;      /* bsim_platform_drop_cards() */
    bool flows_by_pair;      /* with contention: messages from one rank to another one after the other */
    enum bsim_card_choice card_choice;
    bool rails;     /* with contention: each card of a node is on a network of its own */
    int nlink_rate; /* link_rate[]: bytes per second, by level or dimension of the topology; 0:
                       inter.link_gap_s_per_byte */
    double link_rate[BSIM_TOPOLOGY_MAX_SIZES];
    double link_rate_down[BSIM_TOPOLOGY_MAX_SIZES]; /* away from the root of a fat tree; elsewhere the same */
    int nlevel_latency; /* level_latency_s[]: seconds of a hop, by level of a fat tree; 0: inter.hop_latency_s */
    double level_latency_s[BSIM_TOPOLOGY_MAX_SIZES];
    struct bsim_memory memory;
    struct bsim_file_system files;
    struct bsim_local_work work;
    struct bsim_collectives collectives;
    int nkind;
    struct bsim_node_kind *kind;
    int nblock_factor;
    struct bsim_block_factor *block_factor;
    int ndelay;
    struct bsim_delay *delay; /* delays.h */
    struct bsim_notes notes;  /* on the file (quantity.h) */
};

/* The index of a node's kind; -1: it is of none. */
int bsim_platform_kind(const struct bsim_platform *platform, int node);

/* What one busy core of a kind of node gets of the memory, in bytes per second, at the speed 1 and as the platform file
 * says: that of the node on which models were measured, if they do not tell. */
double bsim_platform_reference(const struct bsim_platform *platform, int kind);
/* The bandwidth that each of so many busy cores of a node gets: core_bandwidth, until all together reach bandwidth. */
double bsim_memory_bandwidth_of_core(double core_bandwidth, double bandwidth, int busy);
/* How much longer the memory's part of a time is with so many busy cores than with one; 1 if it is not known. */
double bsim_memory_stretch(const struct bsim_node_sharing *node, int busy);
/* How much longer the processor's part is: its speed falls linearly from 1 with one busy core to busy_speed with all;
 * the clock falls, or cores are two threads of one. 1 if it is not known. */
double bsim_processor_stretch(const struct bsim_node_sharing *node, int busy);
/* Of a node of a kind (an index, or -1). */
struct bsim_node_sharing bsim_platform_sharing(const struct bsim_platform *platform, int kind, int scenario);
/* The speed of its cores. */
double bsim_platform_speed(const struct bsim_platform *platform, int kind, int scenario);

/* Reads a platform file, and a file of scenario overrides if scenarios_path is not NULL (else there are nscen equal
 * scenarios). False and *err
 * if either is bad; *platform is then untouched. Owner: platform_json.c. */
bool bsim_platform_load(struct bsim_platform *platform, const char *path, const char *scenarios_path, int nscen,
                        struct bsim_error *err);
/* Messages do not share network cards: the platform has no card_bandwidth and no card_gap in any scenario, and one card
 * a node. False, with an error, if messages share links anyway (contention). */
bool bsim_platform_drop_cards(struct bsim_platform *platform, struct bsim_error *err);

/* Warns of values in the file that no machine has, since their units are probably wrong. */
void bsim_platform_warn(const struct bsim_platform *platform);

/* Makes a platform for tests: nscen equal scenarios, one rank on each node, speed 1, all messages eager, and all other
 * numbers 0. */
void bsim_platform_blank(struct bsim_platform *platform, int nscen, const char *network_model);
void bsim_platform_free(struct bsim_platform *platform);

#endif
