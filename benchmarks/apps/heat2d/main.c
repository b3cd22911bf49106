/* heat2d - the heat equation on a plate: 5-point stencil, 2-D process grid, halo exchange with derived datatypes that
 * overlaps the inner points, and a residual over all processes every few steps. */
#include "grid.h"
#include "halo.h"
#include "options.h"
#include "solver.h"

#include <stdio.h>
#include <stdlib.h>

static void run(grid *g, const options *opt) {
    halo h;

    for (int step = 1; step <= opt->steps; step++) {
        halo_begin(&h, g);
        solver_step_inner(g, opt->diffusion);
        halo_end(&h);
        solver_step_rim(g, opt->diffusion);
        solver_swap(g);

        if (opt->check > 0 && step % opt->check == 0) {
            double residual = solver_residual(g);
            if (g->rank == 0 && opt->verbose)
                printf("step %6d  residual %.6e\n", step, residual);
        }
    }
}

int main(int argc, char **argv) {
    options opt;
    grid g;
    double start, total;

    MPI_Init(&argc, &argv);
    if (options_parse(&opt, argc, argv) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);

    grid_create(&g, MPI_COMM_WORLD, opt.nx, opt.ny);
    grid_initialise(&g, opt.nx, opt.ny);
    start = MPI_Wtime();
    run(&g, &opt);
    total = solver_total(&g);
    if (g.rank == 0) {
        printf("heat2d: %d x %d points, %d x %d processes, %d steps\n", opt.nx, opt.ny, g.dims[1], g.dims[0],
               opt.steps);
        printf("mean temperature %.6f\n", total / ((double)opt.nx * opt.ny));
        printf("time of the steps %.6f s\n", MPI_Wtime() - start);
    }
    grid_destroy(&g);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
