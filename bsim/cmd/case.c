/* case.c - has a script build the programs of a case, and reads what it tells about them. */
#include <libgen.h>
#include <stdio.h>
#include <unistd.h>

#include "bsim/base/spawn.h"
#include "bsim/cmd/case.h"

/* The folder that holds bin and share: a build folder, or the prefix of an installed bsim. */
static void home(char *path, size_t size) {
    char self[3000];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    snprintf(path, size, "%s", dirname(dirname(self)));
}

int bsim_case_build(const char *name, const char *work, const char *const *option, json_t **plan,
                    struct bsim_error *err) {
    char folder[3100], script[3200], path[4200];
    home(folder, sizeof folder);
    snprintf(script, sizeof script, "%s/share/bsim/scripts/benchcase.py", folder);
    if (access(script, R_OK) != 0) {
        bsim_error_set(err, script, 0, NULL, "is missing: a case cannot be built");
        return BSIM_EXIT_USAGE;
    }
    char *argv[] = {"python3", script, "--build", folder, "--work", (char *)work, [9 + BSIM_CASE_OPTIONS] = NULL};
    int n = 6;
    for (; *option && n < 6 + BSIM_CASE_OPTIONS; option++)
        argv[n++] = (char *)*option;
    argv[n++] = "--";
    argv[n] = (char *)name;
    struct bsim_spawn child;
    if (!bsim_spawn_start(&child, argv, -1, false)) { /* its standard error is ours: it tells what goes wrong */
        bsim_error_set(err, NULL, 0, NULL, "python3 cannot be run; a case needs it (package python3)");
        return BSIM_EXIT_USAGE;
    }
    int code = bsim_spawn_end(&child);
    if (code != 0)
        return code;
    snprintf(path, sizeof path, "%s/plan.json", work);
    *plan = json_load_file(path, 0, NULL);
    if (*plan == NULL) {
        bsim_error_set(err, path, 0, NULL, "cannot be read");
        return BSIM_EXIT_USAGE;
    }
    return BSIM_EXIT_OK;
}
