/* coll_wire.h - one message of a collective on its way: the functions of the network model (bsim/network/network.h),
 * with what the message waits at network cards and what chance adds to its times.
 *
 * src and dst are members. Times are K numbers each, as network.h says. */
#ifndef LMPI_COLL_WIRE_H
#define LMPI_COLL_WIRE_H

#include "bsim/network/network.h"
#include "lmpi/coll/coll.h"

/* bsim_network.send */
void lmpi_wire_send(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                    const double *post, double *release, double *arrive);
/* bsim_network.recv_ready */
void lmpi_wire_ready(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                     const double *rpost, const double *arrive, double *ready);
/* bsim_network.rendezvous */
void lmpi_wire_rendezvous(const lmpi_coll_run *run, int src, int dst, const struct bsim_path *path, double bytes,
                          const double *release, const double *arrive, const double *rpost, double *sready,
                          double *ready);

#endif
