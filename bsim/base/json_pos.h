/* json_pos.h - the position of each value in a JSON text, which Jansson does not keep.
 *
 * Goes over a text that Jansson has accepted, and builds a tree parallel to Jansson's. The nodes are in the order of
 * the text, and node 0 is the root. Jansson alone decides what is JSON, how deep it may be nested, and what a key
 * reads. */
#ifndef BSIM_JSON_POS_H
#define BSIM_JSON_POS_H

#include <stddef.h>

struct bsim_json_node {
    int line, column; /* of the value's first character, 1-based; the column counts bytes */
    int key_line;     /* of the member's key; the value's own line in arrays */
    int parent;       /* -1 for the root */
    int child, next;  /* first child and next sibling; -1 if none */
    int index;        /* position among its siblings */
    int recent;       /* the child that bsim_json_pos_at gave last; -1 if none */
    char *key;        /* decoded member name; NULL in arrays */
};

struct bsim_json_pos {
    struct bsim_json_node *node;
    int count, room;
    int duplicate; /* the first member whose key occurs earlier in its object; -1 if none */
    int first;     /* the earlier member with this key */
};

/* For another text than JSON, the positions have no meaning. */
void bsim_json_pos_scan(struct bsim_json_pos *pos, const char *text, size_t len);
void bsim_json_pos_free(struct bsim_json_pos *pos);

/* The node of an object's member, or of an array's element; -1 if there is none. bsim_json_pos_at goes on from the
 * child that it gave last: reading an array from its beginning to its end takes time in proportion to its length. */
int bsim_json_pos_member(const struct bsim_json_pos *pos, int object, const char *key);
int bsim_json_pos_at(struct bsim_json_pos *pos, int parent, size_t index);

/* "$.network.latency", "$.blocks[\"sweep.1\"].pieces[0]". Truncated from the front if size is short. Returns buf. */
char *bsim_json_pos_path(const struct bsim_json_pos *pos, int node, char *buf, size_t size);

#endif
