/* replay_log.c - the log from which this process is replayed, and messages that name the place in it. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record.h"
#include "lmpi/replay/replay.h"

struct bsim_content_head replay_head;
int64_t replay_call;
const char *replay_name;

static struct bsim_content content;
static const char *path = "bsim replay";

enum { MOST_FUNCTIONS = 4096 };
static int own_number[MOST_FUNCTIONS]; /* by the number in the log; -1: not known here */
static char other_name[64];            /* of one that is not known */

static const char *const names[] = {
#define MPI_CALL(ret, name, params, args, family, roles) #name,
#include "lmpi/mpi_calls.def"
};

void replay_stop(const char *format, ...) {
    va_list list;
    char text[4096];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fflush(stdout);
    if (replay_name)
        dprintf(2, "bsim: error: %s: rank %d, call %lld (MPI_%s): %s\n", path, replay_head.rank, (long long)replay_call,
                replay_name, text);
    else
        dprintf(2, "bsim: error: %s: %s\n", path, text);
    _exit(2);
}

void replay_damaged(void) {
    replay_stop("the log is damaged: record the program again");
}

static _Noreturn void stop_reading(void) {
    if (content.failure)
        replay_damaged();
    replay_stop("the log ends here, before MPI_Finalize: the recording was cut off, or the file was; the calls before "
                "were replayed");
}

static void take_name(int function, const char *name) {
    own_number[function] = -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            own_number[function] = (int)i;
}

void replay_log_open(int rank) {
    static char name[PATH_MAX];
    const char *recording = getenv("BSIM_REPLAY_RECORDING"), *folder = getenv("BSIM_REPLAY");
    if (folder == NULL)
        replay_stop("this library belongs to bsim replay, which sets BSIM_REPLAY");
    int n = snprintf(name, sizeof name, "%s/", folder);
    snprintf(name + n, sizeof name - (size_t)n, TRACE_CONTENT_FILE, rank);
    path = name;
    if (!bsim_content_open(&content, path, &replay_head, take_name))
        replay_stop("%s", content.failure);
    if (recording && strcmp(recording, replay_head.recording) != 0)
        replay_stop("is of another recording");
    if (rank != replay_head.rank)
        replay_stop("is the log of rank %d, not of rank %d", replay_head.rank, rank);
}

int64_t replay_log_get(int64_t least, int64_t most) {
    int64_t value;
    if (!bsim_content_number(&content, &value))
        stop_reading();
    if (value < least || value > most)
        replay_damaged();
    return value;
}

bool replay_log_bytes(void *bytes, size_t n) {
    if (!bsim_content_bytes(&content, bytes, n))
        stop_reading();
    return true;
}

int replay_log_function(const char **name) {
    int64_t number = replay_log_get(TRACE_CONTENT_LEFT, replay_head.nfunction - 1);
    int own = number == TRACE_CONTENT_LEFT ? REPLAY_LEFT : own_number[number];
    snprintf(other_name, sizeof other_name, "function %lld of the log", (long long)number);
    *name = own >= 0 ? names[own] : other_name;
    return own;
}
