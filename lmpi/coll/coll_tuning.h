/* coll_tuning.h - where MPICH 4.0 changes algorithm: the defaults of its control variables MPIR_CVAR_*. */
#ifndef LMPI_COLL_TUNING_H
#define LMPI_COLL_TUNING_H

enum {
    BCAST_MIN_PROCS = 8,
    BCAST_SHORT_BYTES = 12288,
    BCAST_LONG_BYTES = 524288,
    REDUCE_SHORT_BYTES = 2048,
    ALLREDUCE_SHORT_BYTES = 2048,
    ALLGATHER_SHORT_BYTES = 81920, /* also allgatherv; of all contributions together */
    ALLGATHER_LONG_BYTES = 524288,
    ALLGATHERV_PIPELINE_BYTES = 32768,
    GATHERV_SSEND_MIN_PROCS = 32, /* from here on synchronous sends */
    ALLTOALL_MIN_PROCS = 8,
    ALLTOALL_SHORT_BYTES = 256, /* of one block */
    ALLTOALL_MEDIUM_BYTES = 32768,
    ALLTOALL_THROTTLE = 32,
    REDUCE_SCATTER_COMMUTATIVE_LONG_BYTES = 524288
};

#endif
