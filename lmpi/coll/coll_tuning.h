/* coll_tuning.h - the sizes at which MPICH 4.0.2 changes algorithms: its tables maint/tuning/coll/mpir/generic.json and
 * ch4/generic.json, and for non-blocking forms the defaults of its control variables MPIR_CVAR_*. */
#ifndef LMPI_COLL_TUNING_H
#define LMPI_COLL_TUNING_H

enum {
    BCAST_MIN_PROCS = 8,
    BCAST_SHORT_BYTES = 12288,
    BCAST_LONG_BYTES = 524288,
    REDUCE_SHORT_BYTES = 2048,
    ALLREDUCE_SHORT_BYTES = 8,
    IALLREDUCE_SHORT_BYTES = 2048,
    ALLGATHER_SHORT_BYTES = 81920, /* all contributions together; also for allgatherv */
    ALLGATHER_LONG_BYTES = 524288,
    ALLGATHERV_PIPELINE_BYTES = 32768,
    GATHERV_SSEND_MIN_PROCS = 32, /* from this size on, sends are synchronous */
    ALLTOALL_MIN_PROCS = 9,
    ALLTOALL_SHORT_BYTES = 256, /* one block */
    ALLTOALL_MEDIUM_BYTES = 32768,
    ALLTOALL_THROTTLE = 32,
    REDUCE_SCATTER_COMMUTATIVE_LONG_BYTES = 524288
};

#endif
