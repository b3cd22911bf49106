/* vary.h - inside of bsim sweep: the axes that --vary gives, and their combinations. */
#ifndef BSIM_CMD_VARY_H
#define BSIM_CMD_VARY_H

#include <stdbool.h>

#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/base/units.h"

enum { VARY_MAX_AXES = 8, VARY_MAX_VALUES = 1024, VARY_MAX_POINTS = 4096, VARY_MAX_TEXT = 500 };

/* What an axis varies. A platform's key is set by a file of scenarios, the others by the start of the run. */
enum vary_kind {
    VARY_PLATFORM, /* "network.latency", "mapping", "block.main.4" */
    VARY_RANKS,    /* "np" */
    VARY_MODELS,   /* "models": files */
    VARY_ARGUMENT  /* "arg.NX": replaces {NX} in the program's arguments */
};

struct vary_axis {
    const char *key; /* "network.latency", with its own memory */
    enum vary_kind kind;
    enum bsim_unit unit;
    bool structural; /* differs between runs, not between scenarios of one */
    bool whole;      /* values are whole numbers of at least 1 */
    bool is_text;    /* values are texts, which stand for no number */
    double most;     /* largest value that the parameter may have */
    bool log;        /* values were given as a logarithmic range */
    int n;
    double *value; /* SI; of texts their number, from 0 */
    char **text;   /* as given; NULL for values of a range */
};

struct vary {
    int naxis;
    struct vary_axis axis[VARY_MAX_AXES];
    int npoint; /* product of the axes' n; the last axis changes fastest */
};

/* Adds "KEY=a,b,c" or "KEY=LOW:HIGH:lin|log:N". */
bool bsim_vary_add(struct vary *vary, const char *text, struct bsim_error *err);
/* Adds the values "a,b,c" or "LOW:HIGH:lin|log:N" of a key. option: what gave them, as errors about them name it. */
bool bsim_vary_add_axis(struct vary *vary, const char *key, const char *text, const char *option,
                        struct bsim_error *err);
void bsim_vary_free(struct vary *vary);

/* The axis of a kind; NULL: there is none. */
const struct vary_axis *bsim_vary_axis(const struct vary *vary, enum vary_kind kind);
/* The name behind "arg."; the key itself of other axes. */
const char *bsim_vary_name(const struct vary_axis *axis);

/* The index of the value, and the value, of an axis at a point. */
int bsim_vary_index(const struct vary *vary, int point, int axis);
double bsim_vary_value(const struct vary *vary, int point, int axis);
/* The value as people read it: "1.000 us", or its text. Returns buf, which 24 bytes suffice for if it is no text. */
char *bsim_vary_format(const struct vary *vary, int point, int axis, char *buf, size_t size);
/* The value as a program's argument: as given, or as a number. */
char *bsim_vary_argument(const struct vary *vary, int point, int axis, char *buf, size_t size);
/* Why a key may make no difference: a sentence that begins with a space, or "". */
const char *bsim_vary_idle(const char *key);
/* "network.latency=1 us, speed=2". Returns buf. */
char *bsim_vary_label(const struct vary *vary, int point, char *buf, size_t size);

#endif
