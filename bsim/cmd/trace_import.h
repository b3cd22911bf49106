/* trace_import.h - inside of bsim trace import: one function for each format, and what they share. */
#ifndef BSIM_CMD_TRACE_IMPORT_H
#define BSIM_CMD_TRACE_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/trace/trace_part.h"

/* SimGrid's time-independent traces: a folder with list.txt, or a list of files. flops: operations in a second of
 * calculation; 0: not given. */
bool bsim_import_ti(const char *input, const char *folder, double flops, char *const *argv, struct bsim_error *err);
/* An anchor file of OTF2, the Open Trace Format 2. */
bool bsim_import_otf2(const char *input, const char *folder, char *const *argv, struct bsim_error *err);

/* trace_import.c: the functions that imported traces know, for a head. */
void bsim_import_functions(struct bsim_trace_head *head);
/* The number of a function there, without MPI_; -1: it is not known. */
int bsim_import_function(const struct bsim_trace_head *head, const char *name);

/* The requests of a rank: numbers as a recorder gives them, the smallest that is free. */
struct bsim_import_requests {
    struct bsim_import_request {
        bool is_active;
        int64_t key[3]; /* by which the format knows it */
        int64_t order;
    } *request; /* owned */
    int n, nactive;
    int64_t begun;
};
int bsim_import_begin(struct bsim_import_requests *requests, const int64_t key[3]);
/* Ends the first active request with this key that was begun. Returns its number, or -1. */
int bsim_import_end(struct bsim_import_requests *requests, const int64_t key[3]);

/* The arguments of a call that is being made. */
struct bsim_import_args {
    int64_t *value; /* owned */
    int n, room;
};
void bsim_import_arg(struct bsim_import_args *args, int64_t value);
/* Has these, and no others. */
void bsim_import_args(struct bsim_import_args *args, int n, const int64_t *values);
#define BSIM_IMPORT_ARGS(args, ...)                                                                                    \
    bsim_import_args(args, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[]){__VA_ARGS__})

/* MPICH's handles of predefined objects, which traces have. */
enum {
    BSIM_IMPORT_BYTE = 0x4c00010d,
    BSIM_IMPORT_CHAR = 0x4c000101,
    BSIM_IMPORT_SHORT = 0x4c000203,
    BSIM_IMPORT_INT = 0x4c000405,
    BSIM_IMPORT_LONG = 0x4c000807,
    BSIM_IMPORT_FLOAT = 0x4c00040a,
    BSIM_IMPORT_DOUBLE = 0x4c00080b,
    BSIM_IMPORT_SUM = 0x58000003, /* an operator for numbers */
    BSIM_IMPORT_BOR = 0x58000008  /* and for bytes */
};

#endif
