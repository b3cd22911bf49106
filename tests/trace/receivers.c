/* receivers.c - trace: ranks=1,2,3 args=
 *
 * Calls that find their function in the object that they are given, with tables that change and objects that change on
 * the way to the call. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct object;

struct table {
    int (*grow)(struct object *o, int by);
    int (*tell)(int twice, struct object *o);
};

struct object {
    int kind, count;
    const struct table *ops;
    struct object *next;
    struct {
        int (*own)(struct object *o);
    } in;
    void *content;
};

struct counter {
    long steps;
    int n;
};

struct list {
    int *items;
    int used;
};

static int buf[4000];

static void turns(int n) {
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
}

static int counter_grow(struct object *o, int by) {
    struct counter *c = o->content;
    c->steps++;
    return c->n += by;
}

static int counter_tell(int twice, struct object *o) {
    struct counter *c = o->content;
    return (int)c->steps + c->n * (1 + twice);
}

static int list_grow(struct object *o, int by) {
    struct list *l = o->content;
    for (int i = 0; i < by; i++)
        l->items[l->used++] = by + i;
    o->count += by;
    return l->used;
}

static int list_tell(int twice, struct object *o) {
    struct list *l = o->content;
    return l->items[l->used - 1] + twice;
}

static const struct table counters = {counter_grow, counter_tell}, lists = {list_grow, list_tell};

static int by_kind(struct object *o) {
    return o->kind + o->count;
}

static int by_next(struct object *o) {
    return o->next->in.own(o->next) + 1;
}

static struct object *make(const struct table *ops, void *content, struct object *next) {
    struct object *o = calloc(1, sizeof *o);
    o->ops = ops;
    o->content = content;
    o->next = next;
    o->kind = ops == &lists;
    o->in.own = next ? by_next : by_kind;
    return o;
}

static int grow(struct object *o, int by) {
    return o->ops->grow(o, by);
}

/* The object that is asked is not the one that is given. */
static int exchanged(struct object *o) {
    int (*f)(struct object *, int) = o->ops->grow;
    o = o->next;
    return f(o, 1);
}

static void swap(struct object **o) {
    *o = (*o)->next;
}

static int behind(struct object *o) {
    int n = o->ops->tell(1, o);
    swap(&o);
    return n + o->ops->tell(0, o);
}

int main(int argc, char **argv) {
    struct counter c = {argc, 1}, d = {2, argc};
    struct list l = {malloc(100 * sizeof(int)), 0}, m = {malloc(100 * sizeof(int)), 0};
    MPI_Init(&argc, &argv);
    struct object *first = make(&counters, &c, NULL), *second = make(&lists, &l, first),
                  *third = make(&counters, &d, first), *fourth = make(&lists, &m, second);
    turns(grow(first, argc + 1));
    turns(grow(second, argc + 2));
    turns(second->count);
    turns(exchanged(third) + (int)c.steps);
    turns(exchanged(fourth) + l.used);
    turns(behind(second) + behind(third));
    turns(second->in.own(second) + fourth->in.own(fourth));
    /* A table that is exchanged at run time, and content with it. */
    third->ops = &lists;
    third->content = &m;
    turns(grow(third, argc + 3));
    turns(m.used + third->count);
    third->content = &d;
    third->ops = argc > 9 ? &lists : &counters;
    turns(grow(third, argc));
    turns(d.n + (int)d.steps);
    struct object *all[4] = {first, second, third, fourth};
    for (int i = 0; i < 4; i++)
        turns(grow(all[i], i + 1) + all[i]->ops->tell(0, all[i]));
    turns(l.items[1] + m.used);
    MPI_Finalize();
    return 0;
}
