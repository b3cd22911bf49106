/* eam.c - an embedded-atom potential from tables: E = sum F(rho_i) + 1/2 sum phi(r_ij), rho_i = sum g(r_ij).
 *
 * The derivative of F is computed for own atoms and is needed for those of the halo, so that the force needs an
 * exchange in its middle. The root makes the tables, as another program would read them from a file, and gives them to
 * all. */
#include "exchange.h"
#include "memory.h"
#include "parallel.h"
#include "potential.h"
#include "timers.h"

#include <math.h>
#include <string.h>

/* A function at n + 3 points of which the first lies one step before x0. */
typedef struct table {
    int n;
    double x0, step;
    double *y;
} table;

typedef struct eam {
    potential base;
    table phi, rho, embedding;
    double *density;    /* of each atom */
    double *derivative; /* of the embedding energy */
    exchange *forward;  /* of the derivatives to the halo */
} eam;

static void table_fill(table *t, int n, double x0, double x1, double (*function)(double)) {
    t->n = n;
    t->x0 = x0;
    t->step = (x1 - x0) / n;
    t->y = md_malloc((size_t)(n + 3) * sizeof *t->y, "a table");
    for (int i = 0; i < n + 3; i++)
        t->y[i] = function(x0 + (i - 1) * t->step);
}

static void table_bcast(table *t) {
    parallel_bcast(&t->n, sizeof t->n);
    parallel_bcast(&t->x0, sizeof t->x0);
    parallel_bcast(&t->step, sizeof t->step);
    if (!parallel_is_root())
        t->y = md_malloc((size_t)(t->n + 3) * sizeof *t->y, "a table");
    parallel_bcast(t->y, (size_t)(t->n + 3) * sizeof *t->y);
}

/* Value and derivative, by quadratic interpolation. */
static void table_look_up(const table *t, double x, double *value, double *slope) {
    const double *y;
    double u = (x - t->x0) / t->step, left, right;
    int i = (int)floor(u);

    if (i < 0)
        i = 0;
    if (i >= t->n)
        i = t->n - 1;
    y = &t->y[i + 1];
    u -= i;
    left = y[1] - y[-1];
    right = y[2] - y[0];
    *value = y[0] + 0.5 * u * (left + u * (y[1] + y[-1] - 2.0 * y[0]));
    *slope = 0.5 * (left + u * (right - left)) / t->step;
}

static const double eam_cutoff = 2.4;

static double smooth_end(double r) {
    double x = r < eam_cutoff ? (eam_cutoff - r) / eam_cutoff : 0.0;

    return x * x * x;
}

static double phi_of_r(double r) {
    return 2.0 * exp(-6.0 * (r - 1.0)) * smooth_end(r);
}

static double rho_of_r(double r) {
    return exp(-2.0 * (r - 1.0)) * smooth_end(r);
}

static double embedding_of_rho(double rho) {
    return -3.0 * sqrt(rho > 0.0 ? rho : 0.0);
}

/* Densities and pair forces of own atoms. */
static void eam_pairs(eam *e, cells *c) {
    double cutoff2 = e->base.cutoff * e->base.cutoff;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++) {
            c->energy[i] = 0.0;
            e->density[i] = 0.0;
            memset(c->f[i], 0, sizeof(vec3));
            for (int m = 0; m < CELL_NEIGHBOURS; m++) {
                int other = c->neighbour[k][m];

                for (int j = other * CELL_SLOTS; j < other * CELL_SLOTS + c->count[other]; j++) {
                    vec3 d;
                    double r, r2 = 0.0, phi, rho, slope, unused;

                    for (int a = 0; a < 3; a++) {
                        d[a] = c->r[i][a] - c->r[j][a];
                        r2 += d[a] * d[a];
                    }
                    if (r2 > cutoff2 || j == i)
                        continue;
                    r = sqrt(r2);
                    table_look_up(&e->phi, r, &phi, &slope);
                    table_look_up(&e->rho, r, &rho, &unused);
                    c->energy[i] += 0.5 * phi;
                    e->density[i] += rho;
                    for (int a = 0; a < 3; a++)
                        c->f[i][a] -= slope * d[a] / r;
                }
            }
        }
    }
}

static double eam_embed(eam *e, cells *c) {
    double sum = 0.0;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++) {
            double energy;

            table_look_up(&e->embedding, e->density[i], &energy, &e->derivative[i]);
            c->energy[i] += energy;
            sum += c->energy[i];
        }
    }
    return sum;
}

