/* kinds.c - see kinds.h. The tables are of the process: files of models are read before the platform is known. */
#include "bsim/base/kinds.h"

#include <ctype.h>
#include <string.h>

#include "bsim/base/alloc.h"

static char *names[BSIM_MAX_KINDS];
static int nname;
static struct bsim_kind_use *uses;
static int nuse;

int bsim_kind_number(const char *name) {
    for (int i = 0; i < nname; i++)
        if (strcmp(names[i], name) == 0)
            return i + 1;
    if (nname == BSIM_MAX_KINDS)
        return 0;
    names[nname++] = bsim_strdup(name);
    return nname;
}

const char *bsim_kind_name(int number) {
    return names[number - 1];
}

int bsim_kind_count(void) {
    return nname;
}

bool bsim_kind_name_ok(const char *name) {
    if (!isalpha((unsigned char)name[0]))
        return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

int bsim_kind_use(struct bsim_jval v, const char *name) {
    char where[256];
    int kind = bsim_kind_name_ok(name) ? bsim_kind_number(name) : 0;
    if (!bsim_kind_name_ok(name))
        bsim_jval_error(v, "\"%s\" cannot be the name of a kind of node: a letter, then letters, digits and _", name);
    else if (kind == 0)
        bsim_jval_error(v, "names more than %d kinds of nodes", BSIM_MAX_KINDS);
    if (kind == 0)
        return 0;
    struct bsim_kind_use new = {.kind = kind};
    bsim_error_set(&new.place, bsim_json_path(v.doc), bsim_jval_line(v), bsim_jval_where(v, where, sizeof where), " ");
    for (int i = 0; i < nuse; i++)
        if (uses[i].kind == kind &&
            uses[i].place.line == new.place.line &&strcmp(uses[i].place.path, new.place.path) == 0 &&
            strcmp(uses[i].place.where, new.place.where) == 0)
            return kind;
    uses = bsim_realloc(uses, ((size_t)nuse + 1) * sizeof *uses);
    uses[nuse++] = new;
    return kind;
}

const struct bsim_kind_use *bsim_kind_uses(int *n) {
    *n = nuse;
    return uses;
}

void bsim_kind_uses_clear(void) {
    bsim_free(uses);
    uses = NULL;
    nuse = 0;
}
