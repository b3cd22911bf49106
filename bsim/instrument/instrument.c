/* instrument.c - start and end of blocks, and the sample file. Knows neither MPI nor PAPI. */
#include "bsim/instrument/instrument.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/rounds.h"
#include "bsim/bsim.h"
#include "bsim/instrument/buckets.h"
#include "bsim/instrument/untouched.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks
#pragma weak bsim_program
#pragma weak bsim_block_kinds
#pragma weak bsim_block_rounds
#pragma weak bsim_timed

enum { CALIBRATION = 2001 };

/* Blocks that take longer than this are watched for context switches, since other processes may take the processor in
 * the middle. Watching costs about a microsecond outside of the measured time. */
#define WATCHED_S 20e-6

/* To ask the system what was read and written takes so long, outside of the measured time. It is asked in the first
 * executions, and then as long as that adds a small part to the block's time, or a larger one if the block does read or
 * write. */
#define ASKED_S 8e-6
enum { ASKED_ALWAYS = 8 };

/* The execution that is measured. What a block calls may have blocks, and be the block's own function in a recursion:
 * all of it is the outer block's time, and the skeleton, which has that instead of the block's code, does not get to
 * them. So executions within an execution are no samples, and take next to no time. */
struct block_execution {
    struct bsim_samples *samples; /* of all counts together */
    const bsim_count_info *counts;
    int ncount;
    long count[BSIM_MAX_COUNTS]; /* on entry */
    int block, watched, counts_files;
    struct bsim_processor before;  /* watched: on entry */
    struct bsim_file_counts files; /* counts_files: on entry */
    int64_t start_ns;
    int again;    /* begun within it, of the same block, and not ended */
    uintptr_t at; /* on the stack, where it began */
};

/* If several threads are in blocks, only the first one measures, until it has left its blocks. */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Thread_local int measuring;

static struct block_execution outer;
static bool inside; /* outer has begun */
static int started;
static bool not_optimised; /* code around a block was compiled without optimisation */
static char folder[4096];  /* in which the program began; "": not known */
static double overhead_s;  /* of one reading of the timer */
static double watch_s;     /* of one look at the processor time */
static double timers_s;    /* that this file has taken so far, beside the times of blocks */
static double blocks_s;    /* in blocks so far */

