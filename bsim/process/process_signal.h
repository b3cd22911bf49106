/* process_signal.h - the process's dispositions of signals, beside those that its ranks keep (signal_wrap.c). */
#ifndef BSIM_PROCESS_SIGNAL_H
#define BSIM_PROCESS_SIGNAL_H

#include <signal.h>

/* sigaction(2) for the process itself, also where the program's calls of sigaction are wrapped. Returns what
 * sigaction returns, with errno. */
int bsim_sigaction(int number, const struct sigaction *action, struct sigaction *old);

#endif
