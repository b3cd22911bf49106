/* content_takes.h - the arguments of calls of files, windows and partitions, as numbers of the log of contents and as
 * text. */
#ifndef LMPI_RECORD_CONTENT_TAKES_H
#define LMPI_RECORD_CONTENT_TAKES_H

#include "lmpi/record/record.h"

/* A letter for each argument, in order:
 *   . not logged                F W a file, a window            f w where the handle of one is
 *   c communicator              q a request                     g a group: its size
 *   r a target: its rank, less the own one in the window        o operator
 *   n count                     t size of a datatype            l a list with as many numbers as the count says
 *   P partitions                p their peer                    k their tag
 *   @ offset in a file          z bytes                         i other number
 * NULL: the call is none of files, windows and partitions. name: without MPI_. */
const char *content_takes(const char *name, const char *roles);

/* Puts the numbers into the list of numbers of call->in. */
void content_takes_encode(const struct record_call *call, const char *takes);

/* What a number with this letter is, as a word before it, or, if *is_behind, behind it. */
const char *content_takes_word(char letter, bool *is_behind);

/* The file or window of a call, or NULL if it was made by one that is not logged. */
struct record_object *content_object(const struct record_call *call);

#endif
