/* trace_import_ti.c - traces of SimGrid's time-independent traces, as smpirun -replay reads them: a line for each
 * action of a rank. All of them are in MPI_COMM_WORLD. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_import.h"
#include "bsim/trace/trace_stream.h"

struct import {
    struct bsim_error *err;
    double flops;
    char **path; /* of the files; owned */
    int npath;
    struct bsim_trace_head head;
    struct bsim_trace_part part;
    /* Of the rank. */
    int rank, line;
    const char *file;
    struct bsim_import_requests requests;
    double now_ns;       /* calculation so far */
    int64_t counted_ns;  /* that calls have */
    double operator_ops; /* of reductions, which are not added */
    int default_type;
    bool is_initialized, is_finished;
    char **word; /* of the line, NULL at its end */
    int nword, room;
    struct bsim_import_args args;
};

/* Numbers of datatypes in the format. */
static const struct {
    int64_t handle;
    int size_bytes;
} types[] = {{BSIM_IMPORT_DOUBLE, 8}, {BSIM_IMPORT_INT, 4},   {BSIM_IMPORT_CHAR, 1}, {BSIM_IMPORT_SHORT, 2},
             {BSIM_IMPORT_LONG, 8},   {BSIM_IMPORT_FLOAT, 4}, {BSIM_IMPORT_BYTE, 1}};
enum { DOUBLE_TYPE = 0, BYTE_TYPE = 6, TYPES = 7 };

static bool bad(struct import *x, const char *what) {
    return bsim_error_set(x->err, x->file, x->line, NULL, "%s: %s", x->nword > 1 ? x->word[1] : "?", what);
}

/* ---- words ---- */

static bool number(struct import *x, int at, double *value) {
    char *end;
    *value = 0;
    if (at >= x->nword)
        return bad(x, "has too few numbers");
    *value = strtod(x->word[at], &end);
    if (*end || end == x->word[at] || !(*value >= 0 && *value < 1e300))
        return bsim_error_set(x->err, x->file, x->line, NULL, "%s: \"%s\" is no number of at least 0", x->word[1],
                              x->word[at]);
    return true;
}

static bool whole(struct import *x, int at, int64_t most, int64_t *value) {
    double d;
    *value = 0;
    if (!number(x, at, &d))
        return false;
    if (d > (double)most || d != floor(d))
        return bsim_error_set(x->err, x->file, x->line, NULL, "%s: \"%s\" must be a whole number of at most %" PRId64,
                              x->word[1], x->word[at], most);
    *value = (int64_t)d;
    return true;
}

static bool rank_at(struct import *x, int at, int64_t *value) {
    return whole(x, at, x->head.nrank - 1, value);
}

/* The datatype at this place, if there is one. */
static bool type_at(struct import *x, int at, int64_t *type) {
    *type = x->default_type;
    return at >= x->nword || whole(x, at, TYPES - 1, type);
}

static bool has_words(struct import *x, int least, int most) {
    if (x->nword - 2 < least)
        return bad(x, "has too few numbers");
    return x->nword - 2 <= most || bad(x, "has too many numbers");
}

/* ---- calls ---- */

static bool call(struct import *x, const char *name) {
    int64_t now_ns = llround(x->now_ns);
    struct bsim_trace_event e = {.function = bsim_import_function(&x->head, name),
                                 .nargs = x->args.n,
                                 .args = x->args.value,
                                 .gap_ns = now_ns - x->counted_ns};
    x->counted_ns = now_ns;
    bsim_trace_part_call(&x->part, &e);
    return true;
}

static bool message(struct import *x, bool receives, bool has_request) {
    int64_t peer, tag, count, type;
    if (x->nword == 4)
        return bad(x, "has no tag: SimGrid before 3.20 wrote such traces");
    if (!has_words(x, 3, 4) || !rank_at(x, 2, &peer) || !whole(x, 3, INT32_MAX, &tag) ||
        !whole(x, 4, INT32_MAX, &count) || !type_at(x, 5, &type))
        return false;
    BSIM_IMPORT_ARGS(&x->args, count, type, peer - x->rank, tag, 0);
    if (has_request) {
        int64_t key[] = {receives ? peer : x->rank, receives ? x->rank : peer, tag};
        bsim_import_arg(&x->args, bsim_import_begin(&x->requests, key));
    }
    return call(x, has_request ? (receives ? "Irecv" : "Isend") : (receives ? "Recv" : "Send"));
}

