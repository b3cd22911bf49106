/* refuse.c - the functions that a run on several hosts has. All others that communicate are refused by name. */
#include <stdio.h>
#include <string.h>

#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letters.h"

/* Without MPI_ or LMPI_. */
static const char *const functions[] = {
    "Send", "Bsend", "Ssend", "Rsend", "Recv", "Sendrecv", "Sendrecv_replace", "Isend", "Ibsend", "Issend", "Irsend",
    "Irecv", "Isendrecv", "Isendrecv_replace", "Send_init", "Bsend_init", "Ssend_init", "Rsend_init", "Recv_init",
    "Start", "Startall", "Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome",
    "Request_get_status", "Request_free", "Probe", "Iprobe", "Mprobe", "Improbe", "Mrecv", "Imrecv",
    /* collectives */
    "Barrier", "Bcast", "Reduce", "Allreduce", "Scan", "Exscan", "Gather", "Gatherv", "Scatter", "Scatterv",
    "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter", "Reduce_scatter_block",
    "Ibarrier", "Ibcast", "Ireduce", "Iallreduce", "Iscan", "Iexscan", "Igather", "Igatherv", "Iscatter", "Iscatterv",
    "Iallgather", "Iallgatherv", "Ialltoall", "Ialltoallv", "Ialltoallw", "Ireduce_scatter", "Ireduce_scatter_block",
    "Barrier_init", "Bcast_init", "Reduce_init", "Allreduce_init", "Scan_init", "Exscan_init", "Gather_init",
    "Gatherv_init", "Scatter_init", "Scatterv_init", "Allgather_init", "Allgatherv_init", "Alltoall_init",
    "Alltoallv_init", "Alltoallw_init", "Reduce_scatter_init", "Reduce_scatter_block_init",
    /* communicators */
    "Comm_dup", "Comm_dup_with_info", "Comm_split", "Comm_split_type", "Comm_create", "Comm_free", "Comm_disconnect",
    "Cart_create", "Cart_sub"};

bool lmpi_hosts_has(const char *function) {
    const char *name = strchr(function, '_') + 1;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i], name) == 0)
            return true;
    return false;
}

void lmpi_hosts_refuse(const char *what, const void *site) {
    bsim_fatal_at(BSIM_EXIT_USAGE, site, BSIM_HOSTS_LACK, what);
}

void lmpi_hosts_refuse_call(const lmpi_coll_call *call, const char *what) {
    char text[128];
    snprintf(text, sizeof text, "%s %s", call->site->call, what);
    lmpi_hosts_refuse(text, call->site->address);
}
