#ifndef STATS_H
#define STATS_H

struct grid;

/* Prints the mean. */
void stats_print(const struct grid *g);

#endif