static bool act_send(struct import *x) {
    return message(x, false, false);
}
static bool act_isend(struct import *x) {
    return message(x, false, true);
}
static bool act_recv(struct import *x) {
    return message(x, true, false);
}
static bool act_irecv(struct import *x) {
    return message(x, true, true);
}

static bool act_wait(struct import *x) {
    int64_t key[3];
    if (!has_words(x, 3, 3) || !rank_at(x, 2, &key[0]) || !rank_at(x, 3, &key[1]) || !whole(x, 4, INT32_MAX, &key[2]))
        return false;
    int request = bsim_import_end(&x->requests, key);
    if (request < 0)
        return bad(x, "waits for a message that no line before it starts");
    BSIM_IMPORT_ARGS(&x->args, request);
    return call(x, "Wait");
}

static bool act_waitall(struct import *x) {
    x->args.n = 0;
    for (int i = 0; i < x->requests.n; i++)
        if (x->requests.request[i].is_active) {
            x->requests.request[i].is_active = false;
            bsim_import_arg(&x->args, i);
        }
    x->requests.nactive = 0;
    return call(x, "Waitall");
}

/* Whether it has found anything depends on the machine; as one that has not, its request is still there for a wait. */
static bool act_test(struct import *x) {
    x->args.n = 0;
    return has_words(x, 3, 3) && call(x, "Test");
}

static bool act_compute(struct import *x) {
    double flops;
    if (!has_words(x, 1, 1) || !number(x, 2, &flops))
        return false;
    if (flops > 0 && x->flops == 0)
        return bad(x, "has floating point operations: --flops-per-second must say how long they take");
    x->now_ns += flops > 0 ? 1e9 * flops / x->flops : 0;
    return true;
}

static bool act_sleep(struct import *x) {
    double seconds;
    if (!has_words(x, 1, 1) || !number(x, 2, &seconds))
        return false;
    x->now_ns += 1e9 * seconds;
    return true;
}

static bool act_barrier(struct import *x) {
    BSIM_IMPORT_ARGS(&x->args, 0);
    return call(x, "Barrier");
}

static int64_t operator_of(int64_t type) {
    return type == BYTE_TYPE ? BSIM_IMPORT_BOR : BSIM_IMPORT_SUM;
}

static bool act_bcast(struct import *x) {
    int64_t count, root = 0, type;
    if (!has_words(x, 1, 3) || !whole(x, 2, INT32_MAX, &count) || (x->nword > 3 && !rank_at(x, 3, &root)) ||
        !type_at(x, 4, &type))
        return false;
    BSIM_IMPORT_ARGS(&x->args, 0, count, type, root, 0);
    return call(x, "Bcast");
}

/* Words: the count, the operations of combining, the root if there is one, and the datatype. */
static bool reduce(struct import *x, const char *name, bool has_root) {
    int64_t count, root = 0, type;
    double operations;
    if (!has_words(x, 2, 3 + has_root) || !whole(x, 2, INT32_MAX, &count) || !number(x, 3, &operations) ||
        (has_root && x->nword > 4 && !rank_at(x, 4, &root)) || !type_at(x, 4 + has_root, &type))
        return false;
    x->operator_ops += operations;
    BSIM_IMPORT_ARGS(&x->args, 0, 0, count, type, operator_of(type));
    if (has_root)
        bsim_import_arg(&x->args, root);
    bsim_import_arg(&x->args, 0);
    return call(x, name);
}

static bool act_reduce(struct import *x) {
    return reduce(x, "Reduce", true);
}
static bool act_allreduce(struct import *x) {
    return reduce(x, "Allreduce", false);
}
static bool act_scan(struct import *x) {
    return reduce(x, "Scan", false);
}
static bool act_exscan(struct import *x) {
    return reduce(x, "Exscan", false);
}

