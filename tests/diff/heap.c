/* heap.c - blocks of all sizes are made, resized and released in any order, by the program's calls and by those of the
 * C library that give or take blocks; what is in them stays. */
#define _GNU_SOURCE
#include "diff.h"

#include <malloc.h>

enum { SLOTS = 60, STEPS = 6000 };

struct slot {
    unsigned char *memory;
    size_t size;
    unsigned char value;
};

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static size_t a_size(unsigned *state) {
    static const unsigned most[] = {16, 100, 2000, 9000, 70000, 400000};
    unsigned kind = next(state) % 64;
    return next(state) % most[kind < 20 ? 0 : kind < 40 ? 1 : kind < 52 ? 2 : kind < 60 ? 3 : kind < 63 ? 4 : 5];
}

static void check(const struct slot *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s->memory[i] != s->value)
            MPI_Abort(MPI_COMM_WORLD, 8);
}

static void fill(struct slot *s, unsigned char value) {
    s->value = value;
    memset(s->memory, value, s->size);
}

static void made(struct slot *s, void *memory, size_t size, unsigned char value) {
    *s = (struct slot){memory, size, value};
    fill(s, value);
}

static void make(struct slot *s, unsigned *state, unsigned char value) {
    size_t size = a_size(state) + 1;
    char *text = NULL;
    void *memory = NULL;
    FILE *stream;
    switch (next(state) % 10) {
    case 0:
        made(s, calloc(size, 1), size, value);
        break;
    case 1:
        text = malloc(size + 1);
        memset(text, 'x', size);
        text[size] = 0;
        made(s, strdup(text), size + 1, value);
        free(text);
        break;
    case 2:
        made(s, strndup("abcdefghijklmnopqrstuvwxyz", size), 1, value);
        break;
    case 3:
        if (asprintf(&text, "%*d", (int)(size % 5000), 7) < 0)
            MPI_Abort(MPI_COMM_WORLD, 7);
        made(s, text, strlen(text) + 1, value);
        break;
    case 4:
        if (posix_memalign(&memory, 256, size))
            MPI_Abort(MPI_COMM_WORLD, 7);
        made(s, memory, size, value);
        break;
    case 5:
        stream = open_memstream(&text, &size);
        fprintf(stream, "%0*d", (int)(1 + next(state) % 3000), 1);
        fclose(stream);
        made(s, text, size, value);
        break;
    default:
        made(s, malloc(size), size, value);
        if (malloc_usable_size(s->memory) < size)
            MPI_Abort(MPI_COMM_WORLD, 6);
        s->size = malloc_usable_size(s->memory);
        fill(s, value);
    }
}

static void resize(struct slot *s, unsigned *state) {
    size_t size = a_size(state) + 1, n = size < s->size ? size : s->size;
    s->memory = next(state) % 4 ? realloc(s->memory, size) : reallocarray(s->memory, size, 1);
    check(s, n);
    s->size = size;
    fill(s, s->value);
}

/* A line that is longer than the block that the program gives for it. */
static void read_line(struct slot *s) {
    char text[] = "a line that is longer than a small block, and not as long as a large one\nanother\n";
    FILE *stream = fmemopen(text, sizeof text - 1, "r");
    char *line = (char *)s->memory;
    size_t room = s->size;
    ssize_t n = getline(&line, &room, stream);
    if (n != (ssize_t)(strchr(text, '\n') + 1 - text) || memcmp(line, text, (size_t)n))
        MPI_Abort(MPI_COMM_WORLD, 5);
    s->memory = (unsigned char *)line;
    s->size = room;
    fill(s, s->value);
    fclose(stream);
}

int main(int argc, char **argv) {
    struct slot slots[SLOTS] = {{0}};
    int rank, size, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned state = 12345u + (unsigned)rank;
    for (int step = 0; step < STEPS; step++) {
        struct slot *s = &slots[next(&state) % SLOTS];
        if (!s->memory) {
            make(s, &state, (unsigned char)(step + 13 * rank));
        } else if (next(&state) % 3 == 0) {
            resize(s, &state);
        } else if (next(&state) % 4 == 0) {
            read_line(s);
        } else {
            check(s, s->size);
            free(s->memory);
            s->memory = NULL;
        }
        if (step % 50 == 0) /* others run in between */
            MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].memory)
            check(&slots[i], slots[i].size);
        free(slots[i].memory);
    }
    /* What calloc gives is zero, and what malloc gives without bytes is a block. */
    unsigned char *zeros = calloc(100, 41), *none = malloc(0);
    unsigned sum = 0;
    for (int i = 0; i < 4100; i++)
        sum += zeros[i];
    out("%u %d %d", sum, none != NULL, calloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
    free(zeros);
    free(none);
    free(NULL);
    none = realloc(NULL, 10);
    out("%d", realloc(none, 0) == NULL);
    MPI_Finalize();
    return 0;
}
