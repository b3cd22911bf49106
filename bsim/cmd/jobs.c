/* jobs.c - see jobs.h. Knows nothing of what the results hold, except the memory that a run took. */
#include "bsim/cmd/jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/base/processors.h"
#include "bsim/base/text.h"

/* A run whose memory is not known yet is taken for one with so much for the process and for each rank. */
enum { BYTES_OF_RUN = 64 << 20, BYTES_OF_RANK = 64 << 10 };

struct running {
    struct bsim_job *job;
    struct bsim_started started;
    const char *result, *log;
    double bytes; /* of memory, as expected */
};

struct work {
    struct running *slot;
    int nslot, nrunning;
    bool apart;      /* there is more than one job: messages are collected */
    double per_rank; /* bytes for each rank and scenario that the most costly run so far took; 0: not known */
    char **told;     /* lines that have been printed */
    int ntold;
    int first_code;  /* of the first job that failed */
    bool first_kept; /* its messages are in first_log */
    char *first_log;
    bool any; /* a job gave a result */
};

static int most_at_once(void) {
    int n = bsim_processors();
    return n > BSIM_MAX_RUNS ? BSIM_MAX_RUNS : n;
}

/* MemAvailable of /proc/meminfo in bytes; -1: not known. */
static double memory_available(void) {
    char line[256];
    double kib = -1;
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %lf", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return kib < 0 ? -1 : kib * 1024;
}

static double expected_bytes(const struct work *w, const struct bsim_job *job) {
    double ranks = job->launch.np;
    return BYTES_OF_RUN + ranks * (w->per_rank > 0 ? w->per_rank * (1 + job->scenarios / 64.0) : BYTES_OF_RANK);
}

/* Whether the job may start now. One always may. What runs already has taken its memory in part. */
static bool has_room(const struct work *w, double bytes) {
    double available = memory_available(), growing = 0;
    for (int i = 0; i < w->nslot; i++)
        if (w->slot[i].job)
            growing += w->slot[i].bytes / 2;
    return w->nrunning == 0 || available < 0 || bytes + growing < 0.9 * available;
}

/* ---- messages ---- */

static char *read_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r"), *to = open_memstream(&text, &size);
    for (int c; f && to && (c = fgetc(f)) != EOF;)
        fputc(c, to);
    if (f)
        fclose(f);
    if (to)
        fclose(to);
    return text;
}

/* Prints the lines that have not been printed yet. */
static void tell(struct work *w, char *text) {
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        bool known = line[0] == '\0';
        for (int i = 0; i < w->ntold && !known; i++)
            known = strcmp(w->told[i], line) == 0;
        char **more = known ? NULL : realloc(w->told, ((size_t)w->ntold + 1) * sizeof *more);
        if (known || more == NULL)
            continue;
        w->told = more;
        w->told[w->ntold++] = strdup(line);
        bsim_progress(NULL);
        fprintf(stderr, "%s\n", line);
    }
}

/* The first line of a failed run that is a message of bsim and no warning. */
static void set_reason(struct bsim_job *job, const struct bsim_error *err, const char *log) {
    static const char error[] = "bsim: error: ";
    char *text = log ? read_text(log) : NULL, *rest = text, whole[1900];
    job->reason[0] = '\0';
    if (err->set)
        snprintf(job->reason, sizeof job->reason, "%.1100s", bsim_error_format(err, whole, sizeof whole));
    for (char *line; rest && !job->reason[0] && (line = strsep(&rest, "\n")) != NULL;)
        if (bsim_begins(line, error))
            snprintf(job->reason, sizeof job->reason, "%.1100s", line + strlen(error));
        else if (strncmp(line, "bsim: ", 6) == 0 && strncmp(line, "bsim: warning", 13) != 0)
            snprintf(job->reason, sizeof job->reason, "%.1100s", line + 6);
    if (!job->reason[0])
        snprintf(job->reason, sizeof job->reason, "the program failed (exit code %d)", job->code);
    free(text);
}

/* ---- starts and ends ---- */

static bool start(struct work *w, struct bsim_job *job, struct bsim_error *err) {
    int at = 0;
    while (w->slot[at].job)
        at++;
    struct running *r = &w->slot[at];
    if (r->result == NULL && (r->result = bsim_launch_tempfile("bsim-result", err)) == NULL)
        return false;
    if (w->apart && r->log == NULL && (r->log = bsim_launch_tempfile("bsim-log", err)) == NULL)
        return false;
    if (r->log && truncate(r->log, 0) != 0)
        return bsim_error_set(err, r->log, 0, NULL, "cannot be emptied: %s", strerror(errno));
    job->launch.result = r->result;
    job->launch.log = r->log;
    job->launch.own_input = w->apart;
    r->bytes = expected_bytes(w, job);
    if (!bsim_launch_start(&job->launch, &r->started, err))
        return false;
    r->job = job;
    w->nrunning++;
    return true;
}