/* Words: a count for each rank, and the operations. */
static bool act_reduce_scatter(struct import *x) {
    int n = x->head.nrank;
    int64_t count, type;
    double operations;
    if (!has_words(x, n + 1, n + 2) || !number(x, n + 2, &operations) || !type_at(x, n + 3, &type))
        return false;
    x->operator_ops += operations;
    BSIM_IMPORT_ARGS(&x->args, 0, 0, n);
    for (int i = 0; i < n; i++) {
        if (!whole(x, 2 + i, INT32_MAX, &count))
            return false;
        bsim_import_arg(&x->args, count);
    }
    bsim_import_arg(&x->args, type);
    bsim_import_arg(&x->args, operator_of(type));
    bsim_import_arg(&x->args, 0);
    return call(x, "Reduce_scatter");
}

/* Words: counts of the send and of the receive side, each one number, or one for each rank; the root if there is one;
 * the datatypes. A side that is significant at the root only: 's' or 'r'. */
static bool exchange(struct import *x, const char *name, bool send_list, bool receive_list, char at_root) {
    int n = x->head.nrank, at = 2 + (send_list && receive_list), nsend = send_list ? n : 1,
        nreceive = receive_list ? n : 1, root_at = at + nsend + nreceive + (send_list && receive_list);
    int64_t root = 0, type[2], count;
    bool has_root = at_root != 0;
    if (!has_words(x, root_at - 2, root_at + 1 + has_root) ||
        (has_root && x->nword > root_at && !rank_at(x, root_at, &root)) || !type_at(x, root_at + has_root, &type[0]) ||
        !type_at(x, root_at + has_root + 1, &type[1]))
        return false;
    x->args.n = 0;
    for (int side = 0; side < 2; side++) {
        bool is_list = side == 0 ? send_list : receive_list;
        bool counts = !has_root || root == x->rank || at_root != (side == 0 ? 's' : 'r');
        int elements = is_list ? n : 1;
        bsim_import_arg(&x->args, 0);
        if (is_list)
            bsim_import_arg(&x->args, counts ? n : 0);
        for (int i = 0; i < elements; i++, at++) {
            if (!whole(x, at, INT32_MAX, &count))
                return false;
            if (counts || !is_list)
                bsim_import_arg(&x->args, counts ? count : TRACE_NONE);
        }
        at += send_list && receive_list; /* the size of the other buffer */
        bsim_import_arg(&x->args, counts ? type[side] : TRACE_NONE);
    }
    if (has_root)
        bsim_import_arg(&x->args, root);
    bsim_import_arg(&x->args, 0);
    return call(x, name);
}

static bool act_alltoall(struct import *x) {
    return exchange(x, "Alltoall", false, false, 0);
}
static bool act_alltoallv(struct import *x) {
    return exchange(x, "Alltoallv", true, true, 0);
}
static bool act_allgather(struct import *x) {
    return exchange(x, "Allgather", false, false, 0);
}
static bool act_allgatherv(struct import *x) {
    return exchange(x, "Allgatherv", false, true, 0);
}
static bool act_gather(struct import *x) {
    return exchange(x, "Gather", false, false, 'r');
}
static bool act_gatherv(struct import *x) {
    return exchange(x, "Gatherv", false, true, 'r');
}
static bool act_scatter(struct import *x) {
    return exchange(x, "Scatter", false, false, 's');
}
static bool act_scatterv(struct import *x) {
    return exchange(x, "Scatterv", true, false, 's');
}

static bool act_init(struct import *x) {
    x->default_type = x->nword > 2 ? DOUBLE_TYPE : BYTE_TYPE;
    x->is_initialized = true;
    return true;
}

static bool act_finalize(struct import *x) {
    x->args.n = 0;
    x->is_finished = true;
    return call(x, "Finalize");
}

static bool act_nothing(struct import *x) {
    (void)x;
    return true;
}

