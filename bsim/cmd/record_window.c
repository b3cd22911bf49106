/* record_window.c - bsim record --window: from what people write to what the recorder reads (BSIM_RECORD_WINDOW). */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/units.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"

/* ---- functions that are recorded ---- */

#define NAME(ret, name, params, args, roles) #name,
#define MPI_CALL_P2P_SEND NAME
#define MPI_CALL_P2P_RECV NAME
#define MPI_CALL_P2P_SENDRECV NAME
#define MPI_CALL_P2P_ISENDRECV NAME
#define MPI_CALL_P2P_INIT NAME
#define MPI_CALL_P2P_START NAME
#define MPI_CALL_PART_INIT NAME
#define MPI_CALL_PART NAME
#define MPI_CALL_PROBE NAME
#define MPI_CALL_MRECV NAME
#define MPI_CALL_COMPLETE NAME
#define MPI_CALL_COLL NAME
#define MPI_CALL_ICOLL NAME
#define MPI_CALL_COLL_INIT NAME
#define MPI_CALL_COMM NAME
#define MPI_CALL_COMM_MORE NAME
#define MPI_CALL_IO NAME
#define MPI_CALL_IO_DATA NAME
#define MPI_CALL_RMA NAME
#define MPI_CALL_RMA_DATA NAME
static const char *const names[] = {
#include "lmpi/mpi_calls.def"
    "Comm_free", "Comm_disconnect", "Request_get_status", "Finalize"};

/* Of these families, functions that do not communicate and are not recorded. A '*' stands for any end. */
static const char *const local[] = {"File_get_*",
                                    "File_call_errhandler",
                                    "File_set_errhandler",
                                    "File_seek",
                                    "Win_get_*",
                                    "Win_set_*",
                                    "Win_attach",
                                    "Win_detach",
                                    "Win_call_errhandler",
                                    "Win_delete_attr",
                                    "Win_shared_query",
                                    "Comm_create_from_group",
                                    "Intercomm_create_from_groups"};

/* Functions that a trace has under another name. */
static const char *const others[][2] = {{"Startall", "Start"}, {"Comm_disconnect", "Comm_free"}};

static bool is_local(const char *name) {
    for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
        size_t n = strcspn(local[i], "*");
        if (strncmp(name, local[i], n) == 0 && (local[i][n] == '*' || name[n] == '\0'))
            return true;
    }
    return false;
}

static bool check_function(const char *text, const char *name, struct bsim_error *err) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0)
            return bsim_error_set(err, NULL, 0, NULL, "--window %s: MPI_%s is recorded as MPI_%s", text, name,
                                  others[i][1]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0 && !is_local(name))
            return true;
    size_t n = strlen(name);
    if (n > 2 && strcmp(name + n - 2, "_c") == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--window %s: MPI_%s is recorded as MPI_%.*s", text, name, (int)n - 2,
                              name);
    return bsim_error_set(err, NULL, 0, NULL,
                          "--window %s: MPI_%s is not among the functions whose calls are recorded "
                          "(docs/reference/bsim-record.md)",
                          text, name);
}

/* ---- forms ---- */

static bool wrong(const char *text, const char *why, struct bsim_error *err) {
    return bsim_error_set(err, NULL, 0, NULL,
                          "--window %s: %s; accepted are times since MPI_Init (10s-60s, -500ms, 2min-), calls of a "
                          "function from 1 on (MPI_Allreduce:100-200), and pcontrol",
                          text, why);
}

/* A number of a call at *text, which moves behind it; `otherwise` if there is none. */
static bool read_call(const char **text, int64_t otherwise, int64_t *value) {
    char *end;
    *value = otherwise;
    if (!isdigit((unsigned char)**text))
        return true;
    errno = 0;
    *value = strtoll(*text, &end, 10);
    *text = end;
    return errno == 0 && *value > 0;
}

/* Behind "MPI_". */
static bool read_calls(const char *text, char *out, size_t size, struct bsim_error *err) {
    char name[64];
    const char *colon = strchr(text, ':'), *at = colon ? colon + 1 : text + strlen(text);
    int64_t from, to;
    if (colon == NULL || (size_t)(colon - text - 4) >= sizeof name)
        return wrong(text, "is no window of calls", err);
    snprintf(name, sizeof name, "%.*s", (int)(colon - text - 4), text + 4);
    if (!check_function(text, name, err))
        return false;
    bool ok = read_call(&at, 1, &from) && *at == '-' && at++ && read_call(&at, INT64_MAX, &to) && *at == '\0';
    if (!ok || strcmp(colon, ":-") == 0)
        return wrong(text, "is no window of calls", err);
    if (from > to)
        return wrong(text, "its end is before its start", err);
    snprintf(out, size, "calls:%s:%lld:%lld", name, (long long)from, (long long)to);
    return true;
}

/* A time of n characters in nanoseconds; `otherwise` if there are none. */
static bool read_time(const char *text, size_t n, int64_t otherwise, int64_t *ns) {
    char part[64];
    double seconds;
    *ns = otherwise;
    if (n == 0)
        return true;
    if (n >= sizeof part)
        return false;
    snprintf(part, sizeof part, "%.*s", (int)n, text);
    if (!bsim_unit_parse(part, BSIM_UNIT_TIME, &seconds) || !(seconds >= 0 && seconds < 1e9))
        return false;
    *ns = llround(1e9 * seconds);
    return true;
}

static bool read_times(const char *text, char *out, size_t size, struct bsim_error *err) {
    int64_t from, to;
    bool ok = false;
    /* A sign may also belong to an exponent: 1e-3s-2s. */
    for (const char *sign = strchr(text, '-'); sign && !ok; sign = strchr(sign + 1, '-'))
        ok = read_time(text, (size_t)(sign - text), 0, &from) && read_time(sign + 1, strlen(sign + 1), INT64_MAX, &to);
    if (!ok || strcmp(text, "-") == 0)
        return wrong(text, "is no window", err);
    if (from >= to)
        return wrong(text, "its end is not behind its start", err);
    snprintf(out, size, "time:%lld:%lld", (long long)from, (long long)to);
    return true;
}

bool bsim_record_window(const char *text, char *out, size_t size, struct bsim_error *err) {
    if (strcmp(text, "pcontrol") == 0) {
        snprintf(out, size, "pcontrol");
        return true;
    }
    return strncmp(text, "MPI_", 4) == 0 ? read_calls(text, out, size, err) : read_times(text, out, size, err);
}