static int compare_ns(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The distance of two readings of the timer, with something else between them: the mean of the middle half of n, since
 * a clock may go in steps that are nearly as long. */
static double usual_cost(int n, int watch) {
    static int64_t ns[CALIBRATION];
    struct bsim_processor unused;
    for (int i = 0; i < n; i++) {
        int64_t t = bsim_timer_ns();
        if (watch)
            bsim_timer_processor(&unused);
        ns[i] = bsim_timer_ns() - t;
    }
    qsort(ns, (size_t)n, sizeof ns[0], compare_ns);
    double sum = 0;
    int skipped = n / 4;
    for (int i = skipped; i < n - skipped; i++)
        sum += (double)ns[i];
    return 1e-9 * sum / (n - 2 * skipped);
}

void bsim_instrument_prepare(void) {
    static int prepared;
    if (prepared)
        return;
    prepared = 1;
    bsim_timer_init();
    overhead_s = usual_cost(CALIBRATION, 0); /* an empty block */
    watch_s = usual_cost(CALIBRATION / 20, 1) - overhead_s;
    struct bsim_file_counts unused;
    bsim_files_read(&unused); /* its file's high number makes the system enlarge a table, which takes some 10 ms */
    if (getcwd(folder, sizeof folder) == NULL)
        folder[0] = '\0';
}

void bsim_instrument_start(void) {
    if (started)
        return;
    started = 1;
    bsim_instrument_prepare();
}

static int asks_for_files(const struct bsim_samples *s) {
    double part = s->io.calls > 0 ? 0.1 : 0.02;
    return s->count < ASKED_ALWAYS || (double)(s->io_count + 1) * ASKED_S <= part * s->sum;
}

/* What began deeper in the stack than `at` has ended without our knowledge: a jump has left it. Stacks grow down. */
static bool was_left(const struct block_execution *e, uintptr_t at) {
    return at > e->at;
}

static void begin(struct block_execution *f, int block, int nparam, const double *param) {
    double room[BSIM_MOST_PARAMS];
    unsigned rounds = &bsim_block_rounds != NULL ? bsim_block_rounds[block] : 0;
    f->samples = bsim_table_find(block, nparam, bsim_rounds_from_zero(rounds, nparam, param, room), 0, NULL);
    f->block = block;
    f->again = 0;
    f->ncount = bsim_counts_of(block, &f->counts);
    if (f->samples)
        f->samples->hidden = f->ncount > 0;
    f->watched = f->samples && (f->samples->count == 0 || f->samples->sum > WATCHED_S * (double)f->samples->count);
    f->counts_files = f->samples && asks_for_files(f->samples) && bsim_files_read(&f->files);
    timers_s += 2 * overhead_s + (f->watched ? 2 * watch_s : 0) + (f->counts_files ? ASKED_S : 0);
    if (f->watched)
        bsim_timer_processor(&f->before);
    bsim_counts_read(f->counts, f->ncount, f->count);
    f->start_ns = bsim_timer_ns();
}

void bsim_block_begin(int block, int nparam, const double *param) {
    uintptr_t at = (uintptr_t)__builtin_frame_address(0);
    if (!measuring && atomic_flag_test_and_set(&busy))
        return;
    measuring = 1;
    if (inside && !was_left(&outer, at)) {
        outer.again += (block & ~BSIM_NOT_OPTIMISED) == outer.block;
        return;
    }
    if (!started)
        bsim_instrument_start();
    if (block & BSIM_NOT_OPTIMISED) {
        block &= ~BSIM_NOT_OPTIMISED;
        not_optimised = true;
    }
    inside = true;
    outer.at = at;
    begin(&outer, block, nparam, param);
}

/* The duration of a block: processor time if all its context switches were involuntary, else wall-clock time. */
static int64_t duration(const struct block_execution *f, int64_t now) {
    struct bsim_processor after;
    if (!f->watched)
        return now - f->start_ns;
    bsim_timer_processor(&after);
    if (after.taken == f->before.taken || after.given != f->before.given)
        return now - f->start_ns;
    return after.ns - f->before.ns;
}

/* Adds what an execution has read and written. */
static void add_files(const struct block_execution *f, struct bsim_samples *s) {
    struct bsim_file_counts after;
    if (!f->counts_files || !bsim_files_read(&after))
        return;
    struct bsim_samples *all[] = {s, f->samples};
    for (int i = 0; i < 1 + (s != f->samples); i++) {
        all[i]->io.bytes += after.bytes - f->files.bytes;
        all[i]->io.calls += after.calls - f->files.calls;
        all[i]->io_count++;
    }
}

/* Adds an execution to the samples of its parameters and counts. */
static void add_execution(const struct block_execution *f, double seconds) {
    struct bsim_samples *s = f->samples;
    long after[BSIM_MAX_COUNTS];
    double bucket[BSIM_MAX_COUNTS];
    if (f->ncount > 0) { /* the time of all together decides whether executions are watched */
        s->count++;
        s->sum += seconds;
        bsim_counts_read(f->counts, f->ncount, after);
        for (int i = 0; i < f->ncount; i++)
            bucket[i] = bsim_count_bucket((double)(after[i] - f->count[i]));
        s = bsim_table_find(f->block, s->nparam, s->param, f->ncount, bucket);
        bsim_sequence_add(f->block, s, f->samples);
    }
    bsim_together_add(f->block, s, seconds);
    if (s == NULL) {
        bsim_table_left(f->block, seconds);
        return;
    }
    for (int i = 0; i < f->ncount; i++)
        s->counted[i] += (double)(after[i] - f->count[i]);
    bsim_table_add(s, seconds);
    bsim_early_add(f->block, s, seconds);
    add_files(f, s);
}

static void end(int64_t now) {
    double seconds = 1e-9 * (double)duration(&outer, now) - overhead_s;
    if (seconds < 0)
        seconds = 0;
    inside = false;
    blocks_s += seconds;
    if (outer.samples) {
        add_execution(&outer, seconds);
    } else {
        bsim_together_add(outer.block, NULL, seconds);
        bsim_table_left(outer.block, seconds);
    }
}

double bsim_timer_cost_s(void) {
    return overhead_s;
}

double bsim_blocks_s(void) {
    return blocks_s;
}

void BSIM_Block_end(int block) {
    int64_t now = bsim_timer_ns();
    if (!measuring)
        return;
    if (inside && block == outer.block && outer.again-- == 0)
        end(now);
    if (!inside) {
        measuring = 0;
        atomic_flag_clear(&busy);
    }
}

int bsim_block_again(void) {
    return measuring && inside && outer.again > 0;
}

static void read_cpu_name(char *name, size_t size) {
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "unknown processor");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", colon + 2);
            break;
        }
    }
    if (f)
        fclose(f);
}

void bsim_samples_name(FILE *f, const char *name) {
    for (; *name; name++)
        fputc(*name == '\t' || *name == '\n' || *name == '\r' ? ' ' : *name, f);
}

