/* spawn.c - see spawn.h. */
#include "bsim/base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool bsim_spawn_start(struct bsim_spawn *child, char *const argv[], int input, bool quiet) {
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, 0);
    else
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    if (quiet)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&child->pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    child->out = failed ? NULL : fdopen(out[0], "r");
    if (child->out)
        return true;
    close(out[0]);
    if (!failed) {
        failed = errno;
        waitpid(child->pid, NULL, 0);
    }
    errno = failed;
    return false;
}

int bsim_spawn_end(struct bsim_spawn *child) {
    int status = 0;
    fclose(child->out);
    child->out = NULL;
    while (waitpid(child->pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

_Noreturn void bsim_spawn_failed(int tell, int exit_code) {
    int code = errno;
    if (write(tell, &code, sizeof code) < 0)
        code = 0;
    _exit(exit_code);
}

int bsim_spawn_told(int told) {
    int code = 0;
    ssize_t got;
    while ((got = read(told, &code, sizeof code)) < 0 && errno == EINTR)
        ;
    close(told);
    return got == sizeof code ? code : 0;
}

FILE *bsim_spawn_input(void) {
    int fd = memfd_create("input", MFD_CLOEXEC);
    FILE *f = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (fd >= 0 && f == NULL)
        close(fd);
    return f;
}

int bsim_spawn_input_ready(FILE *input) {
    if (fflush(input) != 0 || ferror(input) || lseek(fileno(input), 0, SEEK_SET) != 0)
        return -1;
    return fileno(input);
}

bool bsim_spawn_found(const char *name) {
    char path[PATH_MAX];
    const char *dirs = getenv("PATH");
    if (strchr(name, '/') != NULL)
        return access(name, X_OK) == 0;
    for (const char *dir = dirs ? dirs : "/usr/bin:/bin"; dir;) {
        size_t len = strcspn(dir, ":");
        int used = snprintf(path, sizeof path, "%.*s%s%s", (int)len, dir, len > 0 ? "/" : "./", name);
        if (used < (int)sizeof path && access(path, X_OK) == 0)
            return true;
        dir = dir[len] == ':' ? dir + len + 1 : NULL;
    }
    return false;
}
