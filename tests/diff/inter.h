/* inter.h - for the programs with inter-communicators. */
#ifndef INTER_H
#define INTER_H

#include "diff.h"

static void describe(const char *what, MPI_Comm comm) {
    int rank, size, remote, flag;
    MPI_Comm_test_inter(comm, &flag);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (!flag) {
        out("%s: rank %d of %d", what, rank, size);
        return;
    }
    MPI_Group group, world;
    int there[16], where[16];
    MPI_Comm_remote_size(comm, &remote);
    MPI_Comm_remote_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < remote; i++)
        there[i] = i;
    MPI_Group_translate_ranks(group, remote, there, world, where);
    out("%s: rank %d of %d, remote %d, first %d last %d", what, rank, size, remote, where[0], where[remote - 1]);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

#endif
