/* groups.c - all group functions. */
#include "diff.h"

static void show(const char *what, MPI_Group group) {
    int size, rank, world_rank[64], local[64];
    MPI_Group world;
    char text[400] = "";
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &size);
    MPI_Group_rank(group, &rank);
    for (int i = 0; i < size; i++)
        local[i] = i;
    MPI_Group_translate_ranks(group, size, local, world, world_rank);
    for (int i = 0; i < size; i++)
        sprintf(text + strlen(text), " %d", world_rank[i]);
    out("%s: size %d rank %d:%s", what, size, rank == MPI_UNDEFINED ? -1 : rank, text);
    MPI_Group_free(&world);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n, rank, result;
    MPI_Group world, even, odd, some, reversed, g, empty;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    show("world", world);
    int evens[][3] = {{0, n - 1, 2}}, backwards[][3] = {{n - 1, 0, -1}},
        two[][3] = {{0, 0, 1}, {n - 1, n > 1 ? 1 : n, -2}};
    MPI_Group_range_incl(world, 1, evens, &even);
    show("even", even);
    MPI_Group_range_excl(world, 1, evens, &odd);
    show("odd", odd);
    MPI_Group_range_incl(world, 1, backwards, &reversed);
    show("reversed", reversed);
    MPI_Group_range_incl(world, n > 1 ? 2 : 1, two, &some);
    show("some", some);
    MPI_Group_union(odd, some, &g), show("union", g), MPI_Group_free(&g);
    MPI_Group_union(even, world, &g), show("union 2", g), MPI_Group_free(&g);
    MPI_Group_intersection(reversed, even, &g), show("intersection", g), MPI_Group_free(&g);
    MPI_Group_intersection(odd, even, &g), show("no intersection", g);
    MPI_Group_compare(g, MPI_GROUP_EMPTY, &result);
    out("empty: %d", result == MPI_IDENT);
    MPI_Group_difference(reversed, even, &g), show("difference", g), MPI_Group_free(&g);
    MPI_Group_difference(even, world, &empty), show("empty", empty);
    int list[2] = {n - 1, 0};
    MPI_Group_incl(world, n > 1 ? 2 : 1, list, &g), show("incl", g), MPI_Group_free(&g);
    MPI_Group_excl(world, n > 1 ? 2 : 1, list, &g), show("excl", g);
    MPI_Group_compare(world, reversed, &result);
    out("compare %s", result == MPI_IDENT ? "ident" : result == MPI_SIMILAR ? "similar" : "unequal");
    MPI_Group_compare(world, even, &result);
    out("compare %s", result == MPI_IDENT ? "ident" : result == MPI_SIMILAR ? "similar" : "unequal");
    int from[3] = {0, n > 1 ? MPI_PROC_NULL : 0, n - 1}, to[3];
    MPI_Group_translate_ranks(world, 3, from, odd, to);
    out("translate %d %d %d", to[0] == MPI_UNDEFINED ? -99 : to[0], to[1] == MPI_PROC_NULL,
        to[2] == MPI_UNDEFINED ? -99 : to[2]);
    MPI_Group_free(&even);
    MPI_Group_free(&odd);
    out("freed %d", odd == MPI_GROUP_NULL);
    MPI_Barrier(MPI_COMM_WORLD); /* the trace is not empty */
    MPI_Finalize();
    return 0;
}
