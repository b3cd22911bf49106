/* props.c - a hash table of properties by (object, rank). */
#include "lmpi/core/props.h"

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

static lmpi_props **table;
static unsigned table_size, table_used;

static unsigned slot(enum lmpi_domain domain, int object, int rank) {
    uint64_t key = (uint64_t)(unsigned)object << 32 | (unsigned)rank;
    key = (key ^ (uint64_t)domain) * 0x9e3779b97f4a7c15u;
    return (unsigned)(key >> 40) & (table_size - 1);
}

lmpi_props *lmpi_props_find(enum lmpi_domain domain, int object, int rank) {
    if (!table_used)
        return NULL;
    for (lmpi_props *p = table[slot(domain, object, rank)]; p; p = p->next)
        if (p->object == object && p->rank == rank && p->domain == domain)
            return p;
    return NULL;
}

static void grow(void) {
    lmpi_props **old = table;
    unsigned old_size = table_size;
    table_size = old_size ? 2 * old_size : 64;
    table = bsim_alloc(table_size * sizeof *table);
    for (unsigned i = 0; i < old_size; i++)
        for (lmpi_props *p = old[i], *next; p; p = next) {
            next = p->next;
            lmpi_props **at = &table[slot(p->domain, p->object, p->rank)];
            p->next = *at;
            *at = p;
        }
    bsim_free(old);
}

lmpi_props *lmpi_props_get(enum lmpi_domain domain, int object, int rank) {
    lmpi_props *p = lmpi_props_find(domain, object, rank);
    if (p)
        return p;
    if (table_used >= table_size)
        grow();
    p = bsim_alloc(sizeof *p);
    p->domain = domain;
    p->object = object;
    p->rank = rank;
    lmpi_props **at = &table[slot(domain, object, rank)];
    p->next = *at;
    *at = p;
    table_used++;
    return p;
}

void lmpi_props_drop(enum lmpi_domain domain, int object, int rank) {
    if (!table_used)
        return;
    for (lmpi_props **at = &table[slot(domain, object, rank)]; *at; at = &(*at)->next) {
        lmpi_props *p = *at;
        if (p->object != object || p->rank != rank || p->domain != domain)
            continue;
        bsim_check(!p->attrs);
        *at = p->next;
        bsim_free(p->name);
        bsim_free(p->trace_name);
        bsim_free(p);
        table_used--;
        return;
    }
}
