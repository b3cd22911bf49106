/* told.c - see told.h. */
#include "bsim/cmd/told.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"

struct bsim_told_one {
    char *kind; /* the text without its numbers */
    char *text; /* of the first place */
    int place, runs;
    bool shown;
};

/* The text with one # for each number. To be freed. */
static char *kind_of(const char *text) {
    char *kind = strdup(text), *to = kind;
    for (const char *at = text; kind && *at;) {
        bool number = isdigit((unsigned char)*at);
        *to++ = number ? '#' : *at++;
        while (number && (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))))
            at++;
    }
    if (kind)
        *to = '\0';
    return kind;
}

/* The entry of a kind, which it keeps or frees; NULL: no memory is left. */
static struct bsim_told_one *find(struct bsim_told *told, char *kind) {
    for (int i = 0; i < told->n; i++)
        if (strcmp(told->one[i].kind, kind) == 0) {
            free(kind);
            return &told->one[i];
        }
    if (told->n == told->room) {
        int room = told->room ? 2 * told->room : 16;
        struct bsim_told_one *more = realloc(told->one, (size_t)room * sizeof *more);
        if (!more) {
            free(kind);
            return NULL;
        }
        told->one = more;
        told->room = room;
    }
    told->one[told->n] = (struct bsim_told_one){.kind = kind};
    return &told->one[told->n++];
}

static void add(struct bsim_told *told, int place, bool shown, const char *text) {
    char *kind = kind_of(text);
    struct bsim_told_one *one = kind ? find(told, kind) : NULL;
    if (!one)
        return;
    one->shown |= shown;
    if (!one->text || place < one->place) {
        free(one->text);
        one->text = strdup(text);
        one->place = place;
    }
    one->runs++;
}

void bsim_told_add(struct bsim_told *told, int place, bool shown, struct bsim_jval result) {
    struct bsim_jval list = bsim_jval_get(result, "warnings");
    for (size_t i = 0; bsim_jval_present(list) && i < bsim_jval_size(list); i++)
        add(told, place, shown, bsim_jval_string(bsim_jval_at(list, i)));
}

static int by_place(const void *a, const void *b) {
    const struct bsim_told_one *x = a, *y = b;
    return x->place != y->place ? (x->place > y->place) - (x->place < y->place) : strcmp(x->kind, y->kind);
}

void bsim_told_print(struct bsim_told *told, char *(*name)(void *arg, int place, char *buf, size_t size), void *arg) {
    char buf[512];
    if (told->n > 1)
        qsort(told->one, (size_t)told->n, sizeof *told->one, by_place);
    for (int i = 0; i < told->n; i++) {
        const struct bsim_told_one *one = &told->one[i];
        if (one->shown || !one->text)
            continue;
        fprintf(stderr, "bsim: warning: with %s: %s", name(arg, one->place, buf, sizeof buf), one->text);
        if (one->runs > 1)
            fprintf(stderr, " (%d runs have such a warning)", one->runs);
        fputc('\n', stderr);
    }
}

json_t *bsim_told_json(const struct bsim_told *told, const char *place) {
    json_t *list = json_array();
    for (int i = 0; i < told->n; i++)
        if (told->one[i].text)
            json_array_append_new(list, json_pack("{s:o, s:i, s:i}", "text", bsim_output_text(told->one[i].text), place,
                                                  told->one[i].place, "runs", told->one[i].runs));
    return list;
}

void bsim_told_free(struct bsim_told *told) {
    for (int i = 0; i < told->n; i++) {
        free(told->one[i].kind);
        free(told->one[i].text);
    }
    free(told->one);
    *told = (struct bsim_told){0};
}
