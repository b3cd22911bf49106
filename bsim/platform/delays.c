/* delays.c - see delays.h. */
#include "bsim/platform/delays.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/base/units.h"

const char *bsim_delay_place(const char *full_name) {
    return strncmp(full_name, "delay.", 6) == 0 && full_name[6] ? full_name + 6 : NULL;
}

/* A whole number from 0 on; -1: text is none. */
static int number_in(const char *text) {
    char *end;
    errno = 0;
    long n = text[0] >= '0' && text[0] <= '9' ? strtol(text, &end, 10) : -1;
    return n < 0 || n > INT_MAX || *end || errno ? -1 : (int)n;
}

/* Whether text ends with ":LINE". */
static bool has_line(const char *text) {
    const char *colon = strrchr(text, ':');
    return colon && colon > text && number_in(colon + 1) > 0;
}

bool bsim_delay_parse(struct bsim_delay *delay, const char *place, struct bsim_error *err) {
    static const struct {
        const char *prefix;
        enum bsim_delay_kind kind;
    } kinds[] = {{"block.", BSIM_DELAY_BLOCK}, {"call.", BSIM_DELAY_CALL}, {"rank.", BSIM_DELAY_RANK}};
    int i = 0;
    while (i < 3 && !bsim_begins(place, kinds[i].prefix))
        i++;
    const char *name = i < 3 ? place + strlen(kinds[i].prefix) : "", *at = strrchr(name, '@');
    bool of_rank = i < 3 && kinds[i].kind == BSIM_DELAY_RANK;
    int rank = of_rank ? number_in(name) : at ? number_in(at + 1) : -1;
    size_t n = at && !of_rank ? (size_t)(at - name) : strlen(name);
    if (n == 0 || ((of_rank || at) && rank < 0))
        return bsim_error_set(err, NULL, 0, NULL,
                              "\"%s\" is no place for a delay; accepted: block.NAME, block.NAME@RANK, call.FILE:LINE, "
                              "call.FILE:LINE@RANK, rank.RANK",
                              place);
    *delay = (struct bsim_delay){.kind = kinds[i].kind, .rank = rank};
    delay->place = bsim_strdup(place);
    if (!of_rank) {
        delay->name = bsim_alloc(n + 1);
        memcpy(delay->name, name, n);
    }
    if (delay->kind == BSIM_DELAY_CALL && !has_line(delay->name)) {
        bsim_delay_free(delay);
        return bsim_error_set(err, NULL, 0, NULL, "\"%s\" is no place for a delay: write call.FILE:LINE", place);
    }
    return true;
}

void bsim_delay_free(struct bsim_delay *delay) {
    bsim_free(delay->place);
    bsim_free(delay->name);
    bsim_free(delay->delay_s);
    *delay = (struct bsim_delay){0};
}

/* The delays of a place, 0 in all scenarios if it is new. NULL and *err if it is no place. */
static double *delays_of(struct bsim_platform *p, const char *place, struct bsim_error *err) {
    for (int i = 0; i < p->ndelay; i++)
        if (strcmp(p->delay[i].place, place) == 0)
            return p->delay[i].delay_s;
    struct bsim_delay delay;
    if (!bsim_delay_parse(&delay, place, err))
        return NULL;
    delay.delay_s = bsim_alloc((size_t)p->nscen * sizeof *delay.delay_s);
    p->delay = bsim_realloc(p->delay, ((size_t)p->ndelay + 1) * sizeof *p->delay);
    p->delay[p->ndelay++] = delay;
    return delay.delay_s;
}

void bsim_delay_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    struct bsim_error err = {0};
    double seconds = bsim_jval_quantity(v, BSIM_UNIT_TIME, false), *delay_s = delays_of(p, full_name + 6, &err);
    if (delay_s)
        delay_s[k] = seconds;
    else
        bsim_jval_error(v, "%s", err.text);
}

bool bsim_delays_apply(struct bsim_platform *p, const char *lines, struct bsim_error *err) {
    char line[1024];
    for (const char *at = lines; at && *at;) {
        size_t len = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, at);
        at += len + (at[len] == '\n');
        char *equals = strrchr(line, '=');
        double seconds, *delay_s;
        if (equals == NULL)
            return bsim_error_set(err, NULL, 0, NULL, "--delay %s: write PLACE=TIME, such as rank.3=10us", line);
        *equals = '\0';
        if (!bsim_unit_parse(equals + 1, BSIM_UNIT_TIME, &seconds) || seconds < 0)
            return bsim_error_set(err, NULL, 0, NULL, "--delay %s: \"%s\" is %s%s of at least 0; accepted: %s", line,
                                  equals + 1, bsim_unit_wrong(equals + 1, BSIM_UNIT_TIME),
                                  bsim_unit_name(BSIM_UNIT_TIME), bsim_unit_accepted(BSIM_UNIT_TIME));
        struct bsim_error wrong = {0};
        if ((delay_s = delays_of(p, line, &wrong)) == NULL)
            return bsim_error_set(err, NULL, 0, NULL, "--delay %s=%s: %s", line, equals + 1, wrong.text);
        for (int k = 0; k < p->nscen; k++)
            delay_s[k] = seconds;
    }
    return true;
}

void bsim_delays_free(struct bsim_platform *p) {
    for (int i = 0; i < p->ndelay; i++)
        bsim_delay_free(&p->delay[i]);
    bsim_free(p->delay);
    p->delay = NULL;
    p->ndelay = 0;
}
