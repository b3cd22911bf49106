#include "decomp.h"

static int part(int cells, int parts, int which) {
    return (which + 1) * cells / parts - which * cells / parts;
}

void decomp_init(struct decomp *d, const struct params *p, MPI_Comm comm) {
    d->comm = comm;
    MPI_Comm_rank(comm, &d->me);
    MPI_Comm_size(comm, &d->np);

    /* The most nearly square grid of processes. */
    d->px = 1;
    for (int k = 1; k * k <= d->np; k++)
        if (d->np % k == 0)
            d->px = k;
    d->py = d->np / d->px;
    d->ix = d->me % d->px;
    d->iy = d->me / d->px;
    d->nx = part(p->nx, d->px, d->ix);
    d->ny = part(p->ny, d->py, d->iy);
}

int decomp_at(const struct decomp *d, int dx, int dy) {
    int x = d->ix + dx, y = d->iy + dy;

    if (x < 0 || x >= d->px || y < 0 || y >= d->py)
        return MPI_PROC_NULL;
    return y * d->px + x;
}
