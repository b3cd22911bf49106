/* rank_process.h - what a process has and a rank keeps for itself, beyond libc_wrap.h: environment, current directory,
 * standard streams, locale, texts of the C library, exceptions of C++. For bsim/process, and bsim check.
 *
 * A rank has a part only after it has changed something. */
#ifndef BSIM_RANK_PROCESS_H
#define BSIM_RANK_PROCESS_H

#include <stddef.h>
#include <stdio.h>

enum bsim_libc_part { BSIM_LIBC_ENVIRONMENT, BSIM_LIBC_FILES, BSIM_LIBC_TEXTS, BSIM_LIBC_LOCALE, BSIM_LIBC_PARTS };

/* Where the running rank (a child process's or a thread's rank, else the process) keeps a pointer to its part; NULL
 * until the part's source sets it. The first call makes the rank's state. */
void **bsim_libc_part(enum bsim_libc_part part);
/* That pointer, without making anything. */
void *bsim_libc_part_here(enum bsim_libc_part part);
/* The same for rank; NULL for rank -1. */
void *bsim_libc_part_of(int rank, enum bsim_libc_part part);

/* From now on the functions ..._switch are called at each switch between ranks (-1: the thread's own stack). Until the
 * running rank blocks, no other shard runs. */
void bsim_libc_watch_switches(void);

/* rank_environment.c */
void bsim_environment_switch(int from, int to);
/* In a child process of a rank: what it executes finds the rank's environment. */
void bsim_environment_in_child(void);

/* rank_locale.c */
void bsim_locale_switch(int to);

/* exceptions.c */
void bsim_exceptions_init(int np);
void bsim_exceptions_switch(int from, int to);

/* rank_files.c */
void bsim_files_init(void);
void bsim_files_switch(int from, int to);
void bsim_files_in_child(void);
/* Called when a stream is closed, and after a read of a descriptor from this place; NULL: nothing is. */
extern void (*bsim_stream_closes)(FILE *file);
extern void (*bsim_pause_ends)(void); /* of the running rank: it has slept */
extern void (*bsim_descriptor_read)(int fd, size_t bytes, const void *site);
/* Gives the process its own standard streams back. */
void bsim_files_restore(void);
/* In each thread of a shard other than the first: gives it a current directory of its own. */
void bsim_files_shard_begin(void);

#endif
