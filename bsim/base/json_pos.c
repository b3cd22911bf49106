/* json_pos.c - see json_pos.h. Owns the position tree. Jansson has parsed the text before: nothing here judges it. */
#include "bsim/base/json_pos.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <jansson.h>

#include "bsim/base/alloc.h"

struct scan {
    struct bsim_json_pos *pos;
    const char *p, *end, *line_start;
    int line;
};

static int scan_value(struct scan *s, int parent);

static void skip_space(struct scan *s) {
    for (; s->p < s->end; s->p++) {
        if (*s->p == '\n') {
            s->line++;
            s->line_start = s->p + 1;
        } else if (*s->p != ' ' && *s->p != '\t' && *s->p != '\r') {
            break;
        }
    }
}

static bool take(struct scan *s, char c) {
    skip_space(s);
    if (s->p >= s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

static void skip_string(struct scan *s) {
    if (!take(s, '"'))
        return;
    while (s->p < s->end && *s->p != '"')
        s->p += *s->p == '\\' && s->end - s->p > 1 ? 2 : 1;
    if (s->p < s->end)
        s->p++;
}

/* The string that begins here, decoded by Jansson; allocated. */
static char *scan_key(struct scan *s) {
    skip_space(s);
    const char *begin = s->p;
    skip_string(s);
    json_t *string = json_loadb(begin, (size_t)(s->p - begin), JSON_DECODE_ANY, NULL);
    char *key = bsim_strdup(json_is_string(string) ? json_string_value(string) : "");
    json_decref(string);
    return key;
}

static int new_node(struct scan *s, int parent) {
    struct bsim_json_pos *pos = s->pos;
    if (pos->count == pos->room) {
        int room = pos->room ? 2 * pos->room : 64;
        pos->node = bsim_realloc(pos->node, (size_t)room * sizeof *pos->node);
        pos->room = room;
    }
    int column = (int)(s->p - s->line_start) + 1;
    pos->node[pos->count] = (struct bsim_json_node){.line = s->line,
                                                    .column = column,
                                                    .key_line = s->line,
                                                    .parent = parent,
                                                    .child = -1,
                                                    .next = -1,
                                                    .recent = -1};
    return pos->count++;
}

static void link_child(struct bsim_json_pos *pos, int parent, int *last, int node) {
    if (*last < 0)
        pos->node[parent].child = node;
    else
        pos->node[*last].next = node;
    pos->node[node].index = *last < 0 ? 0 : pos->node[*last].index + 1;
    *last = node;
}

static void note_duplicate(struct bsim_json_pos *pos, int object, int node) {
    if (pos->duplicate >= 0)
        return;
    const struct bsim_json_node *new = &pos->node[node];
    for (int c = pos->node[object].child; c >= 0 && c != node; c = pos->node[c].next) {
        const struct bsim_json_node *old = &pos->node[c];
        if (strcmp(old->key, new->key) == 0) {
            pos->duplicate = node;
            pos->first = c;
            return;
        }
    }
}

static void scan_object(struct scan *s, int object) {
    int last = -1;
    if (take(s, '}'))
        return;
    do {
        skip_space(s);
        int key_line = s->line;
        char *key = scan_key(s);
        take(s, ':');
        int node = scan_value(s, object);
        s->pos->node[node].key = key;
        s->pos->node[node].key_line = key_line;
        link_child(s->pos, object, &last, node);
        note_duplicate(s->pos, object, node);
    } while (take(s, ','));
    take(s, '}');
}

static void scan_array(struct scan *s, int array) {
    int last = -1;
    if (take(s, ']'))
        return;
    do {
        link_child(s->pos, array, &last, scan_value(s, array));
    } while (take(s, ','));
    take(s, ']');
}

/* Returns the value's node. */
static int scan_value(struct scan *s, int parent) {
    skip_space(s);
    int node = new_node(s, parent);
    if (take(s, '{'))
        scan_object(s, node);
    else if (take(s, '['))
        scan_array(s, node);
    else if (s->p < s->end && *s->p == '"')
        skip_string(s);
    else
        while (s->p < s->end && !strchr(" \t\r\n,]}", *s->p))
            s->p++;
    return node;
}

void bsim_json_pos_scan(struct bsim_json_pos *pos, const char *text, size_t len) {
    *pos = (struct bsim_json_pos){.duplicate = -1, .first = -1};
    struct scan s = {.pos = pos, .p = text, .end = text + len, .line_start = text, .line = 1};
    scan_value(&s, -1);
}

void bsim_json_pos_free(struct bsim_json_pos *pos) {
    for (int i = 0; i < pos->count; i++)
        bsim_free(pos->node[i].key);
    bsim_free(pos->node);
    *pos = (struct bsim_json_pos){.duplicate = -1, .first = -1};
}

int bsim_json_pos_member(const struct bsim_json_pos *pos, int object, const char *key) {
    for (int c = pos->node[object].child; c >= 0; c = pos->node[c].next)
        if (pos->node[c].key && strcmp(pos->node[c].key, key) == 0)
            return c;
    return -1;
}

int bsim_json_pos_at(struct bsim_json_pos *pos, int parent, size_t index) {
    int c = pos->node[parent].recent;
    if (c < 0 || (size_t)pos->node[c].index > index)
        c = pos->node[parent].child;
    while (c >= 0 && (size_t)pos->node[c].index != index)
        c = pos->node[c].next;
    if (c >= 0)
        pos->node[parent].recent = c;
    return c;
}

static bool is_identifier(const char *key) {
    if (!isalpha((unsigned char)key[0]) && key[0] != '_')
        return false;
    for (const char *p = key; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    return true;
}

char *bsim_json_pos_path(const struct bsim_json_pos *pos, int node, char *buf, size_t size) {
    char step[160];
    size_t at = size - 1; /* the path is built from its end towards the front of buf */
    buf[at] = '\0';
    for (; node > 0; node = pos->node[node].parent) {
        const struct bsim_json_node *n = &pos->node[node];
        if (n->key == NULL)
            snprintf(step, sizeof step, "[%d]", n->index);
        else if (is_identifier(n->key))
            snprintf(step, sizeof step, ".%s", n->key);
        else
            snprintf(step, sizeof step, "[\"%.150s\"]", n->key);
        size_t len = strlen(step);
        if (len > at)
            break;
        memcpy(buf + (at -= len), step, len);
    }
    if (at > 0)
        buf[--at] = '$';
    return memmove(buf, buf + at, size - at);
}
