/* contents.c - see contents.h. */
#include "lmpi/datatype/contents.h"

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"

bool lmpi_contents_read(lmpi_contents *c, MPI_Datatype type) {
    *c = (lmpi_contents){0};
    PMPI_Type_get_envelope(type, &c->nints, &c->naddresses, &c->ntypes, &c->combiner);
    if (c->combiner == MPI_COMBINER_NAMED)
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
        if (combiner != MPI_COMBINER_NAMED) /* MPICH has given a reference */
            PMPI_Type_free(&c->types[i]);
    }
    bsim_free(c->ints);
    bsim_free(c->addresses);
    bsim_free(c->types);
}
