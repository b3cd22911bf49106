/* shared_data.c - tells of static data that ranks share and have written.
 *
 * skeletonize gives each rank its own static data. Other programs have one copy for all ranks, so a rank may read what
 * another has written, as in no MPI program. What belongs to the program is known by the linker's order: bsimcc puts
 * edge.o between the program's objects and the runtime's libraries. Only the program's table of symbols is read; a
 * stripped program has none, and nothing is told of it. Thread-local variables are static data here, too: ranks share
 * threads. Those of the thread in which the run begins and ends are looked at.
 */
#include "bsim/process/shared_data.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/base/warn.h"
#include "bsim/bsim.h"

#pragma weak bsim_program
extern char bsim_edge_data[] __attribute__((weak)), bsim_edge_bss[] __attribute__((weak));

enum { NAMES = 4, MOST_TEXT = 400 };

/* A variable; first: its bytes before any rank ran, NULL: zeros. */
struct variable {
    const char *at, *first, *name;
    size_t size;
};
static struct variable *variables;
static size_t nvariable;

/* Of the edge: the last symbols of the program's sections of a kind. */
struct edge {
    const Elf64_Sym *data, *bss;
};

/* What the file says of the edge's symbols, and of variables of shared libraries that it has copies of ("stdout"). */
struct layout {
    struct edge edge, thread_edge;
    Elf64_Addr copy[64];
    int ncopy;
};

static void read_copies(struct layout *l, const Elf64_Rela *entry, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (ELF64_R_TYPE(entry[i].r_info) == R_X86_64_COPY && l->ncopy < 64)
            l->copy[l->ncopy++] = entry[i].r_offset;
}

static bool is_copy(const struct layout *l, Elf64_Addr at) {
    for (int i = 0; i < l->ncopy; i++)
        if (l->copy[i] == at)
            return true;
    return false;
}

/* Whether the symbol is a variable of the program's own objects. Names with __ are the compiler's. Common variables lie
 * behind the edge. */
static bool is_programs(const struct edge *edge, const Elf64_Sym *s, const char *name) {
    const Elf64_Sym *data = edge->data, *bss = edge->bss;
    if (!data || !bss || s->st_size == 0 || bsim_begins(name, "completed.") || bsim_begins(name, "__"))
        return false;
    if (s->st_shndx == data->st_shndx)
        return s->st_value < data->st_value;
    if (s->st_shndx != bss->st_shndx)
        return false;
    return s->st_value < bss->st_value ||
           (ELF64_ST_TYPE(s->st_info) != STT_TLS && ELF64_ST_BIND(s->st_info) == STB_GLOBAL &&
            !bsim_begins(name, "bsim_") && !bsim_begins(name, "lmpi_"));
}

static void keep(const Elf64_Sym *s, const char *name, uintptr_t base, bool zero) {
    struct variable v = {.at = (const char *)(base + s->st_value), .size = s->st_size, .name = bsim_strdup(name)};
    if (!zero)
        v.first = memcpy(bsim_alloc(v.size), v.at, v.size);
    variables = bsim_realloc(variables, (nvariable + 1) * sizeof *variables);
    variables[nvariable++] = v;
}

/* The symbol of this name, or NULL. */
static const Elf64_Sym *find(const Elf64_Sym *symbol, size_t n, const char *names, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(names + symbol[i].st_name, name) == 0)
            return &symbol[i];
    return NULL;
}

static int find_thread_variables(struct dl_phdr_info *info, size_t size, void *to) {
    (void)size;
    *(uintptr_t *)to = (uintptr_t)info->dlpi_tls_data;
    return 1; /* the first one is the program */
}

/* Where this thread's copies of the program's thread-local variables begin; 0 if it has none. */
static uintptr_t thread_variables(void) {
    uintptr_t at = 0;
    dl_iterate_phdr(find_thread_variables, &at);
    return at;
}

static void read_symbols(struct layout *l, const char *file, const Elf64_Shdr *table, const Elf64_Shdr *texts) {
    const Elf64_Sym *symbol = (const Elf64_Sym *)(const void *)(file + table->sh_offset);
    const char *names = file + texts->sh_offset;
    size_t n = table->sh_size / sizeof *symbol;
    l->edge = (struct edge){find(symbol, n, names, "bsim_edge_data"), find(symbol, n, names, "bsim_edge_bss")};
    l->thread_edge =
        (struct edge){find(symbol, n, names, "bsim_edge_thread_data"), find(symbol, n, names, "bsim_edge_thread_bss")};
    if (l->edge.data == NULL || l->edge.bss == NULL)
        return;
    uintptr_t base = (uintptr_t)bsim_edge_data - l->edge.data->st_value, thread_base = thread_variables();
    for (size_t i = 0; i < n; i++) {
        const char *name = names + symbol[i].st_name;
        int type = ELF64_ST_TYPE(symbol[i].st_info);
        if (type == STT_OBJECT && is_programs(&l->edge, &symbol[i], name) && !is_copy(l, symbol[i].st_value))
            keep(&symbol[i], name, base, symbol[i].st_shndx == l->edge.bss->st_shndx);
        if (type == STT_TLS && thread_base && is_programs(&l->thread_edge, &symbol[i], name))
            keep(&symbol[i], name, thread_base, false);
    }
}

static void read_file(const char *file, size_t size) {
    const Elf64_Ehdr *head = (const void *)file;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_shoff + (size_t)head->e_shnum * sizeof(Elf64_Shdr) > size)
        return;
    const Elf64_Shdr *section = (const Elf64_Shdr *)(const void *)(file + head->e_shoff);
    struct layout layout = {0};
    for (int i = 0; i < head->e_shnum; i++)
        if (section[i].sh_type == SHT_RELA)
            read_copies(&layout, (const Elf64_Rela *)(const void *)(file + section[i].sh_offset),
                        section[i].sh_size / sizeof(Elf64_Rela));
    for (int i = 0; i < head->e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB && section[i].sh_link < head->e_shnum)
            read_symbols(&layout, file, &section[i], &section[section[i].sh_link]);
}

void bsim_shared_data_init(int np) {
    struct stat st;
    const char *skeleton = bsim_program, *data = bsim_edge_data, *bss = bsim_edge_bss;
    if (np < 2 || skeleton || data == NULL || bss == NULL)
        return;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    void *file = fstat(fd, &st) == 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (file == MAP_FAILED)
        return;
    read_file(file, (size_t)st.st_size);
    munmap(file, (size_t)st.st_size);
}

static bool has_changed(const struct variable *v) {
    if (v->first)
        return memcmp(v->at, v->first, v->size) != 0;
    return v->at[0] != 0 || memcmp(v->at, v->at + 1, v->size - 1) != 0;
}

void bsim_shared_data_tell(void) {
    char text[MOST_TEXT] = "";
    int n = 0;
    for (size_t i = 0; i < nvariable; i++) {
        if (!has_changed(&variables[i]))
            continue;
        size_t have = strlen(text);
        if (n++ < NAMES)
            snprintf(text + have, sizeof text - have, "%s%.60s", have ? ", " : "", variables[i].name);
    }
    if (n == 0)
        return;
    size_t have = strlen(text);
    if (n > NAMES)
        snprintf(text + have, sizeof text - have, " and %d more", n - NAMES);
    bsim_warn(
        "all ranks share the program's static data, and have written %s: if ranks write different values there, the "
        "result is wrong; skeletonize --full gives each rank its own",
        text);
}