/* The column of the means of the counts. */
static void write_counts(FILE *f, const struct bsim_samples *s) {
    const bsim_count_info *info;
    bsim_counts_of(s->block, &info);
    for (int i = 0; i < s->ncount; i++) {
        fputc(i > 0 ? ',' : '\t', f);
        bsim_samples_name(f, info[i].name);
        fprintf(f, "=%.10g", s->counted[i] / (double)s->count);
    }
    if (s->ncount == 0)
        fputc('\t', f);
}

/* The columns of the block's first executions in this process, and of the others. */
static void write_first(FILE *f, const struct bsim_samples *s) {
    struct bsim_summary later;
    double sum = 0;
    for (int i = 0; i < s->nearly; i++)
        sum += s->early[i];
    if (s->nearly == 0) {
        fprintf(f, "\t\t\t\t");
        return;
    }
    fprintf(f, "\t%.9g\t%d", sum / s->nearly, s->nearly);
    if (s->count == (uint64_t)s->nearly) {
        fprintf(f, "\t\t");
        return;
    }
    bsim_table_summary_of_later(s, &later);
    fprintf(f, "\t%.9g\t%.9g", later.typical, later.deviation);
}

/* with_files: the file has columns for what was read and written. */
static void write_entry(FILE *f, const struct bsim_samples *s, int with_files) {
    const bsim_block_info *b = NULL;
    struct bsim_summary of;
    if (&bsim_nblocks != NULL && s->block >= 0 && s->block < bsim_nblocks)
        b = &bsim_blocks[s->block];
    if (b)
        bsim_samples_name(f, b->name);
    else
        fprintf(f, "block%d", s->block);
    fputc('\t', f);
    for (int i = 0; i < s->nparam; i++) {
        if (i > 0)
            fputc(',', f);
        if (b && i < b->nparam)
            bsim_samples_name(f, b->params[i]);
        else
            fprintf(f, "p%d", i + 1);
        fprintf(f, "=%.17g", s->param[i]);
    }
    bsim_table_summary(s, &of);
    fprintf(f, "\t%llu\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g", (unsigned long long)s->count, s->sum / (double)s->count,
            of.median, s->min, s->max, of.typical, of.deviation);
    if (bsim_counts_any())
        write_counts(f, s);
    if (with_files)
        fprintf(f, "\t%.9g\t%.9g", s->io.bytes / (double)(s->io_count ? s->io_count : 1),
                s->io.calls / (double)(s->io_count ? s->io_count : 1));
    write_first(f, s);
    fputc('\n', f);
}

/* What people call the program and the blocks that ran, for tables: "# program: NAME", "# block:
 * NAME<tab>PLACE<tab>LABEL"; and "# kind: NAME<tab>KIND" of those of which a hint says it. */
static void write_names(FILE *f) {
    const char *program = &bsim_program[0];
    if (program) {
        fprintf(f, "# program: ");
        bsim_samples_name(f, program);
        fputc('\n', f);
    }
    int n = &bsim_nblocks != NULL ? bsim_nblocks : 0;
    char *ran = calloc((size_t)n + 1, 1);
    struct bsim_samples *s;
    for (size_t i = 0; ran && (s = bsim_table_entry(i)) != NULL; i++)
        if (s->count > 0 && s->block >= 0 && s->block < n)
            ran[s->block] = 1;
    for (int i = 0; ran && i < n; i++) {
        const bsim_block_info *b = &bsim_blocks[i];
        if (!ran[i] || b->label == NULL)
            continue;
        fprintf(f, "# block: ");
        bsim_samples_name(f, b->name);
        fputc('\t', f);
        bsim_samples_name(f, b->file);
        fprintf(f, ":%d\t", b->line);
        bsim_samples_name(f, b->label);
        fputc('\n', f);
        double left_s;
        uint64_t left = bsim_table_left_of(i, &left_s);
        if (left > 0) {
            fprintf(f, "# left: ");
            bsim_samples_name(f, b->name);
            fprintf(f, "\t%llu\t%.9g\n", (unsigned long long)left, left_s);
        }
        if (&bsim_block_kinds != NULL && bsim_block_kinds[i]) {
            fprintf(f, "# kind: ");
            bsim_samples_name(f, b->name);
            fprintf(f, "\t%s\n", bsim_block_kinds[i]);
        }
    }
    free(ran);
}

