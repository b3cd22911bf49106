/* Conditions on returned codes and constants: which are known, and which only look so.
 * trace: ranks=1,2,5 */
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>

static int steps(int n) {
    static int before = 0;
    if (before == 0)
        MPI_Barrier(MPI_COMM_SELF);
    before = 1;
    return n;
}

/* The parameter comes from the caller, whatever is assigned later. */
static int parameter(int code) {
    if (code == 0)
        MPI_Barrier(MPI_COMM_SELF);
    code = 1;
    return code;
}

static int depth(int n) {
    int code = 0;
    if (n > 0)
        code = depth(n - 1) + 1;
    return code;
}

/* Known only for those who never look. */
static int fails(int n) {
    if (n > 1)
        return MPI_ERR_OTHER;
    return MPI_SUCCESS;
}

static int through(int (*f)(int), int n) {
    int code;
    code = f(n);
    return code;
}

int main(int argc, char **argv) {
    int rank, size, code = MPI_SUCCESS, turns = 0, bits = 0, up = 0, n = 1, narrow = 0;
    unsigned char small = 0;
    int *where = &n;
    jmp_buf back;

    code = MPI_Init(&argc, &argv);
    if (code != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, code);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* The greatest number of a type is no small one. */
    if ((size_t)rank == (size_t)-1 || -1UL == 0)
        MPI_Barrier(MPI_COMM_SELF);

    steps(1);
    steps(2);
    parameter(rank);
    if (parameter(0) != 0)
        MPI_Barrier(MPI_COMM_SELF);
    *where = 3;
    if (n == 1)
        MPI_Barrier(MPI_COMM_SELF);
    if (depth(3) == 0)
        MPI_Barrier(MPI_COMM_SELF);
    if (fails(size) != MPI_SUCCESS)
        MPI_Bcast(&n, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (through(fails, size) == MPI_SUCCESS || (code == MPI_SUCCESS && ++turns > 3))
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (code != MPI_SUCCESS && ++turns)
        turns = 9;
    while (code == MPI_SUCCESS && turns++ < 4)
        MPI_Barrier(MPI_COMM_WORLD);
    bits |= turns > 2;
    if (bits == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    for (; up < 2 && (code = MPI_Barrier(MPI_COMM_SELF)) == MPI_SUCCESS; up++)
        ;
    if (up == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    small = (unsigned char)(256 + size);
    if (small == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank >= 0)
        narrow = 1 - 1;
    else if (narrow)
        MPI_Barrier(MPI_COMM_SELF);
    else
        narrow = 0;
    MPI_Bcast(argv[0], code == MPI_SUCCESS ? 2 : 3, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(argv[0], 1 + (code ? (narrow ? 5 : 6) : narrow ? 7 : 8), MPI_BYTE, 0, MPI_COMM_WORLD);
    switch (turns) {
    case 0:
        if (code != MPI_SUCCESS) {
        case 5:
            MPI_Barrier(MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_SELF);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (setjmp(back) == 0) {
        if (code == MPI_SUCCESS)
            if (size > 1)
                MPI_Barrier(MPI_COMM_WORLD);
            else
                longjmp(back, 1);
    } else {
        MPI_Barrier(MPI_COMM_SELF);
    }
    if (code == MPI_SUCCESS) {
        int inner = size;
        MPI_Bcast(argv[0], inner > 3 ? 3 : inner, MPI_BYTE, 0, MPI_COMM_WORLD);
    } else if (size > 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
