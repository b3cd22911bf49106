/* config.c - reads the environment that config.h describes. */
#include "bsim/config.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/engine.h"

static bool read_size(const char *text, size_t *size, struct bsim_error *err) {
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    size_t unit = 1;
    if (*end == 'K' || *end == 'k')
        unit = (size_t)1 << 10;
    else if (*end == 'M' || *end == 'm')
        unit = (size_t)1 << 20;
    else if (*end == 'G' || *end == 'g')
        unit = (size_t)1 << 30;
    if (unit > 1)
        end++;
    if (end == text || *end || *text == '-' || value > ((size_t)1 << 46) / unit || value * unit < 16384)
        return bsim_error_set(
            err, NULL, 0, NULL,
            "BSIM_STACK_SIZE (--stack-size) is '%s'; a size of at least 16K is needed, as 65536, 256K, 8M", text);
    *size = (size_t)(value * unit + 4095) / 4096 * 4096;
    return true;
}

bool bsim_config_read(struct bsim_config *config, const char *exe, struct bsim_error *err) {
    memset(config, 0, sizeof *config);
    const char *np = getenv("BSIM_NP"), *stack = getenv("BSIM_STACK_SIZE");
    config->platform = getenv("BSIM_PLATFORM");
    config->models = getenv("BSIM_MODELS");
    config->scenarios = getenv("BSIM_SCENARIOS");
    config->result = getenv("BSIM_RESULT");
    if (!np || !config->platform)
        return bsim_error_set(err, NULL, 0, NULL, "start it with: bsim run -np N --platform FILE %s", exe);
    char *end;
    long n = strtol(np, &end, 10);
    if (end == np || *end || n < 1 || n > INT_MAX / 64)
        return bsim_error_set(err, NULL, 0, NULL, "BSIM_NP (-np) is '%s'; a number of ranks from 1 to %d is needed", np,
                              INT_MAX / 64);
    config->np = (int)n;
    return !stack || read_size(stack, &config->stack_size, err);
}