/* A JSON string. */
static void write_string(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            fprintf(f, "\\u%04x", (unsigned)*text);
        else
            fprintf(f, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', f);
}

/* The run as a whole, so that its time can be compared with a predicted one: "# ran: SECONDS s", "# timers: SECONDS s"
 * of that for the measurement, "# waited: SECONDS s" for a processor that others had, "# threads: SECONDS s" of
 * processor time of threads beside that of MPI, "# run: {"args": [...], "folder":
 * "..."}". */
static void write_run(FILE *f) {
    char *word = NULL;
    size_t room = 0;
    if (bsim_mpi_ran_s() < 0)
        return;
    fprintf(f, "# ran: %.9g s\n# timers: %.9g s\n# waited: %.9g s\n# threads: %.9g s\n", bsim_mpi_ran_s(),
            timers_s + bsim_receives_s() + bsim_operators_s(), bsim_mpi_waited_s(), bsim_mpi_threads_s());
    FILE *in = fopen("/proc/self/cmdline", "r");
    if (in && folder[0] && getdelim(&word, &room, '\0', in) >= 0) {
        fprintf(f, "# run: {\"args\": [");
        for (int i = 0; getdelim(&word, &room, '\0', in) >= 0; i++) {
            fputs(i ? ", " : "", f);
            write_string(f, word);
        }
        fprintf(f, "], \"folder\": ");
        write_string(f, folder);
        fprintf(f, "}\n");
    }
    free(word);
    if (in)
        fclose(in);
}

static void write_file(FILE *f, int rank, int size) {
    char host[128] = "?", cpu[200];
    gethostname(host, sizeof host - 1);
    read_cpu_name(cpu, sizeof cpu);
    fprintf(f,
            "# bsim-samples/1; machine: %s (%s); rank %d of %d; busy cores: %d; timer: %s; overhead %.3g s subtracted; "
            "ends "
            "with \"# end\"\n",
            host, cpu, rank, size, bsim_mpi_busy_cores(), bsim_timer_name(), overhead_s);
    int with_files = bsim_table_io();
    if (!bsim_instrument_timed())
        fprintf(f, "# without timers\n");
    if (not_optimised)
        fprintf(f, "# compiled without optimisation\n");
    fprintf(f,
            "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s%s%s\tfirst_s\t"
            "first_count\tlater_s\tlater_deviation_s\n",
            bsim_counts_any() ? "\tcounts" : "", with_files ? "\tio_bytes\tio_calls" : "");
    struct bsim_samples *s;
    bsim_early_find();
    for (size_t i = 0; (s = bsim_table_entry(i)) != NULL; i++)
        if (s->count > 0 && !s->hidden)
            write_entry(f, s, with_files);
    write_names(f);
    bsim_sequence_write(f);
    bsim_together_write(f);
    write_run(f);
    bsim_receives_write(f);
    bsim_operators_write(f);
    bsim_threshold_write(f);
    bsim_learned_write(f);
    fprintf(f, "# end\n"); /* nobody takes a part of the file for all of it */
}

/* Creates a temporary file beside path, with an unpredictable name and the permissions of any new file. */
static FILE *open_aside(const char *path, char *aside, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(aside, size, "%.*s.bsim-XXXXXX", slash ? (int)(slash - path) + 1 : 0, path);
    int fd = mkstemp(aside);
    if (fd < 0)
        return NULL;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    FILE *f = fdopen(fd, "w");
    if (f == NULL) {
        close(fd);
        unlink(aside);
    }
    return f;
}

/* False if the samples could not be written. */
static int write_samples(void) {
    static int told;
    const char *base = getenv("BSIM_SAMPLES");
    char path[4096], aside[4120];
    int rank, size;
    bsim_mpi_world(&rank, &size);
    snprintf(path, sizeof path, "%s.rank%d", base && base[0] ? base : "samples.tsv", rank);
    FILE *f = open_aside(path, aside, sizeof aside);
    int ok = f != NULL;
    if (f) {
        write_file(f, rank, size);
        ok = !ferror(f);
        ok = fclose(f) == 0 && ok;
        ok = ok && rename(aside, path) == 0;
    }
    if (!ok) {
        if (!told++)
            fprintf(stderr, "bsim: error: %s: the samples cannot be written: %s\n", path, strerror(errno));
        if (f)
            unlink(aside);
    }
    return ok;
}

int bsim_instrument_started(void) {
    return started;
}

bool bsim_instrument_timed(void) {
    return &bsim_timed == NULL || bsim_timed;
}

void bsim_instrument_write(void) {
    if (started)
        write_samples();
}

/* Once more, with the blocks behind MPI_Finalize: those of functions that the program gives to atexit, and of its
 * destructors, which run before this one. If the samples cannot be written, the process exits with code 2. */
__attribute__((destructor(101))) static void write_at_exit(void) {
    if (!started || write_samples())
        return;
    fflush(NULL);
    _exit(2);
}
