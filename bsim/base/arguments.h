/* arguments.h - a program's arguments beside those that all measured runs had. */
#ifndef BSIM_ARGUMENTS_H
#define BSIM_ARGUMENTS_H

#include <stdbool.h>

/* Tells which arguments are others than in the measured runs: a text for people, "argument 3 is 1e-14 here and was 1e-2
 * in all measured runs", to be freed; NULL: none. known: n words that all runs had, NULL where they differed. argument:
 * those of this run, ended by NULL. where: "here", or what the run is called in the text.
 *
 * A path that ends with another one is the same: a file may be named from another folder.
 *
 * read: the places in argv of those that the skeleton reads, ended by -1; NULL: all, as far as is known, but for the
 * values of the options left, ended by NULL; an empty option there: some are not known; "#2": argv[2]. left may be
 * NULL.
 *
 * *chooses: there is one that may choose what the program does: a tolerance, the name of a mode or of a file. Then only
 * such are told. A whole number, also behind "n=" or "-n", is most often a size or a number of steps, and the skeleton
 * then reads it; one that it does not read is such a choice, too. */
char *bsim_arguments_changed(int n, char *const *known, char *const *argument, const int *read, const char *const *left,
                             const char *where, bool *chooses);

#endif
