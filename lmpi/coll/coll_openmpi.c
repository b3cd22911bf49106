/* coll_openmpi.c - which algorithms Open MPI 5.0.2 chooses: the limits of the fixed decisions of its component "tuned",
 * by bytes and number of members, with the defaults that it gives the algorithms: messages are not cut into segments,
 * chains have a fanout of 1, k-nomial trees a radix of 4.
 *
 * What an algorithm does in special cases is as there: a ring for fewer elements than members is recursive doubling,
 * for instance. Not modelled are other components that may take a collective (sm, libnbc); han is in coll_han.c. */
#include "lmpi/coll/coll_algorithm.h"

#include <stdint.h>

/* A line of a decision: the algorithm for less than so many bytes, among fewer than so many members. */
typedef struct decision {
    int members;   /* 0: any number */
    int64_t bytes; /* 0: any number */
    lmpi_algorithm *algorithm;
} decision;

/* Performs the first line that fits. Lines are sorted by members, then bytes; those with 0 end their list. */
static void decide(const decision *line, lmpi_coll_run *run, const lmpi_task *task) {
    while ((line->members && run->n >= line->members) || (line->bytes && task->bytes >= line->bytes))
        line++;
    lmpi_task as = *task;
    as.segment = 0;
    as.fanout = 1;
    line->algorithm(run, &as);
}

/* ---- algorithms with their special cases ---- */

static lmpi_algorithm *const doubling = lmpi_allreduce_doubling;

static void ring(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->count < run->n)
        doubling(run, task);
    else
        lmpi_allreduce_ring(run, task);
}

static void rabenseifner(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->count < lmpi_pof2_below(run->n))
        lmpi_allreduce_linear(run, task);
    else
        lmpi_allreduce_rabenseifner(run, task);
}

static void reduce_rabenseifner(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->count < lmpi_pof2_below(run->n))
        lmpi_reduce_linear(run, task);
    else
        lmpi_reduce_rabenseifner(run, task);
}

static void allgather_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    if (lmpi_is_pof2(run->n))
        lmpi_allgather_doubling(run, task);
    else
        lmpi_allgather_bruck(run, task);
}

static void neighbor(lmpi_coll_run *run, const lmpi_task *task) {
    if (run->n % 2)
        lmpi_allgather_ring(run, task);
    else
        lmpi_allgather_neighbor(run, task);
}

/* Scatter and an allgather by recursive doubling, for any number of members: by the ring if it is no power of two. */
static void scatter_allgather(lmpi_coll_run *run, const lmpi_task *task) {
    if (lmpi_is_pof2(run->n))
        lmpi_bcast_scatter_doubling(run, task);
    else
        lmpi_bcast_scatter_ring(run, task);
}

/* Open MPI's butterfly is for any number of members; here recursive halving stands for it if it is no power of two. */
static void butterfly(lmpi_coll_run *run, const lmpi_task *task) {
    bool equal = lmpi_is_pof2(run->n);
    for (int i = 1; equal && i < run->n; i++)
        equal = task->start[i + 1] - task->start[i] == task->start[1] - task->start[0];
    if (equal)
        lmpi_reduce_scatter_butterfly(run, task);
    else
        lmpi_reduce_scatter_halving(run, task);
}

/* ---- decisions ---- */

static const decision allreduce_ordered[] = {
    {4, 131072, lmpi_allreduce_doubling},
    {4, 0, lmpi_allreduce_linear},
    {8, 0, lmpi_allreduce_doubling},
    {16, 1048576, lmpi_allreduce_doubling},
    {16, 0, lmpi_allreduce_reduce_bcast},
    {128, 0, lmpi_allreduce_doubling},
    {256, 131072, lmpi_allreduce_reduce_bcast},
    {256, 524288, lmpi_allreduce_doubling},
    {256, 0, lmpi_allreduce_reduce_bcast},
    {512, 4096, lmpi_allreduce_reduce_bcast},
    {512, 524288, lmpi_allreduce_doubling},
    {512, 0, lmpi_allreduce_reduce_bcast},
    {0, 2048, lmpi_allreduce_reduce_bcast},
    {0, 0, lmpi_allreduce_doubling},
};

