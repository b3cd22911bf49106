/* timers.h - where the time goes: clocks that are started and stopped, with statistics over all ranks. */
#ifndef MD_TIMERS_H
#define MD_TIMERS_H

typedef enum timer {
    TIMER_TOTAL,
    TIMER_SETUP,
    TIMER_STEPS,
    TIMER_POSITIONS,
    TIMER_VELOCITIES,
    TIMER_REBIN,
    TIMER_MIGRATE,
    TIMER_HALO,
    TIMER_FORCE,
    TIMER_EMBEDDING,
    TIMER_REDUCE,
    TIMERS
} timer;

void timer_start(timer t);
void timer_stop(timer t);

/* Seconds between the last start of the timer and its stop. */
double timer_last(timer t);

/* Prints a table on the root; collective. */
void timers_report(void);

#endif