static const struct {
    const char *name;
    bool (*act)(struct import *);
} actions[] = {{"init", act_init},
               {"finalize", act_finalize},
               {"compute", act_compute},
               {"sleep", act_sleep},
               {"send", act_send},
               {"Send", act_send},
               {"isend", act_isend},
               {"Isend", act_isend},
               {"recv", act_recv},
               {"Recv", act_recv},
               {"irecv", act_irecv},
               {"Irecv", act_irecv},
               {"wait", act_wait},
               {"waitall", act_waitall},
               {"waitAll", act_waitall},
               {"test", act_test},
               {"barrier", act_barrier},
               {"bcast", act_bcast},
               {"reduce", act_reduce},
               {"allreduce", act_allreduce},
               {"allReduce", act_allreduce},
               {"scan", act_scan},
               {"exscan", act_exscan},
               {"reducescatter", act_reduce_scatter},
               {"reduceScatter", act_reduce_scatter},
               {"alltoall", act_alltoall},
               {"allToAll", act_alltoall},
               {"alltoallv", act_alltoallv},
               {"allToAllV", act_alltoallv},
               {"allgather", act_allgather},
               {"allGather", act_allgather},
               {"allgatherv", act_allgatherv},
               {"allGatherV", act_allgatherv},
               {"gather", act_gather},
               {"gatherv", act_gatherv},
               {"gatherV", act_gatherv},
               {"scatter", act_scatter},
               {"scatterv", act_scatterv},
               {"scatterV", act_scatterv},
               {"comm_size", act_nothing},
               {"comm_split", act_nothing},
               {"comm_dup", act_nothing}};

/* ---- files ---- */

static void split(struct import *x, char *line) {
    char *rest = NULL;
    x->nword = 0;
    for (char *word = strtok_r(line, " \t\r\n", &rest);; word = strtok_r(NULL, " \t\r\n", &rest)) {
        if (x->nword == x->room) {
            x->room = x->room ? 2 * x->room : 16;
            x->word = bsim_realloc(x->word, (size_t)x->room * sizeof *x->word);
        }
        x->word[x->nword] = word;
        if (word == NULL)
            return;
        x->nword++;
    }
}

/* The rank of the line in x->word. -1 and the error: it has none. */
static int64_t rank_of_line(struct import *x, int64_t most) {
    char *end, *text = x->word[0];
    text += text[0] == 'p' && text[1] >= '0' && text[1] <= '9'; /* older traces */
    long long rank = strtoll(text, &end, 10);
    if (*end == '\0' && end != text && rank >= 0 && rank <= most)
        return rank;
    bsim_error_set(x->err, x->file, x->line, NULL, "\"%s\" is no rank from 0 to %" PRId64, x->word[0], most);
    return -1;
}

static bool read_line(struct import *x) {
    int64_t rank = rank_of_line(x, x->head.nrank - 1);
    if (rank < 0)
        return false;
    if (rank != x->rank)
        return x->npath == 1 || bsim_error_set(x->err, x->file, x->line, NULL,
                                               "is a line of rank %" PRId64 " in the file of rank %d", rank, x->rank);
    if (x->nword < 2)
        return bsim_error_set(x->err, x->file, x->line, NULL, "has no action");
    if (x->is_finished)
        return bad(x, "stands behind finalize");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, x->word[1]) == 0)
            return (x->is_initialized || actions[i].act == act_init || bad(x, "stands before init")) &&
                   actions[i].act(x);
    return bad(x, "is no action that bsim knows");
}

static bool read_lines(struct import *x, bool (*act)(struct import *)) {
    FILE *in = fopen(x->file, "r");
    char *line = NULL;
    size_t room = 0;
    bool ok = in != NULL;
    if (!ok)
        return bsim_error_set(x->err, x->file, 0, NULL, "cannot be read: %s", strerror(errno));
    for (x->line = 1; ok && getline(&line, &room, in) >= 0; x->line++) {
        split(x, line);
        if (x->nword > 0 && x->word[0][0] != '#')
            ok = act(x);
    }
    if (ok && ferror(in))
        ok = bsim_error_set(x->err, x->file, 0, NULL, "cannot be read: %s", strerror(errno));
    fclose(in);
    free(line);
    return ok;
}

