/* replay_answer.h - inside of libbsim-replay.so: pieces of answers, and the answers to calls of files and windows. */
#ifndef LMPI_REPLAY_ANSWER_H
#define LMPI_REPLAY_ANSWER_H

#include "lmpi/record/content_blocks.h"
#include "lmpi/record/record.h"

/* ---- replay.c ---- */

/* Communicators, requests and so on, as the log numbers them. */
extern struct record_state replay_state;
/* The folder of the command, for files of this process. */
extern const char *replay_parts;
void replay_get_status(MPI_Status *status);
/* Fills the blocks with the next payload. */
void replay_get_payload(const struct content_blocks *blocks);
/* The next text of at most room - 1 bytes. */
void replay_get_text(char *text, size_t room);
/* The next info object, as a new one. */
void replay_get_info(MPI_Info *info);

/* Where a request that is under way receives. */
struct content_blocks *replay_request_blocks(int number);

/* ---- replay_files.c ---- */

/* A call that succeeded in the recording, unless it made a request. */
void replay_file(const struct record_call *call);
/* One that failed: calls the error handler of the file. */
void replay_file_error(const struct record_call *call, int class);

/* ---- replay_windows.c ---- */

/* Takes the next changes of all windows from the log: since the last call, or in this one. */
void replay_memory(bool is_between_calls);
/* In front of each answer to a call of a window. */
void replay_window_begin(const struct record_call *call);
/* A call that succeeded in the recording. request: the number of the request that it made; -1: none. */
void replay_window(const struct record_call *call, int request);
/* Behind the changes in such a call. */
void replay_window_end(const struct record_call *call);
void replay_window_error(const struct record_call *call, int class);

#endif
