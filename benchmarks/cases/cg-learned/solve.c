#include "solve.h"

#include <string.h>

static const double tolerance = 1e-8;

int cg_solve(const cg_config *c, const csr *a, const layout *l, const vector *b, vector *x) {
    vector r, p, q;
    double rho, goal;
    int it = 0;

    vector_create(&r, l);
    vector_create(&p, l);
    vector_create(&q, l);
    vector_fill(x, 0.0);
    memcpy(r.at, b->at, (size_t)r.rows * sizeof(double));
    memcpy(p.at, b->at, (size_t)p.rows * sizeof(double));
    rho = vector_dot(&r, &r, l->comm);
    goal = tolerance * tolerance * rho;

    while (rho > goal && it < c->iterations) {
        double alpha, next;

        vector_exchange(&p, l);
        matrix_multiply(a, p.at, q.at);
        alpha = rho / vector_dot(&p, &q, l->comm);
        vector_axpy(x, alpha, &p);
        vector_axpy(&r, -alpha, &q);
        next = vector_dot(&r, &r, l->comm);
        vector_xpay(&p, &r, next / rho);
        rho = next;
        it++;
    }

    vector_destroy(&r);
    vector_destroy(&p);
    vector_destroy(&q);
    return it;
}
