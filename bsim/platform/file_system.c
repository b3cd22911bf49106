/* file_system.c - see file_system.h. Owns the format of "file_system" (docs/reference/platform.md). */
#include "bsim/platform/file_system.h"

#include <string.h>

static const char bandwidth_key[] = "file_system.bandwidth", latency_key[] = "file_system.latency";

void bsim_file_system_read(struct bsim_platform *p, struct bsim_jval v) {
    static const char *const keys[] = {"bandwidth", "latency", "comment", NULL};
    if (!bsim_jval_present(v) || !bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    double bandwidth = bsim_jval_quantity(bsim_jval_need(v, "bandwidth"), BSIM_UNIT_RATE, true);
    double latency_s = bsim_jval_quantity(bsim_jval_need(v, "latency"), BSIM_UNIT_TIME, false);
    for (int k = 0; k < p->nscen; k++) {
        p->files.bandwidth[k] = bandwidth;
        p->files.latency_s[k] = latency_s;
    }
}

bool bsim_file_system_key(const char *full_name, enum bsim_unit *unit) {
    bool bandwidth = strcmp(full_name, bandwidth_key) == 0, latency = strcmp(full_name, latency_key) == 0;
    if (bandwidth || latency)
        *unit = bandwidth ? BSIM_UNIT_RATE : BSIM_UNIT_TIME;
    return bandwidth || latency;
}

void bsim_file_system_set(struct bsim_platform *p, int k, const char *full_name, struct bsim_jval v) {
    if (p->files.bandwidth[0] == 0)
        bsim_jval_error(v, "the platform file has no \"file_system\", which this scenario changes");
    else if (strcmp(full_name, bandwidth_key) == 0)
        p->files.bandwidth[k] = bsim_jval_quantity(v, BSIM_UNIT_RATE, true);
    else
        p->files.latency_s[k] = bsim_jval_quantity(v, BSIM_UNIT_TIME, false);
}