static void note_memory(struct work *w, const struct running *r) {
    json_t *root = json_load_file(r->result, 0, NULL);
    double peak = json_number_value(json_object_get(json_object_get(root, "host"), "peak_rss_bytes"));
    double per_rank = peak > BYTES_OF_RUN ? (peak - BYTES_OF_RUN) / r->job->launch.np : 1024;
    w->per_rank = per_rank > w->per_rank ? per_rank : w->per_rank;
    json_decref(root);
}

/* Takes in the end of a run. False: an interrupt ended it, or done says that all must end. */
static bool take_end(struct work *w, struct running *r, int status,
                     bool (*done)(void *arg, struct bsim_job *job, const char *result), void *arg) {
    struct bsim_job *job = r->job;
    struct bsim_error err = {0};
    job->code = bsim_launch_end(&job->launch, &r->started, status, &err);
    bool good = job->code == BSIM_EXIT_OK;
    if (good)
        note_memory(w, r);
    else
        set_reason(job, &err, r->log);
    char *text = r->log ? read_text(r->log) : NULL;
    if (!good && !w->first_code) {
        w->first_code = job->code;
        w->first_log = text;
        text = NULL;
        if (err.set && !w->apart)
            bsim_error_print(&err, stderr);
    } else if (good && text) {
        tell(w, text);
    }
    free(text);
    w->any = w->any || good;
    r->job = NULL;
    w->nrunning--;
    return done(arg, job, good ? job->launch.result : NULL) && job->code < 128;
}

static bool wait_for_one(struct work *w, bool (*done)(void *arg, struct bsim_job *job, const char *result), void *arg,
                         struct bsim_error *err) {
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, 0)) < 0)
        if (errno != EINTR)
            return bsim_error_set(err, NULL, 0, NULL, "waiting for the program: %s", strerror(errno));
    for (int i = 0; i < w->nslot; i++)
        if (w->slot[i].job && w->slot[i].started.pid == pid)
            return take_end(w, &w->slot[i], status, done, arg);
    return true;
}

static void end_all(struct work *w) {
    int status;
    for (int i = 0; i < w->nslot; i++)
        if (w->slot[i].job) {
            struct bsim_error unused = {0};
            kill(w->slot[i].started.pid, SIGTERM);
            while (waitpid(w->slot[i].started.pid, &status, 0) < 0 && errno == EINTR)
                ;
            bsim_launch_end(&w->slot[i].job->launch, &w->slot[i].started, status, &unused);
        }
}

static int most_threads(const struct bsim_job *jobs, int n) {
    int most = 1;
    for (int i = 0; i < n; i++)
        most = jobs[i].launch.shards > most ? jobs[i].launch.shards : most;
    return most;
}

int bsim_jobs_run(struct bsim_job *jobs, int n, int most,
                  bool (*done)(void *arg, struct bsim_job *job, const char *result), void *arg,
                  struct bsim_error *err) {
    struct work w = {.nslot = most > 0 ? most : most_at_once() / most_threads(jobs, n), .apart = n > 1};
    w.nslot = w.nslot > BSIM_MAX_RUNS ? BSIM_MAX_RUNS : w.nslot > 0 ? w.nslot : 1;
    w.slot = calloc((size_t)w.nslot, sizeof *w.slot);
    bool ok = w.slot || bsim_error_set(err, NULL, 0, NULL, "out of memory");
    for (int next = 0; ok && (next < n || w.nrunning > 0);) {
        if (next < n && w.nrunning < w.nslot && has_room(&w, expected_bytes(&w, &jobs[next])))
            ok = start(&w, &jobs[next++], err);
        else
            ok = wait_for_one(&w, done, arg, err);
    }
    if (!ok)
        end_all(&w);
    if ((!ok || !w.any) && w.first_log)
        tell(&w, w.first_log);
    int code = err->set ? BSIM_EXIT_USAGE : !ok || !w.any ? w.first_code : BSIM_EXIT_OK;
    if (!ok && code == BSIM_EXIT_OK)
        code = BSIM_EXIT_BUG;
    for (int i = 0; i < w.ntold; i++)
        free(w.told[i]);
    free(w.told);
    free(w.first_log);
    free(w.slot);
    return code;
}
