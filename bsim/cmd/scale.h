/* scale.h - inside of bsim scale: the outcome for each number of ranks, and what is written of it. */
#ifndef BSIM_CMD_SCALE_H
#define BSIM_CMD_SCALE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/error.h"

enum { SCALE_MAX_ROWS = 64 };

/* A rank's time in the mean over ranks: together the predicted time. */
enum scale_part { SCALE_CALC, SCALE_COMM, SCALE_WAIT, SCALE_EARLY /* it had ended */, SCALE_PARTS };

struct scale_row {
    int ranks;
    char *reason; /* why it has no time; NULL: it has one */
    double predicted_s, part_s[SCALE_PARTS];
    double most_calc_s; /* the calculation of the rank that has most */
};

/* A block, or a call in the source. */
struct scale_line {
    bool is_block;
    char *name;                    /* the block's label, or the call: "MPI_Send" */
    char *place;                   /* "FILE:LINE"; empty if it is not known */
    double mean_s[SCALE_MAX_ROWS]; /* of a rank in the mean, by row: calculation, or communication and waiting */
};

struct scale {
    char *program; /* what results call it */
    const char *exe, *platform;
    bool weak; /* the work grows with the ranks: ideal is a time that stays. Else it is divided by them */
    int nrow;
    struct scale_row row[SCALE_MAX_ROWS];
    int nline;
    struct scale_line *line;
    double host_wall_s;
    json_t *warnings; /* of all runs (told.h) */
};

/* The first row with a time, to which all is compared; -1: there is none. */
int bsim_scale_first(const struct scale *scale);
/* The ideal time by the measured one: 1 for the first row. */
double bsim_scale_efficiency(const struct scale *scale, int row);
/* By how much the ranks of a row are faster together than those of the first: efficiency * ranks / first ranks. */
double bsim_scale_speed_up(const struct scale *scale, int row);
/* What the efficiency lacks by seconds that a rank spends in the mean in a row and in the first row: for strong scaling
 * of ranks p against q (p t - q t_first) / (p T), for weak (t - t_first) / T. Over all parts they add up to 1 -
 * efficiency.
 */
double bsim_scale_lost(const struct scale *scale, int row, double seconds, double first_seconds);
/* Sorts the lines by what they lose in the last row with a time, most first. */
void bsim_scale_sort(struct scale *scale);

void bsim_scale_table(const struct scale *scale, int top, FILE *out);
bool bsim_scale_csv(const struct scale *scale, const char *path, struct bsim_error *err);
bool bsim_scale_json(const struct scale *scale, const char *path, struct bsim_error *err);
bool bsim_scale_plot(const struct scale *scale, const char *path, struct bsim_error *err);

#endif