static void eam_embedding_forces(eam *e, cells *c) {
    double cutoff2 = e->base.cutoff * e->base.cutoff;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            for (int m = 0; m < CELL_NEIGHBOURS; m++) {
                int other = c->neighbour[k][m];

                for (int j = other * CELL_SLOTS; j < other * CELL_SLOTS + c->count[other]; j++) {
                    vec3 d;
                    double r, r2 = 0.0, rho, slope;

                    for (int a = 0; a < 3; a++) {
                        d[a] = c->r[i][a] - c->r[j][a];
                        r2 += d[a] * d[a];
                    }
                    if (r2 > cutoff2 || j == i)
                        continue;
                    r = sqrt(r2);
                    table_look_up(&e->rho, r, &rho, &slope);
                    for (int a = 0; a < 3; a++)
                        c->f[i][a] -= (e->derivative[i] + e->derivative[j]) * slope * d[a] / r;
                }
            }
    }
}

/* What the exchange of derivatives needs beside the cells. */
typedef struct forward {
    face_cells faces;
    double *derivative;
} forward;

static size_t forward_most_bytes(const void *user, int face) {
    const forward *w = user;

    return (size_t)w->faces.count[face] * CELL_SLOTS * sizeof(double);
}

static size_t forward_load(void *user, void *data, int face, char *buffer) {
    const forward *w = user;
    const cells *c = data;
    double *out = (double *)buffer;
    size_t n = 0;

    for (int k = 0; k < w->faces.count[face]; k++) {
        int cell = w->faces.send[face][k];

        memcpy(out + n, w->derivative + cell * CELL_SLOTS, (size_t)c->count[cell] * sizeof(double));
        n += (size_t)c->count[cell];
    }
    return n * sizeof(double);
}

static void forward_unload(void *user, void *data, int face, size_t bytes, const char *buffer) {
    forward *w = user;
    const cells *c = data;
    const double *in = (const double *)buffer;
    size_t n = 0;

    for (int k = 0; k < w->faces.count[face]; k++) {
        int cell = w->faces.receive[face][k];

        memcpy(w->derivative + cell * CELL_SLOTS, in + n, (size_t)c->count[cell] * sizeof(double));
        n += (size_t)c->count[cell];
    }
    if (bytes != n * sizeof(double))
        parallel_die("%zu bytes of derivatives for %zu atoms of the halo", bytes, n);
}

static void forward_destroy(void *user) {
    forward *w = user;

    face_cells_free(&w->faces);
    md_free(w);
}

static void eam_attach(potential *p, const domain *d, const cells *c) {
    static const exchange_callbacks call = {forward_most_bytes, forward_load, forward_unload, forward_destroy};
    eam *e = (eam *)p;
    forward *w = md_malloc(sizeof *w, "the exchange of derivatives");
    size_t slots = (size_t)c->total * CELL_SLOTS;

    e->density = md_calloc(slots, sizeof *e->density, "densities");
    e->derivative = md_calloc(slots, sizeof *e->derivative, "derivatives");
    face_cells_halo(&w->faces, d, c);
    w->derivative = e->derivative;
    e->forward = exchange_create(d, &call, w, 0);
}

static double eam_force(potential *p, cells *c) {
    eam *e = (eam *)p;
    double energy;

    eam_pairs(e, c);
    energy = eam_embed(e, c);
    timer_start(TIMER_EMBEDDING);
    exchange_run(e->forward, c);
    timer_stop(TIMER_EMBEDDING);
    eam_embedding_forces(e, c);
    return energy;
}

static void eam_print(const potential *p, FILE *out) {
    const eam *e = (const eam *)p;

    fprintf(out, "potential: embedded atoms, tables of %d, %d and %d points, cutoff %g\n", e->phi.n, e->rho.n,
            e->embedding.n, p->cutoff);
}

static void eam_destroy(potential **p) {
    eam *e = (eam *)*p;

    md_free(e->phi.y);
    md_free(e->rho.y);
    md_free(e->embedding.y);
    md_free(e->density);
    md_free(e->derivative);
    exchange_destroy(&e->forward);
    md_free(e);
    *p = NULL;
}

potential *eam_create(void) {
    eam *e = md_calloc(1, sizeof *e, "the potential");

    e->base.name = "eam";
    e->base.cutoff = eam_cutoff;
    e->base.mass = 1.0;
    e->base.lattice = 1.6;
    e->base.attach = eam_attach;
    e->base.force = eam_force;
    e->base.print = eam_print;
    e->base.destroy = eam_destroy;
    if (parallel_is_root()) {
        table_fill(&e->phi, 1000, 0.0, eam_cutoff, phi_of_r);
        table_fill(&e->rho, 1000, 0.0, eam_cutoff, rho_of_r);
        table_fill(&e->embedding, 2000, 0.0, 20.0, embedding_of_rho);
    }
    table_bcast(&e->phi);
    table_bcast(&e->rho);
    table_bcast(&e->embedding);
    return &e->base;
}