/* bsim_trace_source.part */
static bool make_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    struct import *x = data;
    (void)err; /* x->err */
    x->rank = rank;
    x->file = x->path[x->npath > 1 ? rank : 0];
    x->requests.n = x->requests.nactive = 0;
    x->now_ns = x->operator_ops = 0;
    x->counted_ns = 0;
    x->is_initialized = x->is_finished = false;
    bsim_trace_part_start(&x->part, &x->head, rank);
    for (int i = 0; i < TYPES; i++)
        bsim_trace_part_type(
            &x->part, &(struct bsim_trace_type){types[i].handle, types[i].size_bytes, types[i].size_bytes, true});
    if (!read_lines(x, read_line))
        return false;
    if (!x->is_finished)
        return bsim_error_set(x->err, x->file, 0, NULL, "is not whole: rank %d has no line \"%d finalize\"", rank,
                              rank);
    if (x->operator_ops > 0)
        bsim_trace_part_note(&x->part, "the work of combining data in reductions is not added");
    bsim_trace_part_complete(&x->part);
    *bytes = x->part.bytes.data;
    *n = x->part.bytes.n;
    return true;
}

static bool count_ranks(struct import *x) {
    int64_t rank = rank_of_line(x, INT32_MAX - 1);
    x->head.nrank = rank >= x->head.nrank ? (int)rank + 1 : x->head.nrank;
    return rank >= 0;
}

/* A line of a list: a file, from here or from the folder of the list; a moved list names files that are beside it. */
static bool add_file(struct import *x) {
    char near[PATH_MAX];
    const char *list = x->file, *slash = strrchr(list, '/'), *name = x->word[0], *base = strrchr(name, '/');
    int stem = slash ? (int)(slash - list) + 1 : 0;
    if (access(name, R_OK) != 0) {
        snprintf(near, sizeof near, "%.*s%s", stem, list, name);
        if (access(near, R_OK) != 0)
            snprintf(near, sizeof near, "%.*s%s", stem, list, base ? base + 1 : name);
        if (access(near, R_OK) != 0)
            return bsim_error_set(x->err, x->file, x->line, NULL, "\"%s\" cannot be read: %s", name, strerror(errno));
        name = near;
    }
    x->path = bsim_realloc(x->path, ((size_t)x->npath + 1) * sizeof *x->path);
    x->path[x->npath++] = bsim_strdup(name);
    return true;
}

bool bsim_import_ti(const char *input, const char *folder, double flops, char *const *argv, struct bsim_error *err) {
    char list[PATH_MAX], program[256];
    struct stat info;
    struct import x = {.err = err, .flops = flops, .head.program = program};
    const struct bsim_trace_about about = {.argv = argv, .clock = "cpu"};
    bool is_folder = stat(input, &info) == 0 && S_ISDIR(info.st_mode);
    int n = snprintf(list, sizeof list, "%s%s", input, is_folder ? "/list.txt" : "");
    if (n >= PATH_MAX)
        return bsim_error_set(err, input, 0, NULL, "is too long a path");
    size_t length = strlen(input);
    while (length > 1 && input[length - 1] == '/')
        length--;
    size_t begin = length;
    while (begin > 0 && input[begin - 1] != '/')
        begin--;
    snprintf(program, sizeof program, "%.*s", (int)(length - begin), input + begin);
    bsim_import_functions(&x.head);
    x.file = list;
    bool ok = read_lines(&x, add_file);
    if (ok && x.npath == 0)
        ok = bsim_error_set(err, list, 0, NULL, "names no file");
    x.head.nrank = x.npath;
    if (ok && x.npath == 1) {
        x.head.nrank = 0;
        x.file = x.path[0];
        ok = read_lines(&x, count_ranks);
        if (ok && x.head.nrank == 0)
            ok = bsim_error_set(err, x.file, 0, NULL, "has no line of a rank");
    }
    ok = ok && bsim_trace_merge_source(&(struct bsim_trace_source){list, make_part, &x}, folder, &about, err);
    for (int i = 0; i < x.npath; i++)
        bsim_free(x.path[i]);
    bsim_free(x.path);
    bsim_free(x.word);
    bsim_free(x.args.value);
    bsim_free(x.requests.request);
    bsim_trace_part_end(&x.part);
    return ok;
}
