/* rma_entry.c - the entry functions MPI_X and LMPI_X of one-sided operations. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/rma/rma.h"

int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Put);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Put),
                                           .kind = LMPI_RMA_PUT,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}

int LMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Put);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Put),
                                           .kind = LMPI_RMA_PUT,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Get);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Get),
                                           .kind = LMPI_RMA_GET,
                                           .real = true,
                                           .result = origin_addr,
                                           .result_count = origin_count,
                                           .result_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}

int LMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Get);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Get),
                                           .kind = LMPI_RMA_GET,
                                           .real = false,
                                           .result = origin_addr,
                                           .result_count = origin_count,
                                           .result_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}

int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                   MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Accumulate),
                                           .kind = LMPI_RMA_ACCUMULATE,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int LMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Accumulate),
                                           .kind = LMPI_RMA_ACCUMULATE,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                       int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Get_accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Get_accumulate),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .result = result_addr,
                                           .result_count = result_count,
                                           .result_type = result_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int LMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Get_accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Get_accumulate),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .result = result_addr,
                                           .result_count = result_count,
                                           .result_type = result_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rput);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rput),
                                           .kind = LMPI_RMA_PUT,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .request = request});
}

int LMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
              MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rput);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rput),
                                           .kind = LMPI_RMA_PUT,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .request = request});
}

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
             int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rget);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rget),
                                           .kind = LMPI_RMA_GET,
                                           .real = true,
                                           .result = origin_addr,
                                           .result_count = origin_count,
                                           .result_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .request = request});
}

int LMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
              int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rget);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rget),
                                           .kind = LMPI_RMA_GET,
                                           .real = false,
                                           .result = origin_addr,
                                           .result_count = origin_count,
                                           .result_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .request = request});
}

int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                    MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Raccumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Raccumulate),
                                           .kind = LMPI_RMA_ACCUMULATE,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op,
                                           .request = request});
}

int LMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                     MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                     MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Raccumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Raccumulate),
                                           .kind = LMPI_RMA_ACCUMULATE,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op,
                                           .request = request});
}

int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rget_accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rget_accumulate),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .result = result_addr,
                                           .result_count = result_count,
                                           .result_type = result_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op,
                                           .request = request});
}

int LMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
                         int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                         int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    LMPI_CAPTURE_LACKS(MPI_Rget_accumulate);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Rget_accumulate),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = origin_count,
                                           .origin_type = origin_datatype,
                                           .result = result_addr,
                                           .result_count = result_count,
                                           .result_type = result_datatype,
                                           .target_count = target_count,
                                           .target_type = target_datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op,
                                           .request = request});
}

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                     MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Fetch_and_op);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Fetch_and_op),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = 1,
                                           .origin_type = datatype,
                                           .result = result_addr,
                                           .result_count = 1,
                                           .result_type = datatype,
                                           .target_count = 1,
                                           .target_type = datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int LMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Fetch_and_op);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Fetch_and_op),
                                           .kind = LMPI_RMA_FETCH,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = 1,
                                           .origin_type = datatype,
                                           .result = result_addr,
                                           .result_count = 1,
                                           .result_type = datatype,
                                           .target_count = 1,
                                           .target_type = datatype,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win,
                                           .op = op});
}

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                         int target_rank, MPI_Aint target_disp, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Compare_and_swap);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Compare_and_swap),
                                           .kind = LMPI_RMA_SWAP,
                                           .real = true,
                                           .origin = origin_addr,
                                           .origin_count = 1,
                                           .origin_type = datatype,
                                           .result = result_addr,
                                           .result_count = 1,
                                           .result_type = datatype,
                                           .target_count = 1,
                                           .target_type = datatype,
                                           .compare = compare_addr,
                                           .op = MPI_REPLACE,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}

int LMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                          int target_rank, MPI_Aint target_disp, MPI_Win win) {
    LMPI_CAPTURE_LACKS(MPI_Compare_and_swap);
    BSIM_ALONE;
    return lmpi_rma_start(&(lmpi_rma_args){.call = LMPI_CALL(MPI_Compare_and_swap),
                                           .kind = LMPI_RMA_SWAP,
                                           .real = false,
                                           .origin = origin_addr,
                                           .origin_count = 1,
                                           .origin_type = datatype,
                                           .result = result_addr,
                                           .result_count = 1,
                                           .result_type = datatype,
                                           .target_count = 1,
                                           .target_type = datatype,
                                           .compare = compare_addr,
                                           .op = MPI_REPLACE,
                                           .target = target_rank,
                                           .disp = target_disp,
                                           .win = win});
}