static const decision allreduce[] = {
    {4, 8, ring},
    {4, 4096, lmpi_allreduce_doubling},
    {4, 8192, ring},
    {4, 16384, lmpi_allreduce_doubling},
    {4, 262144, ring},
    {4, 0, rabenseifner},
    {8, 16, ring},
    {8, 8192, lmpi_allreduce_doubling},
    {8, 0, rabenseifner},
    {16, 8192, lmpi_allreduce_doubling},
    {16, 0, rabenseifner},
    {32, 64, ring},
    {32, 4096, lmpi_allreduce_doubling},
    {32, 0, rabenseifner},
    {64, 128, ring},
    {64, 0, rabenseifner},
    {128, 262144, lmpi_allreduce_doubling},
    {128, 0, rabenseifner},
    {256, 131072, lmpi_allreduce_reduce_bcast},
    {256, 262144, lmpi_allreduce_doubling},
    {256, 0, rabenseifner},
    {512, 4096, lmpi_allreduce_reduce_bcast},
    {512, 0, rabenseifner},
    {2048, 2048, lmpi_allreduce_reduce_bcast},
    {2048, 16384, lmpi_allreduce_doubling},
    {2048, 0, rabenseifner},
    {4096, 2048, lmpi_allreduce_reduce_bcast},
    {4096, 4096, ring},
    {4096, 16384, lmpi_allreduce_doubling},
    {4096, 0, rabenseifner},
    {0, 2048, lmpi_allreduce_reduce_bcast},
    {0, 16384, ring},
    {0, 32768, lmpi_allreduce_doubling},
    {0, 0, rabenseifner},
};

static const decision alltoall[] = {
    {3, 32768, lmpi_alltoall_ring},    {3, 262144, lmpi_alltoall_linear},    {3, 0, lmpi_alltoall_ring},
    {8, 524288, lmpi_alltoall_linear}, {8, 1048576, lmpi_alltoall_ring},     {8, 0, lmpi_alltoall_linear},
    {16, 0, lmpi_alltoall_linear},     {32, 4, lmpi_alltoall_linear},        {32, 512, lmpi_alltoall_bruck},
    {32, 0, lmpi_alltoall_linear},     {64, 512, lmpi_alltoall_bruck},       {64, 0, lmpi_alltoall_linear},
    {128, 1024, lmpi_alltoall_bruck},  {128, 262144, lmpi_alltoall_linear},  {128, 0, lmpi_alltoall_ring},
    {256, 1024, lmpi_alltoall_bruck},  {256, 262144, lmpi_alltoall_linear},  {256, 0, lmpi_alltoall_ring},
    {512, 1024, lmpi_alltoall_bruck},  {512, 32768, lmpi_alltoall_linear},   {512, 0, lmpi_alltoall_ring},
    {1024, 512, lmpi_alltoall_bruck},  {1024, 262144, lmpi_alltoall_linear}, {1024, 0, lmpi_alltoall_ring},
    {2048, 512, lmpi_alltoall_bruck},  {2048, 0, lmpi_alltoall_linear},      {4096, 1024, lmpi_alltoall_bruck},
    {4096, 0, lmpi_alltoall_linear},   {0, 2048, lmpi_alltoall_bruck},       {0, 0, lmpi_alltoall_linear},
};

static const decision alltoallv[] = {
    {4, 0, lmpi_alltoallv_ring},    {64, 0, lmpi_alltoall_linear},  {128, 0, lmpi_alltoallv_ring},
    {256, 0, lmpi_alltoall_linear}, {1024, 0, lmpi_alltoallv_ring}, {0, 0, lmpi_alltoall_linear},
};

static const decision barrier[] = {
    {4, 0, lmpi_barrier_doubling},        {8, 0, lmpi_barrier_linear},        {64, 0, lmpi_barrier_doubling},
    {256, 0, lmpi_barrier_dissemination}, {512, 0, lmpi_barrier_tree},        {1024, 0, lmpi_barrier_dissemination},
    {4096, 0, lmpi_barrier_tree},         {0, 0, lmpi_barrier_dissemination},
};

