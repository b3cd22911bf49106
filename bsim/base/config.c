/* config.c - reads the environment that config.h describes. */
#include "bsim/base/config.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/* Reads a number from 1 to most. what: the name of the variable, of: what it counts; both for the message. */
static bool read_number(const char *text, const char *what, const char *of, int most, int *number,
                        struct bsim_error *err) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < 1 || n > most)
        return bsim_error_set(err, NULL, 0, NULL, "%s is '%s'; a number of %s from 1 to %d is needed", what, text, of,
                              most);
    *number = (int)n;
    return true;
}

static bool read_shards(struct bsim_config *config, struct bsim_error *err) {
    const char *shards = getenv("BSIM_SHARDS"), *columns = getenv("BSIM_COLUMNS");
    config->shards = 1;
    int most = config->np < BSIM_MAX_SHARDS ? config->np : BSIM_MAX_SHARDS;
    if (shards && !read_number(shards, "BSIM_SHARDS (--shards)", "shards", most, &config->shards, err))
        return false;
    most = config->np < BSIM_MAX_GROUPS ? config->np : BSIM_MAX_GROUPS;
    if (columns &&
        !read_number(columns, "BSIM_COLUMNS (--columns)", "columns of the grid of ranks", most, &config->columns, err))
        return false;
    if (columns && config->columns < config->shards)
        return bsim_error_set(err, NULL, 0, NULL, "BSIM_COLUMNS (--columns) is %d: fewer columns than the %d shards",
                              config->columns, config->shards);
    return true;
}

static bool is_on(const char *variable) {
    const char *text = getenv(variable);
    return text && strcmp(text, "1") == 0;
}

static bool read_sensitivities(struct bsim_config *config, struct bsim_error *err) {
    config->sensitivities = is_on("BSIM_SENSITIVITIES");
    if (config->sensitivities && (config->shards > 1 || config->noise_runs > 1))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--sensitivities with %s: clocks carry slopes instead of scenarios, in one thread; leave "
                              "one of them out",
                              config->shards > 1 ? "--shards" : "--noise-runs");
    return true;
}

static void read_interval(struct bsim_config *config) {
    config->interval = is_on("BSIM_INTERVAL") && !config->sensitivities && config->scenarios == NULL;
}

static bool read_noise_runs(struct bsim_config *config, struct bsim_error *err) {
    const char *runs = getenv("BSIM_NOISE_RUNS");
    config->noise_runs = 1;
    if (!runs)
        return true;
    if (!read_number(runs, "BSIM_NOISE_RUNS (--noise-runs)", "seeds", BSIM_MAX_NOISE_RUNS, &config->noise_runs, err))
        return false;
    if (config->noise == 0)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--noise-runs %s without noise: all runs would be equal; add --noise FACTOR", runs);
    if (config->scenarios)
        return bsim_error_set(err, NULL, 0, NULL, "BSIM_NOISE_RUNS goes without BSIM_SCENARIOS: both are scenarios");
    return true;
}

static bool read_noise(struct bsim_config *config, struct bsim_error *err) {
    const char *noise = getenv("BSIM_NOISE"), *seed = getenv("BSIM_NOISE_SEED");
    char *end;
    errno = 0;
    config->noise = noise ? strtod(noise, &end) : 0;
    if (noise && (end == noise || *end || !(config->noise >= 0 && config->noise <= 100)))
        return bsim_error_set(err, NULL, 0, NULL,
                              "BSIM_NOISE (--noise) is '%s'; a factor from 0 to 100 is needed, 1 for noise as measured",
                              noise);
    config->noise_seed = seed ? strtol(seed, &end, 10) : 1;
    if (seed && (end == seed || *end || errno))
        return bsim_error_set(err, NULL, 0, NULL,
                              "BSIM_NOISE_SEED (--noise-seed) is '%s'; an integer of 64 bits is needed", seed);
    return read_noise_runs(config, err);
}

const char *bsim_config_name(const char *path) {
    static char name[4096]; /* all calls are before the ranks run */
    const char *line = getenv("BSIM_INPUTS");
    size_t len = strlen(path);
    while (line && *line) {
        size_t end = strcspn(line, "\n");
        if (end > len && strncmp(line, path, len) == 0 && line[len] == '\t' && end - len <= sizeof name) {
            memcpy(name, line + len + 1, end - len - 1);
            name[end - len - 1] = '\0';
            return name;
        }
        line += end + (line[end] == '\n');
    }
    return path;
}

static bool read_quiet_limit(struct bsim_config *config, struct bsim_error *err) {
    enum { DEFAULT_S = 30, MOST_S = 1000000000 };
    const char *limit = getenv("BSIM_QUIET_LIMIT");
    char *end;
    config->quiet_limit_s = limit ? strtod(limit, &end) : DEFAULT_S;
    if (limit && (end == limit || *end || !(config->quiet_limit_s >= 0 && config->quiet_limit_s <= MOST_S)))
        return bsim_error_set(err, NULL, 0, NULL,
                              "BSIM_QUIET_LIMIT (--quiet-limit) is '%s'; a number of seconds is needed, 0 for no notes",
                              limit);
    return true;
}

bool bsim_config_read(struct bsim_config *config, const char *exe, struct bsim_error *err) {
    memset(config, 0, sizeof *config);
    const char *np = getenv("BSIM_NP"), *stack = getenv("BSIM_STACK_SIZE");
    config->platform = getenv("BSIM_PLATFORM");
    config->models = getenv("BSIM_MODELS");
    config->scenarios = getenv("BSIM_SCENARIOS");
    config->collectives = getenv("BSIM_COLLECTIVES");
    config->delays = getenv("BSIM_DELAYS");
    config->result = getenv("BSIM_RESULT");
    config->parameters = getenv("BSIM_PARAMETERS");
    if (!np || !config->platform)
        return bsim_error_set(err, NULL, 0, NULL, "start it with: bsim run -np N --platform FILE %s", exe);
    if (!read_number(np, "BSIM_NP (-np)", "ranks", INT_MAX / 64, &config->np, err) || !read_shards(config, err) ||
        !read_noise(config, err) || !read_quiet_limit(config, err))
        return false;
    if (!read_sensitivities(config, err))
        return false;
    config->collective_messages = is_on("BSIM_COLLECTIVE_MESSAGES");
    config->whole_collectives = is_on("BSIM_WHOLE_COLLECTIVES");
    config->without_cards = is_on("BSIM_WITHOUT_CARDS");
    read_interval(config);
    return !stack || read_size(stack, &config->stack_size, err);
}
