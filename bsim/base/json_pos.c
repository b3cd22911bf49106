/* json_pos.c - see json_pos.h. Owns the position tree; knows nothing of Jansson or of what the values mean. */
#include "bsim/base/json_pos.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"

enum { MAX_DEPTH = 2048 }; /* Jansson's own limit */

struct scan {
    struct bsim_json_pos *pos;
    const char *p, *end, *line_start;
    int line, depth;
};

static bool scan_value(struct scan *s, int parent, int *node);

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

static int hex4(const char *p, const char *end) {
    int value = 0;
    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)p[i]))
            return -1;
        int c = tolower((unsigned char)p[i]);
        value = value * 16 + (isdigit(c) ? c - '0' : c - 'a' + 10);
    }
    return value;
}

static char *put_utf8(char *to, int c) {
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 63));
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

/* Decodes the escape whose backslash has been read, and advances *to. *to NULL: only skips it. */
static bool scan_escape(struct scan *s, char **to) {
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    if (s->p >= s->end)
        return false;
    char c = *s->p++;
    if (c != 'u') {
        const char *at = c ? strchr(from, c) : NULL;
        if (at == NULL)
            return false;
        if (*to)
            *(*to)++ = into[at - from];
        return true;
    }
    int code = hex4(s->p, s->end);
    if (code < 0)
        return false;
    s->p += 4;
    if (code >= 0xD800 && code < 0xDC00 && s->end - s->p >= 6 && s->p[0] == '\\' && s->p[1] == 'u') {
        int low = hex4(s->p + 2, s->end);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            s->p += 6;
        }
    }
    if (*to)
        *to = put_utf8(*to, code);
    return true;
}

/* Scans a string from its opening quote. If key is not NULL it gets the decoded text, allocated. The decoded text is
 * never longer than the source. */
static bool scan_string(struct scan *s, char **key, size_t *len) {
    if (!take(s, '"'))
        return false;
    char *to = NULL, *start = NULL;
    if (key) {
        const char *q = s->p;
        while (q < s->end && *q != '"')
            q += *q == '\\' ? 2 : 1;
        start = to = bsim_alloc((size_t)(q - s->p) + 2);
    }
    while (s->p < s->end && *s->p != '"') {
        char c = *s->p++;
        if (c == '\n') {
            s->line++;
            s->line_start = s->p;
        }
        if (c == '\\') {
            if (!scan_escape(s, &to)) {
                bsim_free(start);
                return false;
            }
        } else if (to) {
            *to++ = c;
        }
    }
    if (s->p >= s->end) {
        bsim_free(start);
        return false;
    }
    s->p++;
    if (key) {
        *to = '\0';
        *key = start;
        *len = (size_t)(to - start);
    }
    return true;
}

static int new_node(struct scan *s, int parent) {
    struct bsim_json_pos *pos = s->pos;
    if (pos->count == pos->room) {
        int room = pos->room ? 2 * pos->room : 64;
        pos->node = bsim_realloc(pos->node, (size_t)room * sizeof *pos->node);
        pos->room = room;
    }
    int column = (int)(s->p - s->line_start) + 1;
    pos->node[pos->count] = (struct bsim_json_node){
        .line = s->line, .column = column, .key_line = s->line, .parent = parent, .child = -1, .next = -1};
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
        if (old->key_len == new->key_len && memcmp(old->key, new->key, new->key_len) == 0) {
            pos->duplicate = node;
            pos->first = c;
            return;
        }
    }
}

static bool scan_object(struct scan *s, int object) {
    int last = -1;
    if (take(s, '}'))
        return true;
    do {
        char *key;
        size_t len;
        skip_space(s);
        int key_line = s->line, node;
        if (!scan_string(s, &key, &len))
            return false;
        if (!take(s, ':') || !scan_value(s, object, &node)) {
            bsim_free(key);
            return false;
        }
        s->pos->node[node].key = key;
        s->pos->node[node].key_len = len;
        s->pos->node[node].key_line = key_line;
        link_child(s->pos, object, &last, node);
        note_duplicate(s->pos, object, node);
    } while (take(s, ','));
    return take(s, '}');
}

static bool scan_array(struct scan *s, int array) {
    int last = -1;
    if (take(s, ']'))
        return true;
    do {
        int node;
        if (!scan_value(s, array, &node))
            return false;
        link_child(s->pos, array, &last, node);
    } while (take(s, ','));
    return take(s, ']');
}

static bool scan_value(struct scan *s, int parent, int *node) {
    skip_space(s);
    if (s->p >= s->end || s->depth >= MAX_DEPTH)
        return false;
    *node = new_node(s, parent);
    bool ok = true;
    s->depth++;
    if (*s->p == '{') {
        s->p++;
        ok = scan_object(s, *node);
    } else if (*s->p == '[') {
        s->p++;
        ok = scan_array(s, *node);
    } else if (*s->p == '"') {
        ok = scan_string(s, NULL, NULL);
    } else {
        const char *start = s->p;
        while (s->p < s->end && (isalnum((unsigned char)*s->p) || *s->p == '-' || *s->p == '+' || *s->p == '.'))
            s->p++;
        ok = s->p > start;
    }
    s->depth--;
    return ok;
}

bool bsim_json_pos_scan(struct bsim_json_pos *pos, const char *text, size_t len) {
    *pos = (struct bsim_json_pos){.duplicate = -1, .first = -1};
    struct scan s = {.pos = pos, .p = text, .end = text + len, .line_start = text, .line = 1};
    int root;
    bool ok = scan_value(&s, -1, &root);
    skip_space(&s);
    if (ok && s.p == s.end)
        return true;
    bsim_json_pos_free(pos);
    return false;
}

void bsim_json_pos_free(struct bsim_json_pos *pos) {
    for (int i = 0; i < pos->count; i++)
        bsim_free(pos->node[i].key);
    bsim_free(pos->node);
    *pos = (struct bsim_json_pos){.duplicate = -1, .first = -1};
}

int bsim_json_pos_member(const struct bsim_json_pos *pos, int object, const char *key) {
    size_t len = strlen(key);
    for (int c = pos->node[object].child; c >= 0; c = pos->node[c].next)
        if (pos->node[c].key && pos->node[c].key_len == len && memcmp(pos->node[c].key, key, len) == 0)
            return c;
    return -1;
}

int bsim_json_pos_at(const struct bsim_json_pos *pos, int array, size_t index) {
    int c = pos->node[array].child;
    while (c >= 0 && (size_t)pos->node[c].index != index)
        c = pos->node[c].next;
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