static const decision bcast[] = {
    {4, 32, lmpi_bcast_pipeline},
    {4, 256, lmpi_bcast_binary},
    {4, 512, lmpi_bcast_pipeline},
    {4, 1024, lmpi_bcast_knomial},
    {4, 32768, lmpi_bcast_linear},
    {4, 131072, lmpi_bcast_binary},
    {4, 262144, lmpi_bcast_chain},
    {4, 524288, lmpi_bcast_linear},
    {4, 1048576, lmpi_bcast_near_first},
    {4, 0, lmpi_bcast_binary},
    {8, 64, lmpi_bcast_binary},
    {8, 128, lmpi_bcast_near_first},
    {8, 2048, lmpi_bcast_binary},
    {8, 8192, lmpi_bcast_near_first},
    {8, 1048576, lmpi_bcast_linear},
    {8, 0, lmpi_bcast_chain},
    {16, 8, lmpi_bcast_knomial},
    {16, 64, lmpi_bcast_binary},
    {16, 4096, lmpi_bcast_knomial},
    {16, 16384, lmpi_bcast_binary},
    {16, 32768, lmpi_bcast_near_first},
    {16, 0, lmpi_bcast_linear},
    {32, 4096, lmpi_bcast_knomial},
    {32, 1048576, lmpi_bcast_near_first},
    {32, 0, scatter_allgather},
    {64, 2048, lmpi_bcast_near_first},
    {64, 0, lmpi_bcast_knomial},
    {128, 0, lmpi_bcast_knomial},
    {256, 2, lmpi_bcast_near_first},
    {256, 16384, lmpi_bcast_binary},
    {256, 32768, lmpi_bcast_linear},
    {256, 65536, lmpi_bcast_binary},
    {256, 0, lmpi_bcast_knomial},
    {1024, 16384, lmpi_bcast_knomial},
    {1024, 32768, lmpi_bcast_split_binary},
    {1024, 0, lmpi_bcast_knomial},
    {2048, 524288, lmpi_bcast_knomial},
    {2048, 0, scatter_allgather},
    {4096, 262144, lmpi_bcast_knomial},
    {4096, 0, scatter_allgather},
    {0, 8192, lmpi_bcast_knomial},
    {0, 16384, lmpi_bcast_binary},
    {0, 262144, lmpi_bcast_knomial},
    {0, 0, scatter_allgather},
};

static const decision reduce_ordered[] = {
    {4, 8, lmpi_reduce_in_order_binary},
    {4, 0, lmpi_reduce_linear},
    {8, 0, lmpi_reduce_linear},
    {16, 1024, lmpi_reduce_in_order_binary},
    {16, 8192, lmpi_reduce_linear},
    {16, 16384, lmpi_reduce_in_order_binary},
    {16, 262144, lmpi_reduce_linear},
    {16, 0, lmpi_reduce_in_order_binary},
    {128, 0, lmpi_reduce_in_order_binary},
    {256, 512, lmpi_reduce_in_order_binary},
    {256, 1024, lmpi_reduce_linear},
    {256, 0, lmpi_reduce_in_order_binary},
    {0, 0, lmpi_reduce_in_order_binary},
};

static const decision reduce[] = {
    {4, 8, reduce_rabenseifner},
    {4, 16, lmpi_reduce_binary},
    {4, 32, lmpi_reduce_pipeline},
    {4, 262144, lmpi_reduce_linear},
    {4, 524288, lmpi_reduce_pipeline},
    {4, 1048576, lmpi_reduce_chain},
    {4, 0, lmpi_reduce_pipeline},
    {8, 4096, lmpi_reduce_binary},
    {8, 65536, lmpi_reduce_chain},
    {8, 262144, lmpi_reduce_binomial},
    {8, 524288, lmpi_reduce_linear},
    {8, 1048576, lmpi_reduce_binomial},
    {8, 0, lmpi_reduce_linear},
    {16, 8192, lmpi_reduce_binary},
    {16, 0, lmpi_reduce_binomial},
    {32, 4096, lmpi_reduce_binary},
    {32, 0, lmpi_reduce_binomial},
    {256, 0, lmpi_reduce_binomial},
    {512, 8192, lmpi_reduce_binomial},
    {512, 16384, lmpi_reduce_in_order_binary},
    {512, 0, lmpi_reduce_binomial},
    {2048, 0, lmpi_reduce_binomial},
    {4096, 512, lmpi_reduce_binomial},
    {4096, 1024, lmpi_reduce_in_order_binary},
    {4096, 8192, lmpi_reduce_binomial},
    {4096, 16384, lmpi_reduce_in_order_binary},
    {4096, 0, lmpi_reduce_binomial},
    {0, 16, lmpi_reduce_binomial},
    {0, 32, lmpi_reduce_in_order_binary},
    {0, 1024, lmpi_reduce_binomial},
    {0, 2048, lmpi_reduce_in_order_binary},
    {0, 8192, lmpi_reduce_binomial},
    {0, 16384, lmpi_reduce_in_order_binary},
    {0, 0, lmpi_reduce_binomial},
};

