/* stand_in.c - datatypes in the place of those that another process made: in the table of derived types, with only what
 * collectives ask of a type whose data are packed. */
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/datatype_table.h"

struct making {
    int64_t size;
    MPI_Datatype made;
};

/* The handle is only a name: the data have no holes, so MPICH never moves them. */
static void make(void *argument) {
    struct making *m = argument;
    bsim_check(PMPI_Type_contiguous_c(m->size, MPI_BYTE, &m->made) == MPI_SUCCESS);
}

MPI_Datatype lmpi_type_stand_in(int64_t size, MPI_Datatype basic) {
    enum { STAND_IN = -1 }; /* no constructor of a program has this number */
    const int64_t key[] = {STAND_IN, size, basic};
    enum { N = sizeof key / sizeof *key };
    BSIM_LOCKED;
    const lmpi_type *type = lmpi_type_again(key, N, 1);
    if (type)
        return type->handle;
    struct making m = {.size = size};
    lmpi_pmpi_init();
    bsim_on_host_stack(make, &m);
    const lmpi_type description = {.handle = m.made,
                                   .size = size,
                                   .extent = size,
                                   .true_extent = size,
                                   .contiguous = 1,
                                   .committed = 1,
                                   .basic = basic,
                                   .blocks = size > 0};
    return lmpi_type_add(&description, key, N, NULL, 0)->handle;
}
