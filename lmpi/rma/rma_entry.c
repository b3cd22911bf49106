/* rma_entry.c - the entry functions MPI_X and LMPI_X of one-sided operations. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/rma/rma.h"

static int put(const lmpi_call *call, bool real, const void *origin, int count, MPI_Datatype type, int target,
               MPI_Aint disp, int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
    return lmpi_rma_start(&(lmpi_rma_args){.call = call,
                                           .kind = LMPI_RMA_PUT,
                                           .real = real,
                                           .origin = origin,
                                           .origin_count = count,
                                           .origin_type = type,
                                           .target_count = target_count,
                                           .target_type = target_type,
                                           .target = target,
                                           .disp = disp,
                                           .win = win,
                                           .request = request});
}

static int get(const lmpi_call *call, bool real, void *result, int count, MPI_Datatype type, int target, MPI_Aint disp,
               int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
    return lmpi_rma_start(&(lmpi_rma_args){.call = call,
                                           .kind = LMPI_RMA_GET,
                                           .real = real,
                                           .result = result,
                                           .result_count = count,
                                           .result_type = type,
                                           .target_count = target_count,
                                           .target_type = target_type,
                                           .target = target,
                                           .disp = disp,
                                           .win = win,
                                           .request = request});
}

static int accumulate(const lmpi_call *call, bool real, const void *origin, int count, MPI_Datatype type, int target,
                      MPI_Aint disp, int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                      MPI_Request *request) {
    return lmpi_rma_start(&(lmpi_rma_args){.call = call,
                                           .kind = LMPI_RMA_ACCUMULATE,
                                           .real = real,
                                           .origin = origin,
                                           .origin_count = count,
                                           .origin_type = type,
                                           .target_count = target_count,
                                           .target_type = target_type,
                                           .target = target,
                                           .disp = disp,
                                           .op = op,
                                           .win = win,
                                           .request = request});
}

static int fetch(const lmpi_call *call, bool real, const void *origin, int count, MPI_Datatype type, void *result,
                 int result_count, MPI_Datatype result_type, int target, MPI_Aint disp, int target_count,
                 MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
    return lmpi_rma_start(&(lmpi_rma_args){.call = call,
                                           .kind = LMPI_RMA_FETCH,
                                           .real = real,
                                           .origin = origin,
                                           .origin_count = count,
                                           .origin_type = type,
                                           .result = result,
                                           .result_count = result_count,
                                           .result_type = result_type,
                                           .target_count = target_count,
                                           .target_type = target_type,
                                           .target = target,
                                           .disp = disp,
                                           .op = op,
                                           .win = win,
                                           .request = request});
}

static int compare_and_swap(const lmpi_call *call, bool real, const void *origin, const void *compare, void *result,
                            MPI_Datatype type, int target, MPI_Aint disp, MPI_Win win) {
    return lmpi_rma_start(&(lmpi_rma_args){.call = call,
                                           .kind = LMPI_RMA_SWAP,
                                           .real = real,
                                           .origin = origin,
                                           .origin_count = 1,
                                           .origin_type = type,
                                           .result = result,
                                           .result_count = 1,
                                           .result_type = type,
                                           .target_count = 1,
                                           .target_type = type,
                                           .compare = compare,
                                           .op = MPI_REPLACE,
                                           .target = target,
                                           .disp = disp,
                                           .win = win});
}

int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE(MPI_Put, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                           target_datatype, win));
    BSIM_ALONE;
    return put(LMPI_CALL(MPI_Put), true, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, NULL);
}

int LMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Put, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                            target_datatype, win));
    BSIM_ALONE;
    return put(LMPI_CALL(MPI_Put), false, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, NULL);
}

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE(MPI_Get, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                           target_datatype, win));
    BSIM_ALONE;
    return get(LMPI_CALL(MPI_Get), true, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, NULL);
}

int LMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Get, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                            target_datatype, win));
    BSIM_ALONE;
    return get(LMPI_CALL(MPI_Get), false, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, NULL);
}

int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                   MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(MPI_Accumulate, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                                  target_datatype, op, win));
    BSIM_ALONE;
    return accumulate(LMPI_CALL(MPI_Accumulate), true, origin_addr, origin_count, origin_datatype, target_rank,
                      target_disp, target_count, target_datatype, op, win, NULL);
}

int LMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Accumulate, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                                   target_datatype, op, win));
    BSIM_ALONE;
    return accumulate(LMPI_CALL(MPI_Accumulate), false, origin_addr, origin_count, origin_datatype, target_rank,
                      target_disp, target_count, target_datatype, op, win, NULL);
}

int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                       int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(MPI_Get_accumulate,
                 (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
                  target_disp, target_count, target_datatype, op, win));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Get_accumulate), true, origin_addr, origin_count, origin_datatype, result_addr,
                 result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, NULL);
}

int LMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Get_accumulate,
                 (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
                  target_disp, target_count, target_datatype, op, win));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Get_accumulate), false, origin_addr, origin_count, origin_datatype, result_addr,
                 result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, NULL);
}

int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Rput, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                            target_datatype, win, request));
    BSIM_ALONE;
    return put(LMPI_CALL(MPI_Rput), true, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, request);
}

int LMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
              MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Rput, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                             target_datatype, win, request));
    BSIM_ALONE;
    return put(LMPI_CALL(MPI_Rput), false, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, request);
}

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Rget, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                            target_datatype, win, request));
    BSIM_ALONE;
    return get(LMPI_CALL(MPI_Rget), true, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, request);
}

int LMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Rget, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                             target_datatype, win, request));
    BSIM_ALONE;
    return get(LMPI_CALL(MPI_Rget), false, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype, win, request);
}

int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                    MPI_Request *request) {
    LMPI_CAPTURE(MPI_Raccumulate, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                                   target_datatype, op, win, request));
    BSIM_ALONE;
    return accumulate(LMPI_CALL(MPI_Raccumulate), true, origin_addr, origin_count, origin_datatype, target_rank,
                      target_disp, target_count, target_datatype, op, win, request);
}

int LMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                     MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                     MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Raccumulate, (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
                                    target_datatype, op, win, request));
    BSIM_ALONE;
    return accumulate(LMPI_CALL(MPI_Raccumulate), false, origin_addr, origin_count, origin_datatype, target_rank,
                      target_disp, target_count, target_datatype, op, win, request);
}

int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Rget_accumulate,
                 (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
                  target_disp, target_count, target_datatype, op, win, request));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Rget_accumulate), true, origin_addr, origin_count, origin_datatype, result_addr,
                 result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
                 request);
}

int LMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                         int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                         int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Rget_accumulate,
                 (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
                  target_disp, target_count, target_datatype, op, win, request));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Rget_accumulate), false, origin_addr, origin_count, origin_datatype, result_addr,
                 result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
                 request);
}

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                     MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(MPI_Fetch_and_op, (origin_addr, result_addr, datatype, target_rank, target_disp, op, win));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Fetch_and_op), true, origin_addr, 1, datatype, result_addr, 1, datatype, target_rank,
                 target_disp, 1, datatype, op, win, NULL);
}

int LMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Fetch_and_op, (origin_addr, result_addr, datatype, target_rank, target_disp, op, win));
    BSIM_ALONE;
    return fetch(LMPI_CALL(MPI_Fetch_and_op), false, origin_addr, 1, datatype, result_addr, 1, datatype, target_rank,
                 target_disp, 1, datatype, op, win, NULL);
}

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                         int target_rank, MPI_Aint target_disp, MPI_Win win) {
    LMPI_CAPTURE(MPI_Compare_and_swap,
                 (origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win));
    BSIM_ALONE;
    return compare_and_swap(LMPI_CALL(MPI_Compare_and_swap), true, origin_addr, compare_addr, result_addr, datatype,
                            target_rank, target_disp, win);
}

int LMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                          int target_rank, MPI_Aint target_disp, MPI_Win win) {
    LMPI_CAPTURE(LMPI_Compare_and_swap,
                 (origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win));
    BSIM_ALONE;
    return compare_and_swap(LMPI_CALL(MPI_Compare_and_swap), false, origin_addr, compare_addr, result_addr, datatype,
                            target_rank, target_disp, win);
}
