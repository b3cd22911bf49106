/* vary.h - inside of bsim sweep: the axes that --vary gives, and their combinations. */
#ifndef BSIM_CMD_VARY_H
#define BSIM_CMD_VARY_H

#include <stdbool.h>

#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/base/units.h"

enum { VARY_MAX_AXES = 8, VARY_MAX_VALUES = 1024, VARY_MAX_POINTS = 4096 };

struct vary_axis {
    const char *key; /* "network.latency", with its own memory */
    enum bsim_unit unit;
    bool structural; /* differs between runs, not between scenarios of one */
    double most;     /* largest value that the parameter may have */
    bool log;        /* values were given as a logarithmic range */
    int n;
    double *value; /* SI; of an axis with words: their numbers */
    char **word;   /* algorithms of "collective.NAME", n texts; NULL: the values are numbers */
};

struct vary {
    int naxis;
    struct vary_axis axis[VARY_MAX_AXES];
    int npoint; /* product of the axes' n; the last axis changes fastest */
};

/* Adds "KEY=a,b,c" or "KEY=LOW:HIGH:lin|log:N". */
bool bsim_vary_add(struct vary *vary, const char *text, struct bsim_error *err);
void bsim_vary_free(struct vary *vary);

/* Value of an axis at a point. */
double bsim_vary_value(const struct vary *vary, int point, int axis);
/* This value as a text for people: "1 us", "ring". Returns buf. */
char *bsim_vary_text(const struct vary *vary, int point, int axis, char *buf, size_t size);
/* This value as it stands in JSON. */
json_t *bsim_vary_json(const struct vary *vary, int point, int axis);
/* "network.latency=1 us, speed=2". Returns buf. */
char *bsim_vary_label(const struct vary *vary, int point, char *buf, size_t size);

#endif
