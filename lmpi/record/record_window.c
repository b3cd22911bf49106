/* record_window.c - see record_window.h. Must not know MPI. */
#include "lmpi/record/record_window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lmpi/record/record_out.h"

static enum { NO_WINDOW, OF_TIME, OF_CALLS, OF_EVENTS, OF_LEVELS } form;
static int64_t from, to; /* as in the text; `to` of OF_CALLS is included */
static int counted;      /* OF_CALLS: the function */
static int64_t ncounted; /* its calls that are in the trace */
static int64_t start_ns;
static bool is_open = true, is_past;

/* Two numbers behind a colon each, and nothing else. */
static bool read_bounds(const char *text) {
    char *end;
    errno = 0;
    from = *text == ':' ? strtoll(text + 1, &end, 10) : 0;
    if (*text != ':' || *end != ':')
        return false;
    to = strtoll(end + 1, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool read_calls(const char *text, const char *const (*functions)[2], int n) {
    size_t length = strcspn(text, ":");
    for (counted = 0; counted < n; counted++)
        if (strncmp(functions[counted][0], text, length) == 0 && functions[counted][0][length] == '\0')
            return read_bounds(text + length);
    return false;
}

void record_window_start(const char *text, const char *const (*functions)[2], int n, int64_t now_ns) {
    bool ok = true;
    if (text == NULL || !*text)
        return;
    start_ns = now_ns;
    if (strcmp(text, "pcontrol") == 0)
        form = OF_LEVELS;
    else if (strncmp(text, "calls:", 6) == 0 && (form = OF_CALLS))
        ok = read_calls(text + 6, functions, n);
    else if (strncmp(text, "time", 4) == 0 && (form = OF_TIME))
        ok = read_bounds(text + 4);
    else if (strncmp(text, "events", 6) == 0 && (form = OF_EVENTS))
        ok = read_bounds(text + 6);
    else
        ok = false;
    if (!ok)
        errno = EINVAL, record_fail("BSIM_RECORD_WINDOW");
    is_open = (form == OF_TIME || form == OF_EVENTS) && from <= 0;
}

bool record_window_exists(void) {
    return form != NO_WINDOW;
}

bool record_window_is_open(void) {
    return is_open;
}

bool record_window_is_past(void) {
    return is_past;
}

void record_window_enter(int function) {
    if (form == OF_CALLS && function == counted && ncounted + 1 >= from && ncounted < to)
        is_open = true;
}

void record_window_leave(int function, bool is_written, int64_t nevent, int64_t now_ns) {
    int64_t at = form == OF_TIME ? now_ns - start_ns : nevent;
    if (form == OF_CALLS)
        at = ncounted += function == counted && is_written;
    if (form == OF_LEVELS || form == NO_WINDOW)
        return;
    is_open = at >= from && at < to;
    is_past = at >= to;
}

void record_window_set_level(int level) {
    if (form == OF_LEVELS && (level == 0 || level == 1))
        is_open = level == 1;
}

void record_window_tell(int64_t now_ns, int64_t *ran_ns, int64_t *ncall) {
    *ran_ns = now_ns - start_ns;
    *ncall = ncounted;
}
