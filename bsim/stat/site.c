/* site.c - source lines of return addresses: one addr2line process for all of them, then bsim_sites[] for the place in
 * the original program. Must not know statistics. */
#include <ctype.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/base/spawn.h"
#include "bsim/stat/stat_internal.h"

#pragma weak bsim_sites
#pragma weak bsim_nsites
#pragma weak bsim_site_text

BSIM_OF_SHARD const void *bsim_site_played;

extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

/* Whether path ends with the components of tail. */
static bool path_ends(const char *path, const char *tail) {
    size_t n = strlen(path), m = strlen(tail);
    return n >= m && strcmp(path + n - m, tail) == 0 && (n == m || path[n - m - 1] == '/');
}

const bsim_site_info *bsim_site_original(const char *file, int line) {
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

/* Starts addr2line on this executable; it reads addresses from the file input. */
static bool start_addr2line(struct bsim_spawn *child, int input) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return false;
    exe[n] = 0;
    char *const argv[] = {"addr2line", "-f", "-C", "-e", exe, NULL};
    return bsim_spawn_start(child, argv, input, true);
}

static void keep(struct bsim_site *site, const char *function, char *place) {
    char *colon = strrchr(place, ':');
    if (!colon || place[0] == '?')
        return;
    *colon = 0;
    int line = atoi(colon + 1);
    const bsim_site_info *original = bsim_site_original(place, line);
    site->file = bsim_strdup(original ? original->file : place);
    site->line = original ? original->line : line;
    site->function = bsim_strdup(function);
}

void bsim_site_resolve(struct bsim_site *sites, int n) {
    if (!n)
        return;
    for (int i = 0; &bsim_site_text && i < n; i++) {
        const char *text = bsim_site_text(sites[i].address);
        char place[4352];
        if (text && snprintf(place, sizeof place, strrchr(text, ':') ? "%s" : "%s:0", text) < (int)sizeof place)
            keep(&sites[i], "", place);
    }
    FILE *in = bsim_spawn_input();
    if (!in)
        return;
    uintptr_t base = &__ehdr_start && __ehdr_start.e_type == ET_DYN ? (uintptr_t)&__ehdr_start : 0;
    for (int i = 0; i < n; i++) /* the call instruction precedes its return address */
        fprintf(in, "0x%lx\n", (unsigned long)((uintptr_t)sites[i].address - base - 1));
    int input = bsim_spawn_input_ready(in);
    struct bsim_spawn child;
    bool started = input >= 0 && start_addr2line(&child, input);
    fclose(in);
    char function[1024], place[4352];
    for (int i = 0; started && i < n; i++) {
        if (!fgets(function, sizeof function, child.out) || !fgets(place, sizeof place, child.out))
            break;
        function[strcspn(function, "\n")] = 0;
        place[strcspn(place, "\n")] = 0;
        char *note = strstr(place, " (discriminator");
        if (note)
            *note = 0;
        if (!sites[i].file)
            keep(&sites[i], function, place);
    }
    if (started)
        bsim_spawn_end(&child);
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
