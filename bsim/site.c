/* site.c - source lines of return addresses: one addr2line process for many, then bsim_sites[] back to the original
 * program. Must not know statistics. */
#include <ctype.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/alloc.h"
#include "bsim/bsim.h"
#include "bsim/stat_internal.h"

#pragma weak bsim_sites
#pragma weak bsim_nsites

extern char **environ;
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

/* Whether path ends with the path tail, at a border of its parts. */
static bool path_ends(const char *path, const char *tail) {
    size_t n = strlen(path), m = strlen(tail);
    return n >= m && strcmp(path + n - m, tail) == 0 && (n == m || path[n - m - 1] == '/');
}

/* The original place of a skeleton's line. Lines of a call that spans several may differ by a few: the last entry at or
 * before the line counts. */
static const bsim_site_info *original_of(const char *file, int line) {
    const bsim_site_info *best = NULL;
    if (!&bsim_nsites)
        return NULL;
    for (int i = 0; i < bsim_nsites; i++) {
        const bsim_site_info *s = &bsim_sites[i];
        if (s->skel_line <= line && (!best || s->skel_line > best->skel_line) && path_ends(file, s->skel_file))
            best = s;
    }
    return best;
}

/* Starts addr2line on this executable; its input is the file of addresses. Returns its output, or NULL. */
static FILE *start_addr2line(const char *input, pid_t *pid) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    int out[2];
    if (n <= 0 || pipe(out))
        return NULL;
    exe[n] = 0;
    char *const argv[] = {"addr2line", "-f", "-C", "-e", exe, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, input, 0, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    int failed = posix_spawnp(pid, "addr2line", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    if (failed) {
        close(out[0]);
        return NULL;
    }
    return fdopen(out[0], "r");
}

/* Exact: the original counts if the line is the very line of an entry; what lies between entries keeps its own place.
 */
static void keep(struct bsim_site *site, const char *function, char *place, bool exact) {
    char *colon = strrchr(place, ':');
    if (!colon || place[0] == '?')
        return;
    *colon = 0;
    int line = atoi(colon + 1);
    const bsim_site_info *original = original_of(place, line);
    if (exact && original && original->skel_line != line)
        original = NULL;
    site->file = bsim_strdup(original ? original->file : place);
    site->line = original ? original->line : line;
    site->function = bsim_strdup(function);
}

static void resolve(struct bsim_site *sites, int n, bool exact) {
    if (!n)
        return;
    char input[] = "/tmp/bsim-sites-XXXXXX";
    int fd = mkstemp(input);
    FILE *in = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!in)
        return;
    uintptr_t base = &__ehdr_start && __ehdr_start.e_type == ET_DYN ? (uintptr_t)&__ehdr_start : 0;
    for (int i = 0; i < n; i++) /* the call is before its return address */
        fprintf(in, "0x%lx\n", (unsigned long)((uintptr_t)sites[i].address - base - 1));
    fclose(in);
    pid_t pid;
    FILE *out = start_addr2line(input, &pid);
    char function[1024], place[4352];
    for (int i = 0; out && i < n; i++) {
        if (!fgets(function, sizeof function, out) || !fgets(place, sizeof place, out))
            break;
        function[strcspn(function, "\n")] = 0;
        place[strcspn(place, "\n")] = 0;
        char *note = strstr(place, " (discriminator");
        if (note)
            *note = 0;
        keep(&sites[i], function, place, exact);
    }
    if (out) {
        fclose(out);
        waitpid(pid, NULL, 0);
    }
    unlink(input);
}

void bsim_site_resolve(struct bsim_site *sites, int n) {
    resolve(sites, n, false);
}

/* A place in a skeleton that is no entry of bsim_sites is told with the skeleton's whole path: its lines are not the
 * original's. */
const char *bsim_place_name(const void *address) {
    static char name[8800];
    struct bsim_site s = {.address = address};
    if (address)
        resolve(&s, 1, true);
    const char *file = s.file && !original_of(s.file, INT_MAX) ? strrchr(s.file, '/') : NULL;
    int used = snprintf(name, sizeof name, s.file ? "%s:%d" : "unknown place", file ? file + 1 : s.file, s.line);
    const bsim_site_info *near = s.file && s.file[0] == '/' ? original_of(s.file, s.line) : NULL;
    if (near && (size_t)used < sizeof name)
        snprintf(name + used, sizeof name - (size_t)used, ", after the call at %s:%d", near->file, near->line);
    bsim_free(s.file);
    bsim_free(s.function);
    return name;
}

const char *bsim_site_name(const void *site) {
    enum { KEPT = 32 };
    static struct kept {
        char names[KEPT][256];
        const void *sites[KEPT];
        unsigned next;
    } of_shards[BSIM_MAX_SHARDS];
    struct kept *kept = &of_shards[bsim_shard_number];
    for (unsigned i = 0; i < KEPT && site; i++)
        if (kept->sites[i] == site)
            return kept->names[i];
    char *name = kept->names[kept->next % KEPT];
    kept->sites[kept->next++ % KEPT] = site;
    struct bsim_site s = {.address = site};
    if (site)
        bsim_site_resolve(&s, 1);
    if (s.file) {
        const char *file = strrchr(s.file, '/');
        snprintf(name, sizeof kept->names[0], "%s:%d", file && s.file[0] == '/' ? file + 1 : s.file, s.line);
    } else {
        snprintf(name, sizeof kept->names[0], "unknown place");
    }
    bsim_free(s.file);
    bsim_free(s.function);
    return name;
}
