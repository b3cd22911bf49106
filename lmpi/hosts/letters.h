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

/* arguments.c: of constructors of communicators. lmpi_hosts_keep: memory that is freed with a call that is away. */
void lmpi_hosts_put_arguments(lmpi_letter *letter, const lmpi_comm *comm, const lmpi_coll_call *call);
void lmpi_hosts_take_arguments(lmpi_letter *letter, lmpi_coll_call *call);
void *lmpi_hosts_keep(lmpi_coll_call *call, size_t bytes);

#endif