static const decision reduce_scatter[] = {
    {4, 65536, lmpi_reduce_scatter_ring},
    {4, 131072, butterfly},
    {4, 0, lmpi_reduce_scatter_ring},
    {8, 8, lmpi_reduce_scatter_reduce_scatterv},
    {8, 262144, lmpi_reduce_scatter_halving},
    {8, 0, lmpi_reduce_scatter_ring},
    {32, 262144, lmpi_reduce_scatter_halving},
    {32, 0, lmpi_reduce_scatter_ring},
    {64, 64, lmpi_reduce_scatter_reduce_scatterv},
    {64, 2048, lmpi_reduce_scatter_halving},
    {64, 524288, butterfly},
    {64, 0, lmpi_reduce_scatter_ring},
    {128, 256, lmpi_reduce_scatter_reduce_scatterv},
    {128, 512, lmpi_reduce_scatter_halving},
    {128, 2048, butterfly},
    {128, 4096, lmpi_reduce_scatter_halving},
    {128, 0, butterfly},
    {256, 256, lmpi_reduce_scatter_reduce_scatterv},
    {256, 512, lmpi_reduce_scatter_halving},
    {256, 0, butterfly},
    {512, 256, lmpi_reduce_scatter_reduce_scatterv},
    {512, 1024, lmpi_reduce_scatter_halving},
    {512, 0, butterfly},
    {1024, 512, lmpi_reduce_scatter_reduce_scatterv},
    {1024, 2048, lmpi_reduce_scatter_halving},
    {1024, 8192, butterfly},
    {1024, 16384, lmpi_reduce_scatter_halving},
    {1024, 0, butterfly},
    {2048, 512, lmpi_reduce_scatter_reduce_scatterv},
    {2048, 4096, lmpi_reduce_scatter_halving},
    {2048, 16384, butterfly},
    {2048, 32768, lmpi_reduce_scatter_halving},
    {2048, 0, butterfly},
    {4096, 512, lmpi_reduce_scatter_reduce_scatterv},
    {4096, 4096, lmpi_reduce_scatter_halving},
    {4096, 0, butterfly},
    {0, 1024, lmpi_reduce_scatter_reduce_scatterv},
    {0, 8192, lmpi_reduce_scatter_halving},
    {0, 0, butterfly},
};

static const decision reduce_scatter_block[] = {
    {4, 4, lmpi_reduce_scatter_doubling},
    {4, 8, butterfly},
    {4, 16, lmpi_reduce_scatter_halving},
    {4, 128, butterfly},
    {4, 256, lmpi_reduce_scatter_halving},
    {4, 4096, butterfly},
    {4, 8192, lmpi_reduce_scatter_halving},
    {4, 131072, butterfly},
    {4, 0, lmpi_reduce_scatter_reduce_scatterv},
    {8, 8, lmpi_reduce_scatter_halving},
    {8, 32, lmpi_reduce_scatter_doubling},
    {8, 256, butterfly},
    {8, 8192, lmpi_reduce_scatter_halving},
    {8, 16384, butterfly},
    {8, 1048576, lmpi_reduce_scatter_halving},
    {8, 0, lmpi_reduce_scatter_reduce_scatterv},
    {16, 4, lmpi_reduce_scatter_reduce_scatterv},
    {16, 32, lmpi_reduce_scatter_halving},
    {16, 128, butterfly},
    {16, 524288, lmpi_reduce_scatter_halving},
    {16, 4194304, lmpi_reduce_scatter_reduce_scatterv},
    {16, 0, butterfly},
    {32, 32, lmpi_reduce_scatter_reduce_scatterv},
    {32, 524288, lmpi_reduce_scatter_halving},
    {32, 2097152, lmpi_reduce_scatter_reduce_scatterv},
    {32, 4194304, lmpi_reduce_scatter_halving},
    {32, 0, butterfly},
    {0, 4, lmpi_reduce_scatter_halving},
    {0, 16, lmpi_reduce_scatter_reduce_scatterv},
    {0, 65536, butterfly},
    {0, 262144, lmpi_reduce_scatter_reduce_scatterv},
    {0, 0, butterfly},
};

