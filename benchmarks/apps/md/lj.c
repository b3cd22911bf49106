/* lj.c - the Lennard-Jones potential 4 e ((s/r)^12 - (s/r)^6), shifted to 0 at the cutoff, in reduced units. */
#include "memory.h"
#include "potential.h"

typedef struct lennard_jones {
    potential base;
    double epsilon, sigma;
} lennard_jones;

static double lj_force(potential *p, cells *c) {
    const lennard_jones *lj = (const lennard_jones *)p;
    double cutoff2 = p->cutoff * p->cutoff;
    double s2 = lj->sigma * lj->sigma, s6 = s2 * s2 * s2;
    double rc6 = s6 / (cutoff2 * cutoff2 * cutoff2);
    double at_cutoff = rc6 * (rc6 - 1.0);
    double sum = 0.0;

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++) {
            vec3 f = {0.0, 0.0, 0.0};
            double energy = 0.0;

            for (int m = 0; m < CELL_NEIGHBOURS; m++) {
                int other = c->neighbour[k][m];

                for (int j = other * CELL_SLOTS; j < other * CELL_SLOTS + c->count[other]; j++) {
                    double dx = c->r[i][0] - c->r[j][0];
                    double dy = c->r[i][1] - c->r[j][1];
                    double dz = c->r[i][2] - c->r[j][2];
                    double r2 = dx * dx + dy * dy + dz * dz;
                    double ir2, r6, strength;

                    if (r2 > cutoff2 || j == i)
                        continue;
                    ir2 = 1.0 / r2;
                    r6 = s6 * ir2 * ir2 * ir2;
                    energy += r6 * (r6 - 1.0) - at_cutoff;
                    strength = 24.0 * lj->epsilon * r6 * (2.0 * r6 - 1.0) * ir2;
                    f[0] += strength * dx;
                    f[1] += strength * dy;
                    f[2] += strength * dz;
                }
            }
            c->energy[i] = 0.5 * 4.0 * lj->epsilon * energy;
            sum += c->energy[i];
            for (int a = 0; a < 3; a++)
                c->f[i][a] = f[a];
        }
    }
    return sum;
}

static void lj_print(const potential *p, FILE *out) {
    const lennard_jones *lj = (const lennard_jones *)p;

    fprintf(out, "potential: Lennard-Jones, epsilon %g, sigma %g, cutoff %g\n", lj->epsilon, lj->sigma, p->cutoff);
}

static void lj_destroy(potential **p) {
    md_free(*p);
    *p = NULL;
}

potential *lennard_jones_create(void) {
    lennard_jones *lj = md_malloc(sizeof *lj, "the potential");

    lj->base.name = "lj";
    lj->base.cutoff = 2.5;
    lj->base.mass = 1.0;
    lj->base.lattice = 1.6796;
    lj->base.attach = NULL;
    lj->base.force = lj_force;
    lj->base.print = lj_print;
    lj->base.destroy = lj_destroy;
    lj->epsilon = 1.0;
    lj->sigma = 1.0;
    return &lj->base;
}
