/* shell.h - for unit tests: shell commands in a folder of their own, where $BIN is the folder of bsim's executables. */
#ifndef TESTS_UNIT_SHELL_H
#define TESTS_UNIT_SHELL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[128];
static char out[1 << 16]; /* of the last command, both streams */

__attribute__((unused)) static void write_file(const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Runs a shell command in the folder, where $BIN is the folder of executables; returns its exit code. */
static int sh(const char *command) {
    char line[4096];
    snprintf(line, sizeof line, "cd %s && { %s; } > out 2>&1", folder, command);
    int status = system(line);
    snprintf(line, sizeof line, "%s/out", folder);
    FILE *f = fopen(line, "r");
    out[fread(out, 1, sizeof out - 1, f)] = '\0';
    fclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

__attribute__((unused)) static void expect(const char *command, int code, const char *text) {
    int got = sh(command);
    if (got != code || (text && strstr(out, text) == NULL))
        fail_msg("%s: exit code %d, not %d, or no \"%s\" in:\n%s", command, got, code, text ? text : "", out);
}

/* Each of the commands tells its usage, and refuses an option that it does not have. prefix: "bsim". */
__attribute__((unused)) static void expect_usages(const char *prefix, const char *const *commands) {
    for (; *commands; commands++) {
        char command[64], usage[64];
        snprintf(command, sizeof command, "$BIN/%s %s --help", prefix, *commands);
        snprintf(usage, sizeof usage, "usage: %s %s ", prefix, *commands);
        expect(command, 0, usage);
        snprintf(command, sizeof command, "$BIN/%s %s --nonsense", prefix, *commands);
        expect(command, 2, "has no option \"--nonsense\"");
    }
}

/* The end of a group's set-up: runs a command, such as that of a compiler, and tells what it says if it fails. */
__attribute__((unused)) static int sh_or_tell(const char *command) {
    int code = sh(command);
    if (code != 0)
        print_message("%s", out);
    return code;
}

static bool make_folder(void) {
    const char *build = getenv("B");
    char here[2048], bin[4200];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/bsim-unit-test.XXXXXX", tmp ? tmp : "/tmp");
    if (mkdtemp(folder) == NULL || getcwd(here, sizeof here) == NULL)
        return false;
    build = build ? build : "build";
    snprintf(bin, sizeof bin, "%s%s%s/bin", build[0] == '/' ? "" : here, build[0] == '/' ? "" : "/", build);
    setenv("BIN", bin, 1);
    return true;
}

/* A group's tear-down. */
static int remove_folder(void **state) {
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

#endif