static const decision allgather[] = {
    {32, 0, allgather_doubling},
    {64, 1024, allgather_doubling},
    {64, 65536, neighbor},
    {64, 0, lmpi_allgather_ring},
    {128, 512, allgather_doubling},
    {128, 65536, neighbor},
    {128, 0, lmpi_allgather_ring},
    {256, 512, allgather_doubling},
    {256, 131072, neighbor},
    {256, 524288, lmpi_allgather_ring},
    {256, 1048576, neighbor},
    {256, 0, lmpi_allgather_ring},
    {512, 32, allgather_doubling},
    {512, 128, lmpi_allgather_bruck},
    {512, 1024, allgather_doubling},
    {512, 131072, neighbor},
    {512, 524288, lmpi_allgather_ring},
    {512, 1048576, neighbor},
    {512, 0, lmpi_allgather_ring},
    {1024, 64, allgather_doubling},
    {1024, 256, lmpi_allgather_bruck},
    {1024, 2048, allgather_doubling},
    {1024, 0, neighbor},
    {2048, 4, allgather_doubling},
    {2048, 8, lmpi_allgather_bruck},
    {2048, 16, allgather_doubling},
    {2048, 32, lmpi_allgather_bruck},
    {2048, 256, allgather_doubling},
    {2048, 512, lmpi_allgather_bruck},
    {2048, 4096, allgather_doubling},
    {2048, 0, neighbor},
    {4096, 32, lmpi_allgather_bruck},
    {4096, 128, allgather_doubling},
    {4096, 512, lmpi_allgather_bruck},
    {4096, 4096, allgather_doubling},
    {4096, 0, neighbor},
    {0, 2, allgather_doubling},
    {0, 8, lmpi_allgather_bruck},
    {0, 16, allgather_doubling},
    {0, 512, lmpi_allgather_bruck},
    {0, 4096, allgather_doubling},
    {0, 0, neighbor},
};

static const decision allgatherv[] = {
    {3, 0, lmpi_allgather_ring},
    {8, 256, lmpi_allgather_gather_bcast},
    {8, 4096, neighbor},
    {8, 8192, lmpi_allgather_ring},
    {8, 16384, neighbor},
    {8, 262144, lmpi_allgather_bruck},
    {8, 0, neighbor},
    {16, 1024, lmpi_allgather_gather_bcast},
    {16, 0, lmpi_allgather_bruck},
    {32, 128, lmpi_allgather_gather_bcast},
    {32, 262144, lmpi_allgather_bruck},
    {32, 0, lmpi_allgather_ring},
    {64, 256, lmpi_allgather_gather_bcast},
    {64, 8192, lmpi_allgather_bruck},
    {64, 0, lmpi_allgather_ring},
    {128, 256, lmpi_allgather_gather_bcast},
    {128, 4096, lmpi_allgather_bruck},
    {128, 0, lmpi_allgather_ring},
    {256, 1024, lmpi_allgather_bruck},
    {256, 65536, neighbor},
    {256, 0, lmpi_allgather_ring},
    {512, 1024, lmpi_allgather_bruck},
    {512, 0, lmpi_allgather_ring},
    {1024, 512, lmpi_allgather_bruck},
    {1024, 1024, lmpi_allgather_gather_bcast},
    {1024, 4096, lmpi_allgather_bruck},
    {1024, 1048576, neighbor},
    {1024, 0, lmpi_allgather_ring},
    {0, 4096, lmpi_allgather_bruck},
    {0, 0, neighbor},
};

static const decision gather[] = {
    {4, 2, lmpi_gather_linear_sync},   {4, 4, lmpi_gather_linear},        {4, 32768, lmpi_gather_binomial},
    {4, 65536, lmpi_gather_linear},    {4, 131072, lmpi_gather_binomial}, {4, 0, lmpi_gather_linear_sync},
    {8, 1024, lmpi_gather_binomial},   {8, 8192, lmpi_gather_linear},     {8, 32768, lmpi_gather_binomial},
    {8, 262144, lmpi_gather_linear},   {8, 0, lmpi_gather_linear_sync},   {256, 0, lmpi_gather_binomial},
    {512, 2048, lmpi_gather_binomial}, {512, 8192, lmpi_gather_linear},   {512, 0, lmpi_gather_binomial},
    {0, 0, lmpi_gather_binomial},
};

