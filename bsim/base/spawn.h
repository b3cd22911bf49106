/* spawn.h - starts other programs from a vector of arguments, without a shell. */
#ifndef BSIM_SPAWN_H
#define BSIM_SPAWN_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct bsim_spawn {
    pid_t pid;
    FILE *out; /* reads its standard output */
};

/* Starts argv[0], which is sought in PATH. input: the file descriptor of its standard input; -1: /dev/null. quiet: its
 * standard error goes to /dev/null. False and errno on failure. */
bool bsim_spawn_start(struct bsim_spawn *child, char *const argv[], int input, bool quiet);
/* Closes out and waits for the child. Its exit code, or 128 + signal if it was killed. */
int bsim_spawn_end(struct bsim_spawn *child);
/* For a fork() whose child becomes a program, with a pipe that exec closes. The child, when that has failed: tells
 * errno and ends with this exit code. */
_Noreturn void bsim_spawn_failed(int tell, int exit_code);
/* The parent: why the child did not become the program; 0: it did. Closes the pipe's end, of which the parent has
 * closed the other one. */
int bsim_spawn_told(int told);
/* A nameless file for the input of a child. Write to it, then call bsim_spawn_input_ready. NULL and errno on failure.
 */
FILE *bsim_spawn_input(void);
/* The file's descriptor, positioned at its start; -1 and errno if a write failed. */
int bsim_spawn_input_ready(FILE *input);
/* Whether a program of this name is in PATH. */
bool bsim_spawn_found(const char *name);

#endif
