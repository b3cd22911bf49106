/* content_put.h - inside of libbsim-record.so: pieces of entries of the log of contents. */
#ifndef LMPI_RECORD_CONTENT_PUT_H
#define LMPI_RECORD_CONTENT_PUT_H

#include "lmpi/record/content_blocks.h"
#include "lmpi/record/record.h"

/* ---- content_record.c ---- */

/* Communicators, requests and so on, as the log numbers them. */
extern struct record_state content_state;
/* Returns the bytes. has_error: the call says that statuses have errors. */
int64_t content_put_status(const MPI_Status *status, bool has_error);
/* All bytes of the blocks, but not more than `most`. */
void content_put_payload(const struct content_blocks *blocks, int64_t most);
void content_put_info(MPI_Info info);
/* Where a request that is under way receives. */
struct content_blocks *content_pending_blocks(int number);

/* ---- content_files.c ---- */

/* In front of a call of a file. */
void content_file_begin(const struct record_call *call);
/* Behind one that succeeded: what it gave, unless it made a request. */
void content_file_put(const struct record_call *call);

/* ---- content_memory.c ---- */

/* How the memory of all windows has changed since it was logged last. */
void content_memory_put(void);
/* In front of a call of a window, behind the changes. */
void content_window_begin(const struct record_call *call);
/* Behind one that succeeded. request: the number of the request that it made; -1: none. */
void content_window_put(const struct record_call *call, int request);
/* Behind the changes at the end of a call. is_done: it succeeded. */
void content_window_end(const struct record_call *call, bool is_done);

#endif
