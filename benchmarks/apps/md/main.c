/* md - molecular dynamics with short-range forces: linked cells, parts of a periodic box on a 3-D grid of processes,
 * halo exchange and moving of atoms axis by axis, velocity Verlet. */
#include "options.h"
#include "parallel.h"
#include "simulation.h"
#include "timers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void print_setup(const simulation *s, const options *o) {
    int own = cells_own_atoms(s->cells), most;

    parallel_max_int(&own, &most, 1);
    if (!parallel_is_root())
        return;
    printf("md: %d atoms, at most %d on a rank, in %d x %d x %d unit cells\n", s->cells->global_atoms, most, o->size[0],
           o->size[1], o->size[2]);
    printf("%d x %d x %d processes with %d x %d x %d cells each\n", s->domain->grid[0], s->domain->grid[1],
           s->domain->grid[2], s->cells->n[0], s->cells->n[1], s->cells->n[2]);
    s->potential->print(s->potential, stdout);
    printf("\n%8s %14s %14s %14s %12s %10s %12s\n", "step", "energy", "potential", "kinetic", "temperature", "atoms",
           "us/atom/step");
}

/* A line of output; ends the program if the atoms are not all there. */
static void print_state(simulation *s, int step, int steps) {
    int lost = simulation_reduce(s);
    double n = s->atoms > 0 ? s->atoms : 1;
    double time = timer_last(TIMER_STEPS);

    if (parallel_is_root())
        printf("%8d %14.8f %14.8f %14.8f %12.6f %10d %12.4f\n", step, (s->potential_energy + s->kinetic_energy) / n,
               s->potential_energy / n, s->kinetic_energy / n, s->kinetic_energy / (1.5 * n), s->atoms,
               steps > 0 ? time * 1e6 * parallel_size() / (n * steps) : 0.0);
    if (lost != 0) {
        if (parallel_is_root())
            fprintf(stderr, "md: %d of %d atoms are lost\n", s->cells->global_atoms - s->atoms, s->cells->global_atoms);
        parallel_end();
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv) {
    options o;
    simulation *s;
    double energy;

    parallel_init(&argc, &argv);
    timer_start(TIMER_TOTAL);
    if (options_parse(&o, argc, argv) != 0) {
        parallel_end();
        return EXIT_FAILURE;
    }

    timer_start(TIMER_SETUP);
    s = simulation_create(&o);
    timer_stop(TIMER_SETUP);
    print_setup(s, &o);
    print_state(s, 0, 0);
    energy = s->potential_energy + s->kinetic_energy;

    for (int step = 0; step < o.steps;) {
        int steps = o.steps - step < o.print_every ? o.steps - step : o.print_every;

        simulation_advance(s, steps);
        step += steps;
        print_state(s, step, steps);
    }

    if (parallel_is_root())
        printf("\nchange of energy: %.3e of %.8f\n", fabs((s->potential_energy + s->kinetic_energy - energy) / energy),
               energy / s->cells->global_atoms);
    timer_stop(TIMER_TOTAL);
    timers_report();
    simulation_destroy(&s);
    parallel_end();
    return EXIT_SUCCESS;
}
