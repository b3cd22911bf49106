/* users.h - scenarios in which the users of a shared resource come in another order than in scenario 0.
 *
 * A resource that serves its users one after the other (a network card, a file system, a lock) serves all scenarios of
 * a run in the order of scenario 0. A scenario whose own order is another one has no valid times: it diverges. */
#ifndef BSIM_USERS_H
#define BSIM_USERS_H

#include <stdint.h>

/* The last user so far. All zero: there is none. */
struct bsim_user {
    double *key;    /* K times at which it came; owned, NULL if the run has one scenario */
    uint64_t order; /* among those that come at the same time the smaller one is first */
};

/* The next user comes at the K times key. site: its call. */
void bsim_user_comes(struct bsim_user *last, const double *key, uint64_t order, const void *site);
/* The same for a user that shares the resource with the one before it, so that their order does not matter. */
void bsim_user_joins(struct bsim_user *last, const double *key, uint64_t order);

#endif
