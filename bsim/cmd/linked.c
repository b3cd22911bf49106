/* linked.c - tells whether a program was linked with the runtime that belongs to this command.
 *
 * The runtime is in the program. So what a new version of bsim mends or adds has no effect on it until it is linked
 * again: its times would be those of the old version, and a new key of a platform would be an unknown one. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"

enum { VERSION_CHARS = 16 };
static const char mark[] = "@bsim runtime "; /* bsim/process/edge.c */

/* The version that a file has behind the mark. False: it has none, or cannot be read. */
static bool version_of(const char *path, char version[VERSION_CHARS + 1]) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    void *text = fstat(fd, &st) == 0 && st.st_size > 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                                                       : MAP_FAILED;
    close(fd);
    if (text == MAP_FAILED)
        return false;
    const char *at = memmem(text, (size_t)st.st_size, mark, sizeof mark - 1);
    bool is_there = at && at + sizeof mark - 1 + VERSION_CHARS <= (const char *)text + st.st_size;
    if (is_there) {
        memcpy(version, at + sizeof mark - 1, VERSION_CHARS);
        version[VERSION_CHARS] = '\0';
    }
    munmap(text, (size_t)st.st_size);
    return is_there;
}

void bsim_linked_tell(const char *exe) {
    static char told[PATH_MAX];
    char path[PATH_MAX], here[VERSION_CHARS + 1], there[VERSION_CHARS + 1];
    struct bsim_error none = {0};
    if (strncmp(told, exe, sizeof told) == 0)
        return;
    snprintf(told, sizeof told, "%s", exe);
    if (!bsim_trace_library("bsim-edge.o", path, &none) || !version_of(path, here) || !version_of(exe, there) ||
        strcmp(here, there) == 0)
        return;
    fprintf(
        stderr,
        "bsim: warning: %s: was linked with the runtime of another version of bsim; what has changed since does not "
        "apply to it: link it again with bsimcc\n",
        exe);
}
