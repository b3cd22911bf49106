/* letters.h - what takes each kind of letter, after its kind and, where it has one, its communicator. For this folder.
 */
#ifndef LMPI_LETTERS_H
#define LMPI_LETTERS_H

#include "lmpi/coll/coll.h"
#include "lmpi/hosts/letter.h"

/* comm: its number here. */
void lmpi_hosts_take_message(lmpi_letter *letter, int comm);
void lmpi_hosts_take_rendezvous(lmpi_letter *letter, int comm);
void lmpi_hosts_take_sent(lmpi_letter *letter);
void lmpi_hosts_take_call(lmpi_letter *letter, int comm);

/* What is in a buffer of a collective: nothing, a vector of recv_count elements of recv_type, a block, a block or a
 * list of blocks for each member, or the vector that is the sum of all members' blocks. */
enum lmpi_content { LMPI_NOTHING, LMPI_VECTOR, LMPI_BLOCK, LMPI_BLOCKS, LMPI_SUM };
struct lmpi_shape {
    const char *name;
    enum lmpi_content send, recv;
    bool root_sends, root_receives; /* no other member does */
};

/* buffers.c: the types, lists and data of a call on a communicator of n members. lmpi_hosts_release_types: those of a
 * call that is away. */
void lmpi_hosts_put_buffers(lmpi_letter *letter, const lmpi_coll_call *call, const struct lmpi_shape *shape, int n);
void lmpi_hosts_take_buffers(lmpi_letter *letter, lmpi_coll_call *call, int n);
void lmpi_hosts_release_types(const lmpi_coll_call *call);

/* reduction.c: the operator of a reduction if it is the program's, and how the elements lie in memory. */
void lmpi_hosts_put_reduction(lmpi_letter *letter, const lmpi_coll_call *call);
void lmpi_hosts_take_reduction(lmpi_letter *letter, lmpi_coll_call *call);
/* The running rank fails: "MPI_Bcast", then what of it hosts do not have. */
_Noreturn void lmpi_hosts_refuse_call(const lmpi_coll_call *call, const char *what);

/* arguments.c: of constructors of communicators. lmpi_hosts_keep: memory that is freed with a call that is away. */
void lmpi_hosts_put_arguments(lmpi_letter *letter, const lmpi_comm *comm, const lmpi_coll_call *call);
void lmpi_hosts_take_arguments(lmpi_letter *letter, lmpi_coll_call *call);
void *lmpi_hosts_keep(lmpi_coll_call *call, size_t bytes);

#endif
