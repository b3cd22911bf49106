/* spawn.h - other programs, started with a vector of arguments: no shell reads a word of it. */
#ifndef BSIM_SPAWN_H
#define BSIM_SPAWN_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct bsim_spawn {
    pid_t pid;
    FILE *out; /* what it writes to its standard output */
};

/* Starts argv[0], which is sought in PATH. input: a file descriptor that it reads from; -1: /dev/null. quiet: its
 * standard error goes to /dev/null. False with errno. */
bool bsim_spawn_start(struct bsim_spawn *child, char *const argv[], int input, bool quiet);
/* Closes out and waits. The exit code; 128 + signal when it was killed. */
int bsim_spawn_end(struct bsim_spawn *child);
/* A nameless file for what a child is to read: write, then bsim_spawn_input_ready. NULL with errno. */
FILE *bsim_spawn_input(void);
/* Its descriptor at the start of the text; -1 with errno if not all of it was written. */
int bsim_spawn_input_ready(FILE *input);
/* Whether a program of this name is in PATH. */
bool bsim_spawn_found(const char *name);

#endif
