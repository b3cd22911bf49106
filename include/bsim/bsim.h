/* bsim.h - what a skeleton sees of the engine: adding calculation time, cost models, per-rank static data.
 *
 * skeletonize writes these calls; people may write them by hand too. Nothing here needs mpi.h. */
#ifndef BSIM_H
#define BSIM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Advances the calling rank's clock by a calculation time, in seconds (SC08, section III). The platform's speed ratio
 * of each scenario divides it. A negative or non-finite time ends the run with a message. */
void BSIM_Add_time(double seconds);

/* The time in seconds that the cost model of block ID gives for its parameters. BSIM_cost(3, n, m) */
#define BSIM_cost(id, ...) bsim_cost((id), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
double bsim_cost(int block, int nparam, const double *param);

/* Start and end of block ID in an instrumented program (skeletonize --instrument), which runs under a real MPI. */
#define BSIM_Block_begin(id, ...)                                                                                      \
    bsim_block_begin((id), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
void bsim_block_begin(int block, int nparam, const double *param);
void BSIM_Block_end(int id);

/* BSIM_cost(3) without parameters is legal: a zero stands in the array and the count is 0. */
#define BSIM_NPARAM(...) ((int)(sizeof((double[]){BSIM_PARAMS(__VA_ARGS__)}) / sizeof(double)) - 1)
#define BSIM_PARAMS(...) 0.0, ##__VA_ARGS__

/* A block of the program, as skeletonize knew it. Every skeleton defines bsim_blocks[] and bsim_nblocks in its
 * generated file bsim_blocks.c. */
typedef struct bsim_block_info {
    const char *name;   /* the key in models.json: function.ordinal, or the name of a kernel */
    const char *file;   /* original source file, relative to the program's root */
    int line, end_line; /* original lines */
    int nparam;
    const char *const *params; /* parameter names, as C expressions at the block's place */
} bsim_block_info;
extern const bsim_block_info bsim_blocks[];
extern const int bsim_nblocks;
/* Defined in skeletons only: an MPI_* call may then have a null buffer, where nobody reads its data. */
extern const int bsim_skeleton;

/* A kept MPI call: its place in the skeleton and in the original. Sorted by file, then line. */
typedef struct bsim_site_info {
    const char *call;      /* MPI_Send */
    const char *skel_file; /* relative to the skeleton's root */
    int skel_line;
    const char *file; /* relative to the program's root */
    int line;
} bsim_site_info;
extern const bsim_site_info bsim_sites[];
extern const int bsim_nsites;

/* Values that come from a model instead of from computation (skeletonize --hints; docs/reference/hints.md). HINT is an
 * index into bsim_hints[]. Equal keys give equal values on all ranks; BSIM_EACH_RANK: each rank draws its own, one
 * after the other. The same program with the same seeds draws the same values, whatever the schedule. */
#define BSIM_EACH_RANK (-__LONG_MAX__ - 1L)
double BSIM_uniform(int hint, long key, double least, double most); /* least <= value < most */
long BSIM_uniform_int(int hint, long key, long least, long most);   /* least <= value <= most; least if most is less */
double BSIM_normal(int hint, long key, double mean, double deviation);
double BSIM_histogram(int hint, long key);               /* a value of the hint's table, by weight */
int BSIM_branch(int hint, long key, double probability); /* 1 with this probability, else 0 */

typedef struct bsim_hint_info {
    const char *name; /* function:variable */
    const char *file; /* original source file, relative to the program's root */
    int line;
    long seed;
    int nvalue; /* of a histogram */
    const double *value, *weight;
    int learned; /* enum bsim_learned_kind */
    int nparam;  /* of a learned value: what it may depend on */
    const char *const *params;
} bsim_hint_info;
enum bsim_learned_kind {
    BSIM_LEARNED_NOT,
    BSIM_LEARNED_TRIPS,
    BSIM_LEARNED_INTEGER,
    BSIM_LEARNED_NUMBER,
    BSIM_LEARNED_BRANCH
};
extern const bsim_hint_info bsim_hints[];
extern const int bsim_nhints;

/* A value that was learned from a real run (docs/reference/hints.md): the models (bsim run --models) give it for the
 * parameters behind KEY, which the hint's table names. A drawn value is by default the same in the k-th call of each
 * rank; equal keys give equal values; BSIM_EACH_RANK as above. */
#define BSIM_NO_KEY (-__LONG_MAX__)
#define BSIM_learned(hint, key, ...)                                                                                   \
    bsim_learned((hint), (key), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
#define BSIM_learned_int(hint, key, ...)                                                                               \
    bsim_learned_int((hint), (key), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
double bsim_learned(int hint, long key, int nparam, const double *param);
long bsim_learned_int(int hint, long key, int nparam, const double *param);

/* What learned values are learned from, in an instrumented program. BSIM_Learn is VALUE, recorded beside the
 * parameters. BSIM_Trips declares the counter of a loop (behind: 1 if the condition stands behind the body), which is
 * recorded when its block is left, by whatever way; BSIM_Trip and BSIM_Trip_again are the condition, in front of the
 * body and behind. */
#define BSIM_Learn(hint, value, ...)                                                                                   \
    __extension__({                                                                                                    \
        __typeof__((value) + 0) bsim_seen = (value);                                                                   \
        bsim_learn((hint), (double)bsim_seen, BSIM_NPARAM(__VA_ARGS__),                                                \
                   (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1);                                                    \
        bsim_seen;                                                                                                     \
    })
#define BSIM_Trips(name, hint, behind, ...)                                                                            \
    bsim_trips name __attribute__((cleanup(bsim_trips_end))) = {(hint), BSIM_NPARAM(__VA_ARGS__),  0, (behind),        \
                                                                0,      {BSIM_PARAMS(__VA_ARGS__)}}
#define BSIM_Trip(name, condition) ((condition) ? ((name).count++, 1) : 0)
#define BSIM_Trip_again(name, condition) ((name).count++, (condition) ? 1 : ((name).ended = 1, 0))
enum { BSIM_MAX_LEARNED_PARAMS = 12 };
typedef struct bsim_trips {
    int hint, nparam;
    long count;                                /* bodies that were begun; of do: conditions that were tested */
    int behind;                                /* the condition stands behind the body */
    int ended;                                 /* ... and ended the loop */
    double param[BSIM_MAX_LEARNED_PARAMS + 1]; /* from the second on */
} bsim_trips;
void bsim_learn(int hint, double value, int nparam, const double *param);
void bsim_trips_end(bsim_trips *trips);

/* A message buffer of which only the first BYTES bytes (1 to 128) are data: nobody reads or gives the rest, which takes
 * its time but is not copied. For buffers of basic datatypes in point-to-point calls and MPI_Bcast. The number stands
 * in the upper bits of the address, where processes have none. */
#define BSIM_Leading(buffer, bytes)                                                                                    \
    ((void *)((__UINTPTR_TYPE__)(buffer) + ((__UINTPTR_TYPE__)(bytes) << BSIM_LEADING_SHIFT)))
enum { BSIM_LEADING_SHIFT = 56, BSIM_LEADING_MOST = 128 };

/* Static data of the program, one copy for each rank. A mutable static object is defined with BSIM_PRIVATE (it goes to
 * the section bsim_private, which serves as the initial image) and each use of it is written BSIM_G(name): the
 * object's address moved by the running rank's offset (as an integer: within C it would leave the object). The engine
 * sets bsim_private_offset at each fiber switch. */
#define BSIM_PRIVATE __attribute__((section("bsim_private")))
#define BSIM_G(name) (*(__typeof__(name) *)((__UINTPTR_TYPE__)(&(name)) + (__UINTPTR_TYPE__)bsim_private_offset))
extern __thread ptrdiff_t bsim_private_offset __attribute__((tls_model("initial-exec")));

#ifdef __cplusplus
}
#endif
#endif
