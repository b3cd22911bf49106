#include "simulation.h"

#include "memory.h"
#include "parallel.h"
#include "timers.h"

/* Atoms to the cells and ranks of their positions, then copies of them to the neighbours. */
static void redistribute(simulation *s) {
    timer_start(TIMER_REBIN);
    cells_clear_halo(s->cells);
    cells_rebin(s->cells);
    timer_stop(TIMER_REBIN);

    timer_start(TIMER_MIGRATE);
    exchange_run(s->migrate, s->cells);
    timer_stop(TIMER_MIGRATE);

    timer_start(TIMER_HALO);
    exchange_run(s->halo, s->cells);
    timer_stop(TIMER_HALO);
}

static void compute_force(simulation *s) {
    timer_start(TIMER_FORCE);
    s->own_potential_energy = s->potential->force(s->potential, s->cells);
    timer_stop(TIMER_FORCE);
}

simulation *simulation_create(const options *o) {
    simulation *s = md_calloc(1, sizeof *s, "the simulation");
    double constant, length[3];

    s->potential = potential_create(o->potential);
    if (s->potential == NULL)
        parallel_die("no potential '%s'", o->potential);
    constant = o->lattice > 0.0 ? o->lattice : s->potential->lattice;
    for (int a = 0; a < 3; a++)
        length[a] = o->size[a] * constant;
    s->domain = domain_create(length, o->grid);
    s->cells = cells_create(s->domain, s->potential->cutoff);
    s->halo = exchange_halo_create(s->domain, s->cells);
    s->migrate = exchange_migrate_create(s->domain, s->cells);
    if (s->potential->attach != NULL)
        s->potential->attach(s->potential, s->domain, s->cells);
    s->dt = o->dt;

    lattice_fill(s->cells, s->domain, o->size, constant, o->displacement, o->seed);
    lattice_heat(s->cells, s->potential->mass, o->temperature, o->seed);
    redistribute(s);
    compute_force(s);
    return s;
}

void simulation_destroy(simulation **s) {
    exchange_destroy(&(*s)->halo);
    exchange_destroy(&(*s)->migrate);
    (*s)->potential->destroy(&(*s)->potential);
    cells_destroy(&(*s)->cells);
    domain_destroy(&(*s)->domain);
    md_free(*s);
    *s = NULL;
}

static void advance_velocities(simulation *s, double dt) {
    cells *c = s->cells;
    double factor = dt / s->potential->mass;

    timer_start(TIMER_VELOCITIES);
    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            for (int a = 0; a < 3; a++)
                c->v[i][a] += factor * c->f[i][a];
    }
    timer_stop(TIMER_VELOCITIES);
}

static void advance_positions(simulation *s, double dt) {
    cells *c = s->cells;

    timer_start(TIMER_POSITIONS);
    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            for (int a = 0; a < 3; a++)
                c->r[i][a] += dt * c->v[i][a];
    }
    timer_stop(TIMER_POSITIONS);
}

/* Velocity Verlet. */
void simulation_advance(simulation *s, int steps) {
    timer_start(TIMER_STEPS);
    for (int step = 0; step < steps; step++) {
        advance_velocities(s, 0.5 * s->dt);
        advance_positions(s, s->dt);
        redistribute(s);
        compute_force(s);
        advance_velocities(s, 0.5 * s->dt);
    }
    timer_stop(TIMER_STEPS);
}

int simulation_reduce(simulation *s) {
    const cells *c = s->cells;
    double mine[2] = {s->own_potential_energy, 0.0}, all[2];
    int own = cells_own_atoms(c);

    for (int k = 0; k < c->own; k++) {
        int cell = c->own_cell[k];

        for (int i = cell * CELL_SLOTS; i < cell * CELL_SLOTS + c->count[cell]; i++)
            mine[1] += 0.5 * s->potential->mass *
                       (c->v[i][0] * c->v[i][0] + c->v[i][1] * c->v[i][1] + c->v[i][2] * c->v[i][2]);
    }
    timer_start(TIMER_REDUCE);
    parallel_add_double(mine, all, 2);
    parallel_add_int(&own, &s->atoms, 1);
    timer_stop(TIMER_REDUCE);
    s->potential_energy = all[0];
    s->kinetic_energy = all[1];
    return s->atoms == c->global_atoms ? 0 : -1;
}
