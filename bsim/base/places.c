/* places.c - see places.h. libbsim-instrument has this file, too, so it needs nothing but spawn.c. */
#include "bsim/base/places.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/bsim.h"
#include "bsim/base/spawn.h"

#pragma weak bsim_sites
#pragma weak bsim_nsites

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

void bsim_place_tell(char *place, size_t i, const char *function, bsim_place_keep *keep, void *arg) {
    char *colon = strrchr(place, ':');
    if (!colon || place[0] == '?')
        return;
    *colon = 0;
    int line = atoi(colon + 1);
    const bsim_site_info *original = bsim_site_original(place, line);
    keep(arg, i, function, original ? original->file : place, original ? original->line : line);
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

void bsim_places_find(const void *const *addresses, size_t n, bsim_place_keep *keep, void *arg) {
    FILE *in = n > 0 ? bsim_spawn_input() : NULL;
    if (!in)
        return;
    uintptr_t base = &__ehdr_start && __ehdr_start.e_type == ET_DYN ? (uintptr_t)&__ehdr_start : 0;
    for (size_t i = 0; i < n; i++) /* the call instruction precedes its return address */
        fprintf(in, "0x%lx\n", (unsigned long)((uintptr_t)addresses[i] - base - 1));
    int input = bsim_spawn_input_ready(in);
    struct bsim_spawn child;
    bool started = input >= 0 && start_addr2line(&child, input);
    fclose(in);
    char function[1024], place[4352];
    for (size_t i = 0; started && i < n; i++) {
        if (!fgets(function, sizeof function, child.out) || !fgets(place, sizeof place, child.out))
            break;
        function[strcspn(function, "\n")] = 0;
        place[strcspn(place, "\n")] = 0;
        char *note = strstr(place, " (discriminator");
        if (note)
            *note = 0;
        bsim_place_tell(place, i, function, keep, arg);
    }
    if (started)
        bsim_spawn_end(&child);
}
