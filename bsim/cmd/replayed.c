/* replayed.c - bsim simulate --replayed: a trace with the calculation of replayed ranks. A rank that was not replayed
 * calculates as the representative of its group does. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/clusters.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_vector.h"

struct replayed {
    struct bsim_trace trace;
    struct bsim_vector *vector; /* owned, as they were read */
    int n;
    const struct bsim_vector **own,
        **of; /* owned: of each rank, the vector of its own replay or NULL; that which it takes */
};

static bool add(struct replayed *r, const char *path, struct bsim_error *err) {
    r->vector = bsim_realloc(r->vector, ((size_t)r->n + 1) * sizeof *r->vector);
    if (!bsim_vector_read(&r->vector[r->n], path, &r->trace, err))
        return false;
    r->n++;
    return true;
}

/* A file, or all files NAME.json of a folder, by name. */
static bool add_all(struct replayed *r, const char *path, struct bsim_error *err) {
    struct dirent **list;
    struct stat info;
    bool ok = true;
    if (stat(path, &info) || !S_ISDIR(info.st_mode))
        return add(r, path, err);
    int n = scandir(path, &list, NULL, alphasort);
    if (n < 0)
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    for (int i = 0; i < n; i++) {
        char file[PATH_MAX];
        size_t length = strlen(list[i]->d_name);
        if (ok && length > 5 && strcmp(list[i]->d_name + length - 5, ".json") == 0) {
            snprintf(file, sizeof file, "%s/%s", path, list[i]->d_name);
            ok = add(r, file, err);
        }
        free(list[i]);
    }
    free(list);
    return ok;
}

/* The vector that the ranks of a group take: that of the representative, else that of the smallest replayed one. */
static const struct bsim_vector *of_group(const struct replayed *r, const struct bsim_clusters *k, int group) {
    const struct bsim_vector *v = r->own[bsim_clusters_representative(k, group)];
    for (int rank = 0; v == NULL && rank < k->n; rank++)
        if (k->group[rank] == group)
            v = r->own[rank];
    return v;
}

static bool choose(struct replayed *r, const struct bsim_clusters *k, struct bsim_error *err) {
    int groups = 0;
    for (int rank = 0; rank < k->n; rank++) /* groups are named by their smallest ranks */
        r->of[rank] = k->group[rank] == rank ? of_group(r, k, rank) : r->of[k->group[rank]];
    for (int rank = 0; rank < k->n; rank++) {
        groups += k->group[rank] == rank;
        r->of[rank] = r->own[rank] ? r->own[rank] : r->of[rank];
        if (r->of[rank] == NULL)
            return bsim_error_set(err, r->trace.folder, 0, NULL,
                                  "no rank that calculates as rank %d does was replayed: bsim replay --rank %d", rank,
                                  bsim_clusters_representative(k, k->group[rank]));
    }
    fprintf(stderr, "bsim: %d ranks in %d group%s calculate as %d replayed rank%s (on %s)\n", k->n, groups,
            groups == 1 ? "" : "s", r->n, r->n == 1 ? "" : "s", r->vector[0].host);
    for (int i = 0; i < r->n; i++)
        if (r->vector[i].nreplayed < r->vector[i].n && r->trace.window.what == NULL)
            fprintf(
                stderr,
                "bsim: warning: %s: rank %d was replayed for %lld of %lld calls, and scaled behind them (bsim record "
                "--partial)\n",
                r->trace.folder, r->vector[i].rank, (long long)r->vector[i].nreplayed, (long long)r->vector[i].n);
    return true;
}

static bool by_rank(struct replayed *r, struct bsim_error *err) {
    size_t n = (size_t)r->trace.nrank;
    r->own = bsim_alloc(n * sizeof *r->own);
    r->of = bsim_alloc(n * sizeof *r->of);
    for (int i = 0; i < r->n; i++) {
        if (r->own[r->vector[i].rank])
            return bsim_error_set(err, NULL, 0, NULL, "--replayed: rank %d is given twice", r->vector[i].rank);
        r->own[r->vector[i].rank] = &r->vector[i];
    }
    return r->n > 0 || bsim_error_set(err, NULL, 0, NULL, "--replayed: no files NAME.json of bsim replay -o");
}

/* path: gets that of the new trace, in a folder of its own; PATH_MAX bytes. */
static bool write_trace(struct replayed *r, char *path, struct bsim_error *err) {
    char *argv[] = {"bsim", "simulate", "--replayed", NULL};
    const char *made = bsim_launch_tempfolder("bsim-replayed", err);
    if (made == NULL)
        return false;
    if (snprintf(path, PATH_MAX, "%s/trace", made) >= PATH_MAX)
        return bsim_error_set(err, made, 0, NULL, "is too long a path");
    return bsim_trace_replace(&r->trace, r->of, path, argv, err);
}

bool bsim_replayed_trace(char **trace, const struct bsim_option_list *replayed, const char *cut_text,
                         struct bsim_error *err) {
    struct replayed r = {0};
    struct bsim_clusters k = {0};
    static char path[PATH_MAX];
    double cut;
    if (*trace == NULL || !bsim_launch_is_trace(*trace))
        return bsim_error_set(err, NULL, 0, NULL, "--replayed belongs to a trace (bsim simulate TRACE)");
    if (!bsim_clusters_cut(cut_text, &cut, err) || !bsim_trace_open(&r.trace, *trace, err))
        return false;
    bool ok = r.trace.ncut == 0 ||
              bsim_error_set(err, r.trace.folder, 0, NULL, "is not whole: record the program to its end");
    for (int i = 0; ok && i < replayed->count; i++)
        ok = add_all(&r, replayed->item[i], err);
    ok = ok && by_rank(&r, err) && bsim_clusters_find(&k, &r.trace, cut, false, err) && choose(&r, &k, err) &&
         write_trace(&r, path, err);
    if (ok)
        *trace = path;
    bsim_clusters_end(&k);
    for (int i = 0; i < r.n; i++)
        bsim_vector_free(&r.vector[i]);
    bsim_free(r.vector);
    bsim_free(r.own);
    bsim_free(r.of);
    bsim_trace_close(&r.trace);
    return ok;
}
