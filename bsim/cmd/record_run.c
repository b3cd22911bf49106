/* record_run.c - bsim run --record: the raw recording of a run on simulated ranks, and the trace that is made of it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_capture.h"

bool bsim_record_may_write(const char *folder, struct bsim_error *err) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/trace.json", folder);
    if (access(folder, F_OK) == 0 && access(path, F_OK) != 0)
        return bsim_error_set(err, folder, 0, NULL, "is there and is no trace: name another folder, or remove it");
    return true;
}

bool bsim_record_begin(const char *folder, char **raw, struct bsim_error *err) {
    char *full;
    if (!bsim_record_may_write(folder, err))
        return false;
    if (asprintf(raw, "%s.parts-%d", folder, (int)getpid()) < 0) {
        *raw = NULL;
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    }
    if (mkdir(*raw, 0777) || (full = realpath(*raw, NULL)) == NULL)
        return bsim_error_set(err, folder, 0, NULL, "cannot be written: %s", strerror(errno));
    free(*raw);
    *raw = full;
    return true;
}

bool bsim_record_end(const char *folder, char *raw, char *const *argv, bool succeeded, struct bsim_error *err) {
    static const char *const files[] = {TRACE_CAPTURE_EVENTS, TRACE_CAPTURE_TABLES};
    char path[PATH_MAX];
    bool ok = !succeeded || bsim_trace_from_capture(raw, folder, argv, err);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", raw, files[i]);
        unlink(path);
    }
    rmdir(raw);
    free(raw);
    return ok;
}
