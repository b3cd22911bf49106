#include <exception>
#include <mpi.h>
#include <stdexcept>
#include <stdio.h>
#include <string>

// Runs while an exception is thrown and not yet caught.
struct Guard {
    int mine;
    ~Guard() {
        MPI_Barrier(MPI_COMM_WORLD);
        if (std::uncaught_exceptions() != 1)
            printf("rank %d: %d exceptions under way\n", mine, std::uncaught_exceptions());
    }
};

static void fail(int mine) {
    Guard guard{mine};
    throw std::runtime_error("of rank " + std::to_string(mine));
}

static void ranks(int mine) {
    try {
        fail(mine);
    } catch (const std::exception &caught) {
        MPI_Barrier(MPI_COMM_WORLD);
        try {
            throw mine;
        } catch (int inner) {
            MPI_Barrier(MPI_COMM_WORLD);
            try {
                if (mine != 1)
                    throw;
                MPI_Barrier(MPI_COMM_SELF);
                throw;
            } catch (int again) {
                MPI_Barrier(MPI_COMM_WORLD);
                if (again != mine || inner != mine)
                    printf("rank %d: rethrown %d\n", mine, again);
            }
        }
        try {
            throw;
        } catch (const std::exception &again) {
            printf("rank %d: %s, %s\n", mine, caught.what(), again.what());
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int mine;
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    ranks(mine);
    MPI_Finalize();
    return 0;
}
