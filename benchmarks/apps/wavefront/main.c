/* wavefront - discrete-ordinates transport sweeps, pipelined over a 2-D process grid (as Sweep3D and LU do it). */
#include "decomp.h"
#include "params.h"
#include "sweep.h"

#include <stdio.h>

static struct params par;

int main(int argc, char **argv) {
    static struct decomp dec;
    struct state st;
    double change = 0.0, t0;
    int it;

    MPI_Init(&argc, &argv);
    if (params_read(&par, argc, argv)) {
        fprintf(stderr, "usage: wavefront [NX NY NZ [BLOCK [ANGLES [SWEEPS]]]] | -f FILE\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    decomp_init(&dec, &par, MPI_COMM_WORLD);
    if (state_create(&st, &dec, &par) != 0) {
        fprintf(stderr, "wavefront: out of memory on process %d\n", dec.me);
        MPI_Abort(dec.comm, 2);
    }

    t0 = MPI_Wtime();
    for (it = 0; it < par.sweeps; it++) {
        sweep_all(&st, &dec, &par);
        change = sweep_source(&st, &dec, &par);
        if (dec.me == 0)
            printf("sweep %d: largest change %.6e\n", it + 1, change);
    }
    if (dec.me == 0)
        printf("wavefront: %d x %d x %d cells, %d x %d processes, %.6f s\n", par.nx, par.ny, par.nz, dec.px, dec.py,
               MPI_Wtime() - t0);
    state_destroy(&st);
    MPI_Finalize();
    return 0;
}