static const decision scatter[] = {
    {4, 2, lmpi_scatter_nonblocking},   {4, 131072, lmpi_scatter_linear},   {4, 262144, lmpi_scatter_nonblocking},
    {4, 0, lmpi_scatter_linear},        {8, 2048, lmpi_scatter_binomial},   {8, 4096, lmpi_scatter_linear},
    {8, 8192, lmpi_scatter_binomial},   {8, 32768, lmpi_scatter_linear},    {8, 1048576, lmpi_scatter_nonblocking},
    {8, 0, lmpi_scatter_linear},        {16, 16384, lmpi_scatter_binomial}, {16, 1048576, lmpi_scatter_nonblocking},
    {16, 0, lmpi_scatter_linear},       {32, 16384, lmpi_scatter_binomial}, {32, 32768, lmpi_scatter_linear},
    {32, 0, lmpi_scatter_nonblocking},  {64, 512, lmpi_scatter_binomial},   {64, 8192, lmpi_scatter_nonblocking},
    {64, 16384, lmpi_scatter_binomial}, {64, 0, lmpi_scatter_nonblocking},  {0, 512, lmpi_scatter_binomial},
    {0, 0, lmpi_scatter_nonblocking},
};

/* ---- what the library chooses ---- */

void lmpi_openmpi_allreduce(lmpi_coll_run *run, const lmpi_task *task) {
    decide(task->commutes ? allreduce : allreduce_ordered, run, task);
}

void lmpi_openmpi_alltoall(lmpi_coll_run *run, const lmpi_task *task) {
    decide(alltoall, run, task);
}

void lmpi_openmpi_alltoallv(lmpi_coll_run *run, const lmpi_task *task) {
    decide(alltoallv, run, task);
}

void lmpi_openmpi_alltoallw(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_alltoall_linear(run, task);
}

void lmpi_openmpi_barrier(lmpi_coll_run *run, const lmpi_task *task) {
    decide(barrier, run, task);
}

void lmpi_openmpi_bcast(lmpi_coll_run *run, const lmpi_task *task) {
    decide(bcast, run, task);
}

void lmpi_openmpi_reduce(lmpi_coll_run *run, const lmpi_task *task) {
    decide(task->commutes ? reduce : reduce_ordered, run, task);
}

/* Here the bytes of all blocks decide, in reduce_scatter_block those of one. */
void lmpi_openmpi_reduce_scatter(lmpi_coll_run *run, const lmpi_task *task) {
    const decision *line = reduce_scatter;
    int64_t bytes = task->start[run->n];
    if (!task->commutes) {
        lmpi_reduce_scatter_reduce_scatterv(run, task);
        return;
    }
    while ((line->members && run->n >= line->members) || (line->bytes && bytes >= line->bytes))
        line++;
    line->algorithm(run, task);
}

void lmpi_openmpi_reduce_scatter_block(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->commutes)
        decide(reduce_scatter_block, run, task);
    else
        lmpi_reduce_scatter_reduce_scatterv(run, task);
}

void lmpi_openmpi_allgather(lmpi_coll_run *run, const lmpi_task *task) {
    decide(allgather, run, task);
}

void lmpi_openmpi_allgatherv(lmpi_coll_run *run, const lmpi_task *task) {
    decide(allgatherv, run, task);
}

void lmpi_openmpi_gather(lmpi_coll_run *run, const lmpi_task *task) {
    decide(gather, run, task);
}

void lmpi_openmpi_scatter(lmpi_coll_run *run, const lmpi_task *task) {
    decide(scatter, run, task);
}

/* These are not in "tuned": the linear algorithms of the component "basic". */

void lmpi_openmpi_gatherv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_gather_nonblocking(run, task);
}

void lmpi_openmpi_scatterv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scatter_linear(run, task);
}

void lmpi_openmpi_scan(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scan_linear(run, task);
}

void lmpi_openmpi_exscan(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scan_linear(run, task);
}
