/* commands.c - a libFuzzer target for each kind of input file: the commands of bsim that read it, in this process.
 *
 * BSIM_FUZZ names the target (table below); the input goes to files of a folder of its own, BSIM_FUZZ_FOLDER. Whatever
 * the input is, a command must return an exit code of bad input or success; with BSIM_FUZZ_GOOD success. It may leave
 * memory behind: it ends after an error. run.py makes seeds and starts it. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/plot.h"
#include "bsim/platform/platform.h"

enum { MOST_WORDS = 10, MOST_COMMANDS = 5 };

static char folder[512], file[600], other[600], trace[600];

static void write_file(const char *path, const void *data, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) {
        perror(path);
        abort();
    }
    close(fd);
}

/* ---- traces: three files, of which two are compressed; the input has them one after the other ---- */

#define SEPARATOR "\n--8<--\n"

static void write_compressed(const char *name, const uint8_t *data, size_t size) {
    char path[700];
    size_t room = ZSTD_compressBound(size);
    void *to = malloc(room);
    size_t n = ZSTD_compress(to, room, data, size, 1);
    snprintf(path, sizeof path, "%s/%s", trace, name);
    write_file(path, to, n);
    free(to);
}

/* The part up to the next separator, or to the end. */
static size_t part(const uint8_t *data, size_t size, size_t *next) {
    const uint8_t *at = memmem(data, size, SEPARATOR, sizeof SEPARATOR - 1);
    size_t n = at ? (size_t)(at - data) : size;
    *next = at ? n + sizeof SEPARATOR - 1 : size;
    return n;
}

static void write_trace(const uint8_t *data, size_t size) {
    static const char *const names[] = {"trace.json", "calls.zst", "times.zst"};
    char path[700];
    mkdir(trace, 0777);
    for (int i = 0; i < 3; i++) {
        size_t next, n = part(data, size, &next);
        snprintf(path, sizeof path, "%s/%s", trace, names[i]);
        if (i == 0)
            write_file(path, data, n);
        else
            write_compressed(names[i], data, n);
        data += next;
        size -= next;
    }
}

/* ---- readers that no command shows alone ---- */

static int scenarios(int argc, char **argv) {
    struct bsim_platform platform = {0};
    struct bsim_error err = {0};
    (void)argc;
    if (bsim_platform_load(&platform, argv[1], argv[2], 0, &err))
        bsim_platform_free(&platform);
    return err.set ? BSIM_EXIT_USAGE : 0;
}

static int plotted(int argc, char **argv) {
    struct plot_table table = {0};
    struct bsim_error err = {0};
    (void)argc;
    if (bsim_plot_read(&table, argv[1], &err))
        bsim_plot_free(&table);
    return err.set ? BSIM_EXIT_USAGE : 0;
}

/* ---- the table ---- */

struct command {
    int (*run)(int argc, char **argv);
    const char *word[MOST_WORDS];
};

/* FILE: the input; OTHER: a file that is good; TRACE: the input as a trace; OUT: a file to write. */
static const char FILE_[] = "<file>", OTHER[] = "<other>", TRACE[] = "<trace>", OUT[] = "<out>";

static const struct target {
    const char *name, *ending;
    struct command command[MOST_COMMANDS];
} targets[] = {
    {"platform",
     "json",
     {{bsim_cmd_platform, {"platform", "check", FILE_}}, {bsim_cmd_platform, {"platform", "show", FILE_}}}},
    {"scenarios", "json", {{scenarios, {"scenarios", OTHER, FILE_}}}},
    {"models",
     "json",
     {{bsim_cmd_models, {"models", "show", FILE_}}, {bsim_cmd_models, {"models", "diff", FILE_, OTHER}}}},
    {"simgrid", "xml", {{bsim_cmd_platform, {"platform", "import", "--simgrid", FILE_, "-o", OUT}}}},
    {"dimemas", "cfg", {{bsim_cmd_platform, {"platform", "import", "--dimemas", FILE_, "-o", OUT}}}},
    {"measurements", "txt", {{bsim_cmd_calibrate, {"calibrate", "-o", OUT, "--measured", FILE_}}}},
    {"samples", "tsv", {{bsim_cmd_fit, {"fit", "-o", OUT, FILE_}}}},
    {"result", "json", {{bsim_cmd_report, {"report", FILE_}}}},
    {"table", "json", {{plotted, {"plot", FILE_}}}},
    {"trace",
     "",
     {{bsim_cmd_trace, {"trace", "info", TRACE}},
      {bsim_cmd_trace, {"trace", "diff", TRACE, TRACE}},
      {bsim_cmd_trace, {"trace", "export", "--to", "goal", TRACE, "-o", OUT}},
      {bsim_cmd_cluster, {"cluster", TRACE}}}},
};
enum { TARGETS = sizeof targets / sizeof targets[0] };

static const struct target *target;

static const char *word(const char *w) {
    static char out[700];
    if (w == OUT) {
        snprintf(out, sizeof out, "%s/out", folder);
        return out;
    }
    return w == FILE_ ? file : w == OTHER ? other : w == TRACE ? trace : w;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const char *name = getenv("BSIM_FUZZ"), *in = getenv("BSIM_FUZZ_FOLDER");
    (void)argc, (void)argv;
    for (int i = 0; name && i < TARGETS; i++)
        if (strcmp(targets[i].name, name) == 0)
            target = &targets[i];
    if (target == NULL || in == NULL) {
        fprintf(stderr, "BSIM_FUZZ and BSIM_FUZZ_FOLDER are to be set; targets:");
        for (int i = 0; i < TARGETS; i++)
            fprintf(stderr, " %s", targets[i].name);
        fprintf(stderr, "\n");
        exit(2);
    }
    snprintf(folder, sizeof folder, "%s", in);
    snprintf(file, sizeof file, "%s/in.%s", folder, target->ending);
    snprintf(other, sizeof other, "%s/other.json", folder);
    snprintf(trace, sizeof trace, "%s/trace", folder);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (strcmp(target->name, "trace") == 0)
        write_trace(data, size);
    else
        write_file(file, data, size);
    for (int i = 0; i < MOST_COMMANDS && target->command[i].run; i++) {
        const struct command *c = &target->command[i];
        char *argv[MOST_WORDS + 1] = {NULL};
        int argc = 0;
        for (; argc < MOST_WORDS && c->word[argc]; argc++)
            argv[argc] = (char *)(uintptr_t)word(c->word[argc]);
        int code = c->run(argc, argv);
        if (code == BSIM_EXIT_BUG || code == BSIM_EXIT_CRASH || (code && getenv("BSIM_FUZZ_GOOD")))
            abort();
    }
    return 0;
}
