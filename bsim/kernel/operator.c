/* operator.c - operators of the program, inside of collectives: what they do is no work of the rank on which they run.
 */
#include <stdatomic.h>

#include "bsim/base/warn.h"
#include "bsim/kernel/engine.h"

BSIM_OF_SHARD bool bsim_in_operator;

void bsim_operator_time(const char *call, const void *site) {
    static atomic_bool told;
    if (!atomic_exchange(&told, true))
        bsim_warn("%s: %s in an operator of the program, inside of a collective: its time does not count, since which "
                  "rank combines depends on the host; \"operators\" in the models give an operator's time",
                  bsim_site_name(site), call);
}
