/* contents.c - see contents.h. */
#include "lmpi/datatype/contents.h"

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

static bool is_predefined(int combiner) {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

bool lmpi_contents_read(lmpi_contents *c, MPI_Datatype type) {
    *c = (lmpi_contents){0};
    MPI_Count counts[4];
    PMPI_Type_get_envelope_c(type, &counts[0], &counts[1], &counts[2], &counts[3], &c->combiner);
    if (counts[2] > 0)
        bsim_fatal(BSIM_EXIT_USAGE, "a datatype with counts above 2147483647 is in a file view, or a program of bsim "
                                    "check: this is not supported");
    PMPI_Type_get_envelope(type, &c->nints, &c->naddresses, &c->ntypes, &c->combiner);
    if (is_predefined(c->combiner))
        return false;
    c->ints = bsim_alloc(((size_t)c->nints + 1) * sizeof *c->ints);
    c->addresses = bsim_alloc(((size_t)c->naddresses + 1) * sizeof *c->addresses);
    c->types = bsim_alloc(((size_t)c->ntypes + 1) * sizeof *c->types);
    bsim_check(PMPI_Type_get_contents(type, c->nints, c->naddresses, c->ntypes, c->ints, c->addresses, c->types) ==
               MPI_SUCCESS);
    return true;
}

void lmpi_contents_free(lmpi_contents *c) {
    for (int i = 0; i < c->ntypes; i++) {
        int unused, combiner;
        PMPI_Type_get_envelope(c->types[i], &unused, &unused, &unused, &combiner);
        if (!is_predefined(combiner)) /* MPICH has given a reference */
            PMPI_Type_free(&c->types[i]);
    }
    bsim_free(c->ints);
    bsim_free(c->addresses);
    bsim_free(c->types);
}
