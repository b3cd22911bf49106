#include "domain.h"

#include "memory.h"
#include "parallel.h"

static int rank_at(const domain *d, int x, int y, int z) {
    x = (x + d->grid[0]) % d->grid[0];
    y = (y + d->grid[1]) % d->grid[1];
    z = (z + d->grid[2]) % d->grid[2];
    return x + d->grid[0] * (y + d->grid[1] * z);
}

domain *domain_create(const double length[3], const int grid[3]) {
    domain *d = md_malloc(sizeof *d, "the domain");
    int rank = parallel_rank();

    for (int a = 0; a < 3; a++)
        d->grid[a] = grid[a];
    parallel_grid(d->grid);
    if (d->grid[0] * d->grid[1] * d->grid[2] != parallel_size())
        parallel_die("a grid of %d x %d x %d processes does not fit %d ranks", d->grid[0], d->grid[1], d->grid[2],
                     parallel_size());
    d->at[0] = rank % d->grid[0];
    d->at[1] = rank / d->grid[0] % d->grid[1];
    d->at[2] = rank / (d->grid[0] * d->grid[1]);

    for (int a = 0; a < 3; a++) {
        d->length[a] = length[a];
        d->extent[a] = length[a] / d->grid[a];
        d->lower[a] = d->extent[a] * d->at[a];
        d->upper[a] = d->at[a] == d->grid[a] - 1 ? length[a] : d->extent[a] * (d->at[a] + 1);
    }
    for (int f = 0; f < FACES; f++) {
        int to[3] = {d->at[0], d->at[1], d->at[2]};

        to[FACE_AXIS(f)] += FACE_IS_UPPER(f) ? 1 : -1;
        d->neighbour[f] = rank_at(d, to[0], to[1], to[2]);
    }
    return d;
}

void domain_destroy(domain **d) {
    md_free(*d);
    *d = NULL;
}

double domain_shift(const domain *d, int face) {
    int axis = FACE_AXIS(face);

    if (!FACE_IS_UPPER(face) && d->at[axis] == 0)
        return d->length[axis];
    if (FACE_IS_UPPER(face) && d->at[axis] == d->grid[axis] - 1)
        return -d->length[axis];
    return 0.0;
}
