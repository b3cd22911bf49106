/* cart.c - Cartesian topologies and MPI_Dims_create. */
#include "diff.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int nodes = 1; nodes <= 360; nodes += 7)
        for (int ndims = 1; ndims <= 4; ndims++) {
            int dims[4] = {0};
            if (MPI_Dims_create(nodes, ndims, dims) == MPI_SUCCESS)
                out("dims %d in %d: %d %d %d %d", nodes, ndims, dims[0], dims[1], dims[2], dims[3]);
        }
    unsigned hash = 0;
    for (int nodes = 1; nodes <= 4000; nodes++)
        for (int ndims = 1; ndims <= 6; ndims++) {
            int dims[6] = {0};
            MPI_Dims_create(nodes, ndims, dims);
            for (int i = 0; i < ndims; i++)
                hash = hash * 31 + (unsigned)dims[i];
        }
    out("dims of 1 to 4000 nodes: %u", hash);
    static const int many[] = {18000, 19800, 66600, 98784, 119952, 185400}; /* several are as round */
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        int five[5] = {0};
        MPI_Dims_create(many[i], 5, five);
        out("dims of %d: %d %d %d %d %d", many[i], five[0], five[1], five[2], five[3], five[4]);
    }
    int fixed[3] = {0, 2, 0};
    MPI_Dims_create(24, 3, fixed);
    out("fixed %d %d %d", fixed[0], fixed[1], fixed[2]);
    int all[2] = {6, 4};
    MPI_Dims_create(24, 2, all);
    out("all fixed %d %d", all[0], all[1]);
    int dims[2] = {0, 0}, periods[2] = {0, 1}, coords[2], maxdims, kind, newrank;
    MPI_Dims_create(n, 2, dims);
    MPI_Comm grid, row, column, none;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Topo_test(grid, &kind);
    MPI_Cartdim_get(grid, &maxdims);
    int d[2], p[2];
    MPI_Cart_get(grid, 2, d, p, coords);
    out("cart %d dims %d: %d x %d periods %d %d at %d %d", kind == MPI_CART, maxdims, d[0], d[1], p[0], p[1], coords[0],
        coords[1]);
    for (int r = 0; r < n; r++) {
        int c[2], back;
        MPI_Cart_coords(grid, r, 2, c);
        MPI_Cart_rank(grid, c, &back);
        out("rank %d at %d %d, back %d", r, c[0], c[1], back);
    }
    int around[2] = {0, -1}, r;
    MPI_Cart_rank(grid, around, &r);
    out("around %d", r);
    for (int direction = 0; direction < 2; direction++)
        for (int disp = -2; disp <= 2; disp++) {
            int from, to;
            MPI_Cart_shift(grid, direction, disp, &from, &to);
            out("shift %d by %d: %d %d", direction, disp, from == MPI_PROC_NULL ? -1 : from,
                to == MPI_PROC_NULL ? -1 : to);
        }
    int rows[2] = {0, 1}, columns[2] = {1, 0}, nothing[2] = {0, 0};
    MPI_Cart_sub(grid, rows, &row);
    MPI_Cart_sub(grid, columns, &column);
    MPI_Cart_sub(grid, nothing, &none); /* MPICH 4.0.2 gives the null communicator, MPI one rank */
    int size, sum, at[1], dim;
    MPI_Comm_size(row, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    MPI_Cartdim_get(row, &dim);
    MPI_Comm_rank(row, &r);
    MPI_Cart_coords(row, r, 1, at);
    out("row of %d dim %d sum %d at %d", size, dim, sum, at[0]);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, column);
    out("column sum %d", sum);
    MPI_Comm dup;
    MPI_Comm_dup(grid, &dup);
    MPI_Topo_test(dup, &kind);
    out("dup keeps %d", kind == MPI_CART);
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    out("world %d", kind == MPI_UNDEFINED);
    int smaller[1] = {n > 1 ? n - 1 : 1}, no[1] = {0};
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, smaller, no, 1, &line);
    out("line %d", line != MPI_COMM_NULL);
    MPI_Cart_map(MPI_COMM_WORLD, 1, smaller, no, &newrank);
    out("map %d", newrank == MPI_UNDEFINED ? -1 : newrank);
    if (line != MPI_COMM_NULL) {
        int from, to, got = -1;
        MPI_Cart_shift(line, 0, 1, &from, &to);
        MPI_Sendrecv(&rank, 1, MPI_INT, to, 3, &got, 1, MPI_INT, from, 3, line, MPI_STATUS_IGNORE);
        out("got %d", got);
        MPI_Comm_free(&line);
    }
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
