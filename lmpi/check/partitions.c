/* partitions.c - the buffers of partitioned communication (MPI-4.0, 4.2): a partition that is sent is the operation's
 * from MPI_Pready on, one that is received until MPI_Parrived says that it is there. */
#include "lmpi/check/check.h"

/* Arguments of MPI_Psend_init and MPI_Precv_init. */
enum { BUFFER, COUNT = 2, TYPE, PEER };

static bool has_data(const check_request *r) {
    return r && r->active && (int)r->call.a[PEER] != MPI_PROC_NULL && lmpi_type_of((MPI_Datatype)r->call.a[TYPE]);
}

static intptr_t begin_of(const check_request *r, int partition) {
    return r->call.a[BUFFER] +
           partition * (int64_t)r->call.a[COUNT] * (int64_t)lmpi_type_of((MPI_Datatype)r->call.a[TYPE])->extent;
}

static void arrived(check_request *r, int partition) {
    check_spans pieces;
    lmpi_check_spans_of_data(&pieces, begin_of(r, partition), r->call.a[COUNT], (MPI_Datatype)r->call.a[TYPE]);
    lmpi_check_memory_left(r);
    for (int i = 0; i < pieces.count; i++)
        lmpi_check_spans_remove(&r->writes, pieces.at[i]);
    lmpi_check_memory_taken(r);
    lmpi_check_spans_free(&pieces);
}

/* n partitions: of a list, or from one on. */
static void ready(check_request *r, const int *list, int first, int n) {
    if (!has_data(r))
        return;
    lmpi_check_unchanged(r);
    lmpi_check_memory_left(r);
    for (int i = 0; i < n; i++)
        lmpi_check_spans_add(&r->reads, begin_of(r, list ? list[i] : first + i), r->call.a[COUNT],
                             (MPI_Datatype)r->call.a[TYPE]);
    lmpi_check_spans_sort(&r->reads);
    lmpi_check_memory_taken(r);
    r->digest = lmpi_check_spans_digest(&r->reads);
}

void lmpi_check_partitions(const check_call *call) {
    const intptr_t *a = call->a;
    int self = bsim_self->id;
    check_request *received = call->id == CHECK_Parrived ? lmpi_check_request_of(self, (MPI_Request)a[0]) : NULL;
    switch (call->id) {
    case CHECK_Parrived:
        if (*(const int *)a[2])
            lmpi_check_request_brings((MPI_Request)a[0], true);
        if (has_data(received) && *(const int *)a[2])
            arrived(received, (int)a[1]);
        break;
    case CHECK_Pready:
        ready(lmpi_check_request_of(self, (MPI_Request)a[1]), NULL, (int)a[0], 1);
        break;
    case CHECK_Pready_range:
        ready(lmpi_check_request_of(self, (MPI_Request)a[2]), NULL, (int)a[0], (int)a[1] - (int)a[0] + 1);
        break;
    default:
        ready(lmpi_check_request_of(self, (MPI_Request)a[2]), (const int *)a[1], 0, (int)a[0]);
        break;
    }
}
