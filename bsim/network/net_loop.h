/* net_loop.h - loops over the K scenarios of a vector of times. For network models only.
 *
 * The body of a loop reads and writes element k only. So outputs may alias inputs, and the compiler may vectorise. */
#ifndef BSIM_NET_LOOP_H
#define BSIM_NET_LOOP_H

#if defined(__clang__)
#define BSIM_NO_CARRIED_DEPENDENCE _Pragma("clang loop vectorize(assume_safety)")
#else
#define BSIM_NO_CARRIED_DEPENDENCE _Pragma("GCC ivdep")
#endif

/* Attribute of functions whose loops should be vectorised, which GCC 12 does at -O3 only. */
#if defined(__clang__)
#define VECTORISED
#else
#define VECTORISED __attribute__((optimize("O3")))
#endif

#define ELEMENTWISE(k) BSIM_NO_CARRIED_DEPENDENCE for (int k = 0; k < bsim_context.nscen; k++)

#endif
