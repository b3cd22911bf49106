/* Structures that become rows of numbers without a cast to a pointer to numbers. */
#include "rows.h"
#include <stdarg.h>
#include <string.h>
#include <bsim/bsim.h>

struct by_number { int id[4]; int n; };
struct by_array { int id[4]; int n; };
struct by_structure { int id[4]; int n; };
struct by_list { int id[4]; int n; };
struct by_union { int id[4]; int n; };
struct by_copy { int id[4]; int n; };
struct by_address { int id[4]; int n; };

struct row {
    int v[8];
};

static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = 5 * i + 1;
}

static void fill_array(int (*p)[5], int n) {
    for (int i = 0; i < n; i++)
        (*p)[i] = 5 * i + 2;
}

static void fill_row(struct row *p, int n) {
    for (int i = 0; i < n; i++)
        p->v[i] = 5 * i + 3;
}

static void fill_list(int n, ...) {
    va_list list;
    va_start(list, n);
    int *p = va_arg(list, int *);
    for (int i = 0; i < n; i++)
        p[i] = 5 * i + 4;
    va_end(list);
}

void rows(void) {
    struct by_number a = {{0}};
    long number = (long)&a;
    BSIM_Add_time(BSIM_cost(4)); /* rows.1: rows.c:45 */
    fill((int *)number, 5);
    send(a.n);
    struct by_array b = {{0}};
    BSIM_Add_time(BSIM_cost(5)); /* rows.2: rows.c:48 */
    fill_array((int (*)[5])&b, 5);
    send(b.n);
    struct by_structure c = {{0}};
    BSIM_Add_time(BSIM_cost(6)); /* rows.3: rows.c:51 */
    fill_row((struct row *)&c, 5);
    send(c.n);
    struct by_list d = {{0}};
    BSIM_Add_time(BSIM_cost(7)); /* rows.4: rows.c:54 */
    fill_list(5, &d);
    send(d.n);
    struct by_union e = {{0}};
    union {
        struct by_union *s;
        int *i;
    } u = {&e};
    BSIM_Add_time(BSIM_cost(8)); /* rows.5: rows.c:61 */
    fill(u.i, 5);
    send(e.n);
    struct by_copy f = {{0}}, *at = &f;
    int *copy;
    memcpy(&copy, &at, sizeof copy);
    BSIM_Add_time(BSIM_cost(9)); /* rows.6: rows.c:66 */
    fill(copy, 5);
    send(f.n);
    struct by_address g = {{0}}, *to = &g;
    BSIM_Add_time(BSIM_cost(10)); /* rows.7: rows.c:69 */
    fill(*(int **)&to, 5);
    send(g.n);
}
