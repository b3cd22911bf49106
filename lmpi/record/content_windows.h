/* content_windows.h - the windows of a rank: their memory as it was known last, and what one-sided operations are still
 * to bring. */
#ifndef LMPI_RECORD_CONTENT_WINDOWS_H
#define LMPI_RECORD_CONTENT_WINDOWS_H

#include "lmpi/record/content_blocks.h"
#include "lmpi/record/record.h"

struct content_region {
    unsigned char *at;
    size_t n;
    unsigned char *known; /* owned */
};

/* An operation that brings data, until the synchronization that completes it. */
struct content_get {
    struct content_blocks blocks; /* unless it has a request, which has them then */
    int target;
    int request; /* its number; -1: none */
};

/* All zero: there is none. */
struct content_window {
    bool is_used;
    bool is_allocated;             /* its memory goes with it */
    bool is_leaving;               /* in MPI_Win_free, and allocated */
    struct content_region *region; /* owned */
    size_t nregion, region_room;
    struct content_get *get; /* owned */
    size_t nget, get_room;
};

/* By number. The pointer is good until the next is made. */
struct content_window *content_window_at(int number);
/* How many numbers there are. */
size_t content_windows(void);
/* The window of a call, or NULL. */
struct content_window *content_window_of(const struct record_call *call);

/* is_clear: its bytes count as 0. */
void content_window_add(struct content_window *window, void *at, size_t n, bool is_clear);
void content_window_remove(struct content_window *window, const void *at);
void content_window_empty(struct content_window *window);

/* Adds the get of a call that succeeded. request: of one that has none, -1. */
void content_gets_add(const struct record_call *call, int request);
/* The targets whose operations a synchronization completes. */
enum { CONTENT_NO_TARGET = -2, CONTENT_ALL_TARGETS = -1 };
int content_completed_target(const struct record_call *call);
/* Calls `each` for each get of the window that is complete now, in order, and forgets it. */
void content_gets_complete(struct content_window *window, int target, void (*each)(struct content_get *get));
/* Forgets the get whose request is complete. */
void content_gets_forget(int request);

#endif
