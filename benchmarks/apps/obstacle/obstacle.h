/* obstacle.h - a membrane over an obstacle, in strips of rows: what the solver and the exchange of borders share. */
#ifndef OBSTACLE_H
#define OBSTACLE_H

/* Rows 1 to rows are the strip's own, rows 0 and rows + 1 those of the neighbours or of the fixed border. */
typedef struct strip {
    int n, rows, first; /* points in a row without the border; own rows; the number of the first of them */
    int total;          /* rows of all strips */
    int above, below;   /* ranks, or MPI_PROC_NULL */
    double *u, *next, *obstacle;
} strip;

/* The size of the rows that are exchanged, in points with the border. */
static inline int strip_width(const strip *s) {
    return s->n + 2;
}

/* exchange.c. Synchronous: returns when both borders are new. */
void exchange_synchronous(strip *s);
/* Asynchronous: takes what has arrived of the neighbours' rows, and sends the own ones if the last ones have left. A
 * rank never waits for a neighbour. */
void exchange_start(strip *s);
void exchange_asynchronous(strip *s);
/* Takes what is still under way, after all ranks have ended their iterations. */
void exchange_finish(strip *s);

/* solver.c. One step of the projected Richardson method; returns the largest change. */
double solver_step(strip *s);

#endif
