/* net_loop.h - loops over the K scenarios of a vector of times, in network models only.
 *
 * The body reads and writes element k alone, so outputs may alias inputs and the compiler may vectorise. */
#ifndef BSIM_NET_LOOP_H
#define BSIM_NET_LOOP_H

#if defined(__clang__)
#define BSIM_NO_CARRIED_DEPENDENCE _Pragma("clang loop vectorize(assume_safety)")
#else
#define BSIM_NO_CARRIED_DEPENDENCE _Pragma("GCC ivdep")
#endif

#define ELEMENTWISE(k) BSIM_NO_CARRIED_DEPENDENCE for (int k = 0; k < bsim_nscen; k++)

#endif
