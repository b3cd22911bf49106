/* bsim.h - what a skeleton sees of the engine: adding calculation time, cost models, per-rank static data.
 *
 * skeletonize writes these calls; people may write them by hand too. Nothing here needs mpi.h. */
#ifndef BSIM_H
#define BSIM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Advances the calling rank's clock by a calculation time in seconds (SC08, section III). In each scenario the time is
 * divided by the speed ratio of the platform. A negative or non-finite time ends the run with a message. */
void BSIM_Add_time(double seconds);

/* The time in seconds that the cost model of block ID gives for its parameters. BSIM_cost(3, n, m) */
#define BSIM_cost(id, ...) bsim_cost((id), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
double bsim_cost(int block, int nparam, const double *param);

/* The start and the end of block ID in an instrumented program (skeletonize --instrument), which runs under a real MPI.
 * The samples tell if the code around a block was compiled without optimisation. With BSIM_UNTIMED the same sources are
 * the program as it was: nothing of what is measured is in the code, so that compilers treat it alike. Its samples tell
 * how long the run took, and nothing of blocks. */
#ifdef BSIM_UNTIMED
#define BSIM_TIMED 0
#else
#define BSIM_TIMED 1
#endif
extern const int bsim_timed; /* BSIM_TIMED of the tables */
enum { BSIM_NOT_OPTIMISED = 1 << 30 };
#ifdef __OPTIMIZE__
#define BSIM_COMPILED 0
#else
#define BSIM_COMPILED BSIM_NOT_OPTIMISED
#endif
#if BSIM_TIMED
#define BSIM_Block_begin(id, ...)                                                                                      \
    bsim_block_begin((id) | BSIM_COMPILED, BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
void BSIM_Block_end(int id);
#else
#define BSIM_Block_begin(...) ((void)0)
#define BSIM_Block_end(id) ((void)0)
#endif
void bsim_block_begin(int block, int nparam, const double *param);

/* An instrumented program counts what the time of a block depends on and no parameter tells: rounds of loops and
 * branches that are taken, also in functions that the block calls, and values that the skeleton does not have. COUNTER
 * is an index into bsim_counters[]. Each thread counts for itself. BSIM_Rounds declares a variable for the rounds of a
 * loop, which BSIM_Round counts; they are added to the counter when control leaves the variable's scope, by any exit.
 */
#if BSIM_TIMED
#define BSIM_Count(counter) (bsim_counters[counter]++)
#define BSIM_Rounds(counter)                                                                                           \
    bsim_rounds bsim_rounds_##counter __attribute__((__cleanup__(bsim_rounds_end))) = {counter, 0}
#define BSIM_Round(counter) (bsim_rounds_##counter.count++)
#define BSIM_Count_value(counter, value) (bsim_counters[counter] += bsim_block_again() ? 0 : (long)(value))
#else
#define BSIM_Count(counter) ((void)0)
#define BSIM_Rounds(counter) ((void)0)
#define BSIM_Round(counter) ((void)0)
#define BSIM_Count_value(counter, value) ((void)0)
#endif
int bsim_block_again(void); /* whether the block has begun within an execution of itself, in a recursion */
extern __thread long bsim_counters[];
enum { BSIM_MAX_COUNTS = 6 }; /* of one block */
typedef struct bsim_rounds {
    int counter;
    long count;
} bsim_rounds;
static __inline__ __attribute__((__always_inline__, __unused__)) void bsim_rounds_end(bsim_rounds *r) {
    bsim_counters[r->counter] += r->count;
}
typedef struct bsim_count_info {
    int block;        /* index into bsim_blocks[]; the table is sorted by it */
    int counter;      /* index into bsim_counters[] */
    const char *name; /* "rounds solve.c:27"; of a value its C expression */
} bsim_count_info;
extern const bsim_count_info bsim_counts[];
extern const int bsim_ncounts;

/* A loop whose rounds communicate and do alike work, which a run with BSIM_THRESHOLD=E leaves as soon as the mean time
 * of blocks per round has settled within the share E: dPerf's threshold rule (skeletonize --instrument --threshold).
 * All ranks leave it before the same round. BSIM_Loop declares a variable for the loop; BSIM_Enough, at the start of
 * each round, tells whether to leave it. PLACE is "laplace.c:63". */
#if BSIM_TIMED
#define BSIM_Loop(loop, place)                                                                                         \
    bsim_loop bsim_loop_##loop __attribute__((__cleanup__(bsim_loop_end))) = {(loop), (place), 0};                     \
    bsim_loop_begin(&bsim_loop_##loop)
#define BSIM_Enough(loop) bsim_loop_enough(&bsim_loop_##loop)
#else
#define BSIM_Loop(loop, place) ((void)0)
#define BSIM_Enough(loop) 0
#endif
typedef struct bsim_loop {
    int number; /* of the program's loops with an exit */
    const char *place;
    long begun; /* rounds */
} bsim_loop;
void bsim_loop_begin(bsim_loop *loop);
int bsim_loop_enough(bsim_loop *loop);
void bsim_loop_end(bsim_loop *loop);
/* By block: what its time goes with, as a hint says ("compute", "memory", "io", "constant", "data"), or NULL. The table
 * is there only if a hint says it. */
extern const char *const bsim_block_kinds[];
/* By block: bit i is set if parameter i is a number of rounds that may come out below 0, such as n - first: it is 0
 * then, since the loop does not run. The table is there only if a bit is set. */
extern const unsigned bsim_block_rounds[];

/* Parameters that are computed in front of a block. The elements of a list that begins with FIRST and ends with a null,
 * whose LINK leads from one to the next: BSIM_LENGTH(g->first, ->next). The sum of the first COUNT elements of an
 * array. */
#define BSIM_LENGTH(first, link)                                                                                       \
    (__extension__({                                                                                                   \
        long bsim_length = 0;                                                                                          \
        __typeof__(&*(first)) bsim_at = (first);                                                                       \
        for (; bsim_at; bsim_at = bsim_at link)                                                                        \
            bsim_length++;                                                                                             \
        bsim_length;                                                                                                   \
    }))
#define BSIM_TOTAL(array, count)                                                                                       \
    (__extension__({                                                                                                   \
        long bsim_total = 0, bsim_many = (long)(count), bsim_at = 0;                                                   \
        for (; bsim_at < bsim_many; bsim_at++)                                                                         \
            bsim_total += (array)[bsim_at] > 0 ? (long)(array)[bsim_at] : 0;                                           \
        bsim_total;                                                                                                    \
    }))

/* What lies between two elements of an array that holds where each row of a matrix begins: of rows FROM to TO - 1. */
#define BSIM_SPAN(array, from, to)                                                                                     \
    (__extension__({                                                                                                   \
        long bsim_from = (long)(from), bsim_to = (long)(to);                                                           \
        bsim_from < bsim_to ? (long)(array)[bsim_to] - (long)(array)[bsim_from] : 0L;                                  \
    }))

/* In how many of ROUNDS rounds a number is below, or above, BOUND that is FIRST in the first round and grows by STEP in
 * each: where a loop jumps over the rows that are done, "if (rank + i * size <= k) continue;". */
#define BSIM_ROUNDS_BELOW(rounds, first, step, bound) bsim_rounds_below((rounds), (first), (step), (bound))
#define BSIM_ROUNDS_ABOVE(rounds, first, step, bound)                                                                  \
    bsim_rounds_below((rounds), -(long)(first), -(long)(step), -(long)(bound))
static __inline__ __attribute__((__unused__)) long bsim_rounds_below(long rounds, long first, long step, long bound) {
    long side;
    if (step == 0)
        side = first < bound ? rounds : 0;
    else if (step > 0)
        side = first < bound ? (bound - first - 1) / step + 1 : 0;
    else /* all but those before it has come down to the bound */
        side = rounds - (first < bound ? 0 : (first - bound) / -step + 1);
    return rounds <= 0 || side <= 0 ? 0 : side < rounds ? side : rounds;
}

/* In how many of ROUNDS rounds FIRST, FIRST + 1 ... leaves REST when it is divided by SIZE: "if (i % size == rank)".
 */
#define BSIM_ROUNDS_EVERY(rounds, first, size, rest) bsim_rounds_every((rounds), (first), (size), (rest))
static __inline__ __attribute__((__unused__)) long bsim_rounds_every(long rounds, long first, long size, long rest) {
    long end = first + rounds;
    size = size < 0 ? -size : size;
    if (rest < 0 || size == 0 || rest >= size)
        return 0; /* of negative numbers, which leave negative ones, none is counted */
    first = first < rest ? 0 : (first - rest + size - 1) / size;
    end = end <= rest ? 0 : (end - rest + size - 1) / size;
    return first < end ? end - first : 0;
}

/* In how many of ROUNDS rounds, whose counter i begins with FIRST, BASE + STEP * i + BLOCK * (i / SIZE) +
 * PLACE * (i % SIZE) is below, or above, BOUND: where blocks of a matrix are dealt out, the global column is
 * "(i / nb * ranks + rank) * nb + i % nb". */
#define BSIM_ROUNDS_BELOW_IN_BLOCKS(rounds, first, size, base, step, block, place, bound)                              \
    bsim_rounds_in_blocks((rounds), (first), (size), (base), (step), (block), (place), (bound))
#define BSIM_ROUNDS_ABOVE_IN_BLOCKS(rounds, first, size, base, step, block, place, bound)                              \
    bsim_rounds_in_blocks((rounds), (first), (size), -(long)(base), -(long)(step), -(long)(block), -(long)(place),     \
                          -(long)(bound))
static __inline__ __attribute__((__unused__)) long
bsim_rounds_in_blocks(long rounds, long first, long size, long base, long step, long block, long place, long bound) {
    long low = first, high = first + rounds, below = 0, sign = step + place < 0 ? -1 : 1;
    if (rounds <= 0 || size == 0)
        return 0;
    if (first < 0 || size < 0 || (step + place) * sign < 0 || (step + block - place * (size - 1)) * sign < 0) {
        for (; low < high; low++)
            below += base + step * low + block * (low / size) + place * (low % size) < bound;
        return below;
    }
    while (low < high) { /* it grows, or falls, with the counter: looks for the first round on the other side */
        long i = low + (high - low) / 2;
        int less = base + step * i + block * (i / size) + place * (i % size) < bound;
        if (less == (sign > 0))
            low = i + 1;
        else
            high = i;
    }
    return sign > 0 ? low - first : first + rounds - low;
}

/* In how many of ROUNDS rounds, whose counter i begins with FIRST, the block i / SIZE is one of RANK, if blocks are
 * dealt out to RANKS: "if (i / nb % ranks == rank)". */
#define BSIM_ROUNDS_EVERY_BLOCK(rounds, first, size, ranks, rank)                                                      \
    bsim_rounds_every_block((rounds), (first), (size), (ranks), (rank))
static __inline__ __attribute__((__unused__)) long bsim_rounds_every_block(long rounds, long first, long size,
                                                                           long ranks, long rank) {
    long end = first + rounds, many[2];
    int k;
    if (rounds <= 0 || size <= 0 || ranks <= 0 || rank < 0 || rank >= ranks)
        return 0;
    first = first < 0 ? 0 : first;
    for (k = 0; k < 2; k++) { /* in front of the end, and of the first round */
        long at = k ? first : end, rest = at % (size * ranks) - rank * size;
        many[k] = at <= 0 ? 0 : at / (size * ranks) * size + (rest < 0 ? 0 : rest < size ? rest : size);
    }
    return many[0] > many[1] ? many[0] - many[1] : 0;
}

/* The rounds of a loop from FIRST to END by steps of STEP: "for (i = rank; i < n; i += size)". */
#define BSIM_ROUNDS_BY(first, end, step) bsim_rounds_by((first), (end), (step))
static __inline__ __attribute__((__unused__)) long bsim_rounds_by(long first, long end, long step) {
    return step <= 0 || first >= end ? 0 : (end - first - 1) / step + 1;
}

/* How often FIRST can be multiplied, or divided, by FACTOR until it is not below, or above, BOUND any more. */
#define BSIM_ROUNDS_TIMES(first, bound, factor) bsim_rounds_times((first), (bound), (factor))
#define BSIM_ROUNDS_DIVIDED(first, bound, factor) bsim_rounds_divided((first), (bound), (factor))
static __inline__ __attribute__((__unused__)) long bsim_rounds_times(long first, long bound, long factor) {
    long rounds = 0;
    for (; first < bound && first > 0; rounds++)
        first = first > __LONG_MAX__ / factor ? __LONG_MAX__ : first * factor;
    return rounds;
}
static __inline__ __attribute__((__unused__)) long bsim_rounds_divided(long first, long bound, long factor) {
    long rounds = 0;
    for (; first > bound && first > 0; rounds++)
        first /= factor;
    return rounds;
}

/* How many threads OpenMP makes of a parallel region that does not say it, as omp_get_max_threads() tells; 1 in a
 * program without OpenMP. */
#define BSIM_THREADS() bsim_threads()
int bsim_threads(void);

/* Whether a pointer is to the function NAME of the program. BSIM_FUNCTION stands behind the function's definition, so
 * that other files can ask, too, if it is static. */
#define BSIM_IS(pointer, name)                                                                                         \
    (__extension__({                                                                                                   \
        extern void (*const bsim_function_##name)(void);                                                               \
        (void (*)(void))(pointer) == bsim_function_##name;                                                             \
    }))
#define BSIM_FUNCTION(name)                                                                                            \
    extern void (*const bsim_function_##name)(void);                                                                   \
    void (*const bsim_function_##name)(void) = (void (*)(void))name;

/* A number that chooses between code, as that of a switch with many cases. Its name says to bsim fit that it is no
 * size, and that nothing is known of a value that was not measured. */
#define BSIM_CASE(number) (number)

/* The array begins with a zero that is not a parameter, so that BSIM_cost(3), without parameters, is legal C. */
#define BSIM_NPARAM(...) ((int)(sizeof((double[]){BSIM_PARAMS(__VA_ARGS__)}) / sizeof(double)) - 1)
#define BSIM_PARAMS(...) 0.0, ##__VA_ARGS__

/* A block of the program. skeletonize writes bsim_blocks[] and bsim_nblocks into the file bsim_blocks.c of every
 * skeleton. */
typedef struct bsim_block_info {
    const char *name;   /* the key in models.json: function.ordinal, or the name of a kernel */
    const char *file;   /* original source file, relative to the program's root */
    int line, end_line; /* original lines */
    int nparam;
    const char *const *params; /* parameter names, as C expressions at the block's place */
    const char *missing; /* what the block's time depends on and no parameter stands for; NULL: nothing is known */
    const char *label;   /* what people know the block by: "relax_faces (main.c:57-63)"; NULL: name and place */
} bsim_block_info;
extern const bsim_block_info bsim_blocks[];
extern const int bsim_nblocks;
/* The places in argv of the arguments that a skeleton reads, ended by -1. Skeletons have the table if the places are
 * known, and if the original program reads others. */
extern const int bsim_read_arguments[];
/* The options that a skeleton does not read, "-t" or "tolerance=", ended by NULL; an empty text if some of them are not
 * known; "#4" for argv[4]. Skeletons that go through their arguments in a loop have the table if there are any. */
extern const char *const bsim_left_options[];
/* Code of the original program that takes time and is in no block. Skeletons have the table if there is any. */
typedef struct bsim_untimed_info {
    const char *file; /* relative to the program's root */
    int line;
    const char *what; /* "a loop that stays and reads or writes a stream" */
} bsim_untimed_info;
extern const bsim_untimed_info bsim_untimed[];
extern const int bsim_nuntimed;
/* Places of pauses ("a.c:12") whose time is a part of a block's, ended by NULL. Skeletons have the table if there are
 * any. */
extern const char *const bsim_pauses[];
extern const char bsim_program[]; /* what results call the program; skeletonize writes it, too */
/* Defined in skeletons only. An MPI_* call of a skeleton may have a null buffer if nobody reads the buffer's data. */
extern const int bsim_skeleton;

/* The place of an MPI call in the skeleton and in the original program. The table is sorted by file, then line. */
typedef struct bsim_site_info {
    const char *call;      /* MPI_Send */
    const char *skel_file; /* relative to the skeleton's root */
    int skel_line;
    const char *file; /* relative to the program's root */
    int line;
} bsim_site_info;
extern const bsim_site_info bsim_sites[];
extern const int bsim_nsites;

/* Values that a model gives in place of a computation (skeletonize --hints; docs/reference/hints.md). HINT is an index
 * into bsim_hints[]. Equal keys give equal values on all ranks. With the key BSIM_EACH_RANK each rank draws a sequence
 * of its own. A program with given seeds always draws the same values: the schedule does not matter. */
#define BSIM_EACH_RANK (-__LONG_MAX__ - 1L)
double BSIM_uniform(int hint, long key, double least, double most); /* least <= value < most */
long BSIM_uniform_int(int hint, long key, long least, long most);   /* least <= value <= most; least if most is less */
double BSIM_normal(int hint, long key, double mean, double deviation);
double BSIM_histogram(int hint, long key);               /* a value of the hint's table, drawn by weight */
int BSIM_branch(int hint, long key, double probability); /* 1 with this probability, else 0 */

typedef struct bsim_hint_info {
    const char *name; /* function:variable */
    const char *file; /* original source file, relative to the program's root */
    int line;
    long seed;
    int nvalue; /* histogram: number of values, each with its weight */
    const double *value, *weight;
    int learned; /* enum bsim_learned_kind */
    int nparam;  /* learned value: parameters that it may depend on */
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

/* A value that was learned from a real run (docs/reference/hints.md). The models (bsim run --models) give the value for
 * the parameters that follow KEY; bsim_hints[hint].params names them. If the model draws the value, the k-th call gives
 * the same value on each rank by default (BSIM_NO_KEY), and equal keys give equal values. BSIM_EACH_RANK as above. */
#define BSIM_NO_KEY (-__LONG_MAX__)
#define BSIM_learned(hint, key, ...)                                                                                   \
    bsim_learned((hint), (key), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
#define BSIM_learned_int(hint, key, ...)                                                                               \
    bsim_learned_int((hint), (key), BSIM_NPARAM(__VA_ARGS__), (const double[]){BSIM_PARAMS(__VA_ARGS__)} + 1)
double bsim_learned(int hint, long key, int nparam, const double *param);
long bsim_learned_int(int hint, long key, int nparam, const double *param);

/* An instrumented program records the values that are to be learned. BSIM_Learn(hint, value, ...) yields VALUE and
 * records it with the parameters. BSIM_Trips declares a variable that counts the iterations of a loop; the count is
 * recorded when control leaves the variable's scope, by any exit. BEHIND is 1 for a do loop, which tests its condition
 * after the body. BSIM_Trip wraps the condition of a for or while loop, BSIM_Trip_again that of a do loop. */
#if BSIM_TIMED
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
#else
#define BSIM_Learn(hint, value, ...) (value)
#define BSIM_Trips(name, ...) ((void)0)
#define BSIM_Trip(name, condition) (condition)
#define BSIM_Trip_again(name, condition) (condition)
#endif
enum { BSIM_MAX_LEARNED_PARAMS = 12 };
typedef struct bsim_trips {
    int hint, nparam;
    long count;                                /* iterations begun; do loop: tests of the condition */
    int behind;                                /* 1: a do loop */
    int ended;                                 /* do loop: 1 if its condition has ended it */
    double param[BSIM_MAX_LEARNED_PARAMS + 1]; /* the parameters begin at param[1] */
} bsim_trips;
void bsim_learn(int hint, double value, int nparam, const double *param);
void bsim_trips_end(bsim_trips *trips);

/* Marks a message buffer whose first BYTES bytes (1 to 128) alone hold data. The message costs the time of its full
 * size, but only these bytes are copied. For buffers of basic datatypes in point-to-point calls and MPI_Bcast. BYTES is
 * stored in the upper bits of the address, which are zero in addresses of a process. */
#define BSIM_Leading(buffer, bytes)                                                                                    \
    ((void *)((__UINTPTR_TYPE__)(buffer) + ((__UINTPTR_TYPE__)(bytes) << BSIM_LEADING_SHIFT)))
enum { BSIM_LEADING_SHIFT = 56, BSIM_LEADING_MOST = 128 };

/* Static data of the program, one copy for each rank. BSIM_PRIVATE places a mutable static object in the section
 * bsim_private, which is the initial image of every copy. BSIM_G(name) is the running rank's copy of the object: its
 * address plus the rank's offset. (The sum is one of integers, since C allows no pointer arithmetic beyond an object.)
 * The engine sets bsim_private_offset at each fiber switch. */
#define BSIM_PRIVATE __attribute__((section("bsim_private")))
#define BSIM_G(name) (*(__typeof__(name) *)((__UINTPTR_TYPE__)(&(name)) + (__UINTPTR_TYPE__)bsim_private_offset))
extern __thread ptrdiff_t bsim_private_offset __attribute__((tls_model("initial-exec")));

#ifdef __cplusplus
}
#endif
#endif
