/* content.h - what stands below the recorder: content_Send and so on, with the parameters of MPI_Send.
 *
 * In libbsim-record.so (content_record.c) they call MPI, and log what the rank gets from it if the content is recorded.
 * In libbsim-replay.so (lmpi/replay/) they answer from that log, and there is no other rank. */
#ifndef LMPI_RECORD_CONTENT_H
#define LMPI_RECORD_CONTENT_H

#include <mpi.h>
#include <stdbool.h>

#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) int content_##name params;
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_START MPI_CALL_P2P_SEND
#define MPI_CALL_COMPLETE MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_COMM MPI_CALL_P2P_SEND
#define MPI_CALL_PART_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_PART MPI_CALL_P2P_SEND
#define MPI_CALL_IO MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#include "lmpi/mpi_calls.def"

/* content_Send_c and so on. */
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles) int content_##name##_c params;
#define MPI_CALL_P2P_RECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_SENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_ISENDRECV MPI_CALL_P2P_SEND
#define MPI_CALL_P2P_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_MRECV MPI_CALL_P2P_SEND
#define MPI_CALL_COLL MPI_CALL_P2P_SEND
#define MPI_CALL_ICOLL MPI_CALL_P2P_SEND
#define MPI_CALL_COLL_INIT MPI_CALL_P2P_SEND
#define MPI_CALL_IO_DATA MPI_CALL_P2P_SEND
#define MPI_CALL_RMA_DATA MPI_CALL_P2P_SEND
#include "mpi_calls_large.def"

int content_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int content_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int content_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int content_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status);
int content_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                             MPI_Comm *newintercomm);
int content_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
int content_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int content_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request);
int content_Comm_free(MPI_Comm *comm);
int content_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int content_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int content_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                           MPI_Win *win);
int content_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                                  MPI_Win *win);
int content_Comm_disconnect(MPI_Comm *comm);
int content_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent);
#define content_Op_commutative PMPI_Op_commutative
#define content_Type_size_x PMPI_Type_size_x
#define content_Get_elements_x PMPI_Get_elements_x
#define content_Error_class PMPI_Error_class
/* libbsim-replay.so defines these. */
#define content_Comm_group MPI_Comm_group
#define content_Group_size MPI_Group_size
#define content_Group_translate_ranks MPI_Group_translate_ranks
#define content_Group_free MPI_Group_free
#define content_Comm_remote_size MPI_Comm_remote_size
#define content_Comm_rank MPI_Comm_rank
#define content_Topo_test MPI_Topo_test
#define content_Cartdim_get MPI_Cartdim_get
#define content_Cart_shift MPI_Cart_shift
#define content_Graph_neighbors_count MPI_Graph_neighbors_count
#define content_Graph_neighbors MPI_Graph_neighbors
#define content_Dist_graph_neighbors_count MPI_Dist_graph_neighbors_count
#define content_Dist_graph_neighbors MPI_Dist_graph_neighbors

/* Behind MPI_Init, before the recorder begins. folder: of the parts. */
void content_start(const char *folder);
/* The last call that is logged; the second one: the program ends by MPI_Abort. */
void content_finalize(void);
void content_abort(void);
/* Calls are left without times from now on (a partial recording): nothing more is logged, and the log says why. */
void content_leave(void);

/* The rank of this process in a communicator, and its size. */
void content_place(MPI_Comm comm, int *rank, int *size);
/* The ranks in `parent` of the n members of `made`. */
void content_members(MPI_Comm parent, MPI_Comm made, int n, int *rank);
/* A function that communicates and is not recorded. */
void content_other(const char *name);

/* record.c: whether a call of this thread is being recorded. Calls of other threads are not, nor those that callbacks
 * make inside of MPI. */
bool record_is_under_way(void);
/* record.c: ends the recording, for a replay whose log has no more calls. */
void record_leave(void);
/* record.c: around a call that is logged and not recorded (content_local.h). */
void record_local_begin(void);
void record_local_end(void);

#endif
