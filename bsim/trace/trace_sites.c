/* trace_sites.c - the places of calls, and their source lines by addr2line. */
#include "bsim/trace/trace_sites.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/spawn.h"

static const char unknown[] = "?";

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void bsim_sites_start(struct bsim_sites *s) {
    *s = (struct bsim_sites){0};
    bsim_sites_add(s, unknown, 0);
}

int bsim_sites_add(struct bsim_sites *s, const char *module, int64_t offset) {
    for (int i = 0; i < s->n; i++)
        if (s->offset[i] == offset && strcmp(s->module[i], module) == 0)
            return i;
    size_t n = (size_t)s->n + 1;
    s->name = bsim_realloc(s->name, n * sizeof *s->name);
    s->module = bsim_realloc(s->module, n * sizeof *s->module);
    s->offset = bsim_realloc(s->offset, n * sizeof *s->offset);
    s->name[s->n] = bsim_strdup(base_name(module));
    s->module[s->n] = bsim_strdup(module);
    s->offset[s->n] = offset;
    return s->n++;
}

/* Whether addresses in the file are those in memory. */
static bool is_fixed(const char *module) {
    Elf64_Ehdr head = {0};
    FILE *f = fopen(module, "r");
    bool read = f && fread(&head, sizeof head, 1, f) == 1;
    if (f)
        fclose(f);
    return read && head.e_type == ET_EXEC;
}

/* The base of a program with fixed addresses is where its first segment lies. */
static uint64_t fixed_base(const char *module) {
    Elf64_Ehdr head = {0};
    Elf64_Phdr part = {0};
    uint64_t base = 0;
    FILE *f = fopen(module, "r");
    if (f && fread(&head, sizeof head, 1, f) == 1)
        for (int i = 0; i < head.e_phnum; i++)
            if (fseek(f, (long)head.e_phoff + (long)i * (long)sizeof part, SEEK_SET) == 0 &&
                fread(&part, sizeof part, 1, f) == 1 && part.p_type == PT_LOAD) {
                base = part.p_vaddr;
                break;
            }
    if (f)
        fclose(f);
    return base;
}

/* The lines of all places in the module of place `first`. */
static void resolve_module(struct bsim_sites *s, int first) {
    const char *module = s->module[first];
    if (s->offset[first] < 0)
        return;
    uint64_t base = is_fixed(module) ? fixed_base(module) : 0;
    int n = 0;
    for (int i = first; i < s->n; i++)
        n += strcmp(s->module[i], module) == 0;
    char **argv = bsim_alloc(((size_t)n + 4) * sizeof *argv);
    int *place = bsim_alloc((size_t)n * sizeof *place), used = 0;
    char(*address)[24] = bsim_alloc((size_t)n * sizeof *address);
    argv[0] = (char *)"addr2line", argv[1] = (char *)"-e", argv[2] = (char *)module;
    for (int i = first; i < s->n; i++)
        if (strcmp(s->module[i], module) == 0) {
            snprintf(address[used], sizeof *address, "0x%llx", (unsigned long long)(base + (uint64_t)s->offset[i] - 1));
            argv[3 + used] = address[used];
            place[used++] = i;
        }
    struct bsim_spawn child;
    if (bsim_spawn_start(&child, argv, -1, true)) {
        char line[4096];
        for (int k = 0; k < used && fgets(line, sizeof line, child.out); k++) {
            line[strcspn(line, " \n")] = '\0';
            char *colon = strrchr(line, ':');
            if (line[0] == '?' || colon == NULL || colon[1] == '?' || colon[1] == '0')
                continue;
            bsim_free(s->name[place[k]]);
            s->name[place[k]] = bsim_strdup(base_name(line));
        }
        bsim_spawn_end(&child);
    }
    bsim_free(argv);
    bsim_free(place);
    bsim_free(address);
}

void bsim_sites_resolve(struct bsim_sites *s) {
    for (int i = 1; i < s->n; i++) {
        int first = 0;
        while (strcmp(s->module[first], s->module[i]) != 0)
            first++;
        if (first == i)
            resolve_module(s, i);
    }
}

void bsim_sites_end(struct bsim_sites *s) {
    for (int i = 0; i < s->n; i++) {
        bsim_free(s->name[i]);
        bsim_free(s->module[i]);
    }
    bsim_free(s->name);
    bsim_free(s->module);
    bsim_free(s->offset);
}
