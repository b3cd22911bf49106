/* content_blocks.c - the memory into which a call receives, from the roles of its arguments, and its contents. Part of
 * libbsim-record.so and of libbsim-replay.so. */
#include "lmpi/record/content_blocks.h"

#include <string.h>

#include "bsim/trace/trace_calls.h"

enum { CHUNK = 1 << 20 };

static void add(struct content_blocks *b, void *at, int64_t count, MPI_Datatype type) {
    if (count <= 0 || type == MPI_DATATYPE_NULL)
        return;
    for (; count > 0; count -= INT32_MAX) {
        MPI_Aint lb, extent;
        int n = count > INT32_MAX ? INT32_MAX : (int)count;
        b->block = lmpi_record_grow(b->block, b->n, &b->room, sizeof *b->block);
        b->block[b->n++] = (struct content_block){at, n, type, false};
        PMPI_Type_get_extent(type, &lb, &extent);
        at = (char *)at + n * extent;
    }
}

/* Whether it is the collective `plain`, or its non-blocking or persistent form. */
static bool is_form_of(const char *name, const char *plain) {
    size_t n = strlen(plain) - 1;
    bool is_non_blocking = name[0] == 'I' && strncmp(name + 2, plain + 1, n) == 0;
    const char *rest = name + 1 + is_non_blocking + n;
    return (is_non_blocking || strncmp(name, plain, n + 1) == 0) && (*rest == '\0' || strcmp(rest, "_init") == 0);
}

/* Whether this rank receives nothing in a collective. */
static bool receives_nothing(const char *name, int root, int rank) {
    if (is_form_of(name, "Barrier"))
        return true;
    if (is_form_of(name, "Bcast"))
        return root == rank;
    if (is_form_of(name, "Exscan"))
        return rank == 0;
    if (trace_receives_at_root_only(name) || is_form_of(name, "Reduce"))
        return root != rank;
    return false;
}

/* The same of a collective between two groups. */
static bool receives_nothing_between(const char *name, bool is_rooted, int root) {
    if (!is_rooted)
        return is_form_of(name, "Barrier");
    if (trace_receives_at_root_only(name) || is_form_of(name, "Reduce"))
        return root != MPI_ROOT;
    return root == MPI_ROOT || root == MPI_PROC_NULL;
}

/* Element i of a list of counts or displacements of a call. */
static int64_t element(const struct record_call *call, int64_t list, int i) {
    const MPI_Count *large = (const MPI_Count *)(uintptr_t)list;
    const int *small = (const int *)(uintptr_t)list;
    return call->is_large ? large[i] : small[i];
}

void content_blocks_find(struct content_blocks *b, const struct record_call *call, const struct record_comm *comm,
                         int size) {
    const char *roles = call->roles, *name = call->name, *at_root = strchr(roles, 'k');
    const char *receive = strpbrk(roles, "rx");
    bool is_coll = strpbrk(roles, "gp") == NULL;
    int root = at_root ? (int)call->arg[at_root - roles] : -1, rank = comm ? comm->rank : 0;
    b->n = 0;
    if (receive == NULL || (is_coll && (comm && comm->remote > 0 ? receives_nothing_between(name, at_root != NULL, root)
                                                                 : receives_nothing(name, root, rank))))
        return;
    const int64_t *arg = call->arg + (receive - roles);
    char *at = (char *)(uintptr_t)arg[0];
    if (at == MPI_IN_PLACE)
        return;
    if (receive[1] == 'v' && receive[2] == 'd' && receive[3] == 'w') {
        const MPI_Datatype *type = (const MPI_Datatype *)(uintptr_t)arg[3];
        const MPI_Aint *address = (const MPI_Aint *)(uintptr_t)arg[2];
        bool has_addresses = trace_is_of_neighbours(name);
        for (int i = 0; i < size; i++)
            add(b, at + (has_addresses ? address[i] : element(call, arg[2], i)), element(call, arg[1], i), type[i]);
    } else if (receive[1] == 'v' && receive[2] == 'd') {
        MPI_Datatype type = (MPI_Datatype)arg[3];
        MPI_Aint lb, extent;
        PMPI_Type_get_extent(type, &lb, &extent);
        for (int i = 0; i < size; i++)
            add(b, at + element(call, arg[2], i) * extent, element(call, arg[1], i), type);
    } else if (receive[1] == 'i') { /* partitions */
        add(b, at, arg[1] * arg[2], (MPI_Datatype)arg[3]);
    } else if (receive[1] == 't') { /* one element */
        add(b, at, 1, (MPI_Datatype)arg[1]);
    } else if (receive[1] == 'v') { /* Reduce_scatter */
        add(b, at, element(call, arg[1], rank), (MPI_Datatype)arg[2]);
    } else {
        bool from_each = is_coll && (strstr(name, "gather") || strstr(name, "Gather") || strstr(name, "lltoall"));
        add(b, at, from_each ? arg[1] * size : arg[1], (MPI_Datatype)arg[2]);
    }
}

void content_blocks_part(struct content_blocks *part, const struct content_blocks *whole, int64_t first, int64_t n) {
    MPI_Aint lb, extent;
    part->n = 0;
    if (whole->n == 0)
        return;
    PMPI_Type_get_extent(whole->block[0].type, &lb, &extent);
    add(part, whole->block[0].at + first * extent, n, whole->block[0].type);
}

void content_blocks_find_sent(struct content_blocks *b, const struct record_call *call) {
    const char *buffer = strpbrk(call->roles, "bx");
    b->n = 0;
    if (buffer == NULL)
        return;
    const int64_t *arg = call->arg + (buffer - call->roles);
    add(b, (void *)(uintptr_t)arg[0], arg[1], (MPI_Datatype)arg[2]);
}

static bool is_predefined(MPI_Datatype type) {
    int n_int, n_address, n_type, combiner;
    if (((unsigned)type >> 24) == 0x4cu)
        return true;
    PMPI_Type_get_envelope(type, &n_int, &n_address, &n_type, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

void content_blocks_keep(struct content_blocks *b) {
    for (size_t i = 0; i < b->n; i++) {
        struct content_block *k = &b->block[i];
        if (is_predefined(k->type))
            continue;
        /* A duplicate would copy attributes, by functions of the program. */
        PMPI_Type_contiguous(1, k->type, &k->type);
        PMPI_Type_commit(&k->type);
        k->is_kept = true;
    }
}

void content_blocks_empty(struct content_blocks *b) {
    for (size_t i = 0; i < b->n; i++)
        if (b->block[i].is_kept)
            PMPI_Type_free(&b->block[i].type);
    lmpi_record_free(b->block);
    *b = (struct content_blocks){0};
}

int64_t content_blocks_bytes(const struct content_blocks *b) {
    int64_t sum = 0;
    for (size_t i = 0; i < b->n; i++) {
        MPI_Count size;
        PMPI_Type_size_x(b->block[i].type, &size);
        sum += size * b->block[i].count;
    }
    return sum;
}

/* ---- contents ---- */

/* A block whose elements are packed or unpacked some at a time. */
struct layout {
    MPI_Count size;
    MPI_Aint extent;
    bool is_contiguous;
    int chunk; /* elements at a time */
    char *at;
    MPI_Datatype type;
    bool owns_type;
};

/* MPI_Pack takes no MPI_BOTTOM: there the datatype is moved to its first byte. */
static struct layout layout_of(const struct content_block *k) {
    struct layout l = {.at = k->at, .type = k->type};
    MPI_Aint lb, true_lb, true_extent;
    PMPI_Type_size_x(k->type, &l.size);
    PMPI_Type_get_extent(k->type, &lb, &l.extent);
    PMPI_Type_get_true_extent(k->type, &true_lb, &true_extent);
    l.is_contiguous = is_predefined(k->type) && true_lb == 0 && true_extent == l.size && l.extent == l.size;
    l.chunk = l.size > 0 && l.size < CHUNK ? (int)(CHUNK / l.size) : 1;
    if (k->at == MPI_BOTTOM && true_lb != 0) {
        MPI_Aint back = -true_lb;
        l.at = (char *)true_lb;
        PMPI_Type_create_hindexed(1, (int[]){1}, &back, k->type, &l.type);
        PMPI_Type_commit(&l.type);
        l.owns_type = true;
    }
    return l;
}

static void end_layout(struct layout *l) {
    if (l->owns_type)
        PMPI_Type_free(&l->type);
}

/* Room for n elements, packed. */
static void *packed_room(int n, MPI_Datatype type, int *bytes) {
    static char *room;
    static size_t size;
    PMPI_Pack_size(n, type, MPI_COMM_SELF, bytes);
    while (size < (size_t)*bytes + 1)
        room = lmpi_record_grow(room, size, &size, 1);
    return room;
}

/* Where the first n packed bytes of an element lie in it: the element is made of the numbers of its bytes, a digit at a
 * time. Only those bytes of the program are touched. To be freed. */
static MPI_Aint *places_of(const struct layout *l, size_t n) {
    MPI_Aint true_lb, true_extent, *place = NULL;
    size_t room = 0, whole = (size_t)l->size;
    unsigned char *element, *digits = NULL;
    PMPI_Type_get_true_extent(l->type, &true_lb, &true_extent);
    while (room < n)
        place = lmpi_record_grow(place, room, &room, sizeof *place);
    memset(place, 0, n * sizeof *place);
    for (room = 0; room < whole;)
        digits = lmpi_record_grow(digits, room, &room, 1);
    element = NULL;
    for (room = 0; room < (size_t)true_extent;)
        element = lmpi_record_grow(element, room, &room, 1);
    size_t *number = NULL;
    for (room = 0; room < (size_t)true_extent;)
        number = lmpi_record_grow(number, room, &room, sizeof *number);
    memset(number, 0, (size_t)true_extent * sizeof *number);
    for (int shift = 0; whole >> shift > 0; shift += 8) { /* numbers from 1: 0 is no byte of the type */
        int position = 0;
        for (size_t i = 0; i < whole; i++)
            digits[i] = (unsigned char)((i + 1) >> shift);
        memset(element, 0, (size_t)true_extent);
        PMPI_Unpack(digits, (int)whole, &position, element - true_lb, 1, l->type, MPI_COMM_SELF);
        for (MPI_Aint i = 0; i < true_extent; i++)
            number[i] |= (size_t)element[i] << shift;
    }
    for (MPI_Aint i = 0; i < true_extent; i++)
        if (number[i] > 0 && number[i] <= n)
            place[number[i] - 1] = true_lb + i;
    lmpi_record_free(digits);
    lmpi_record_free(element);
    lmpi_record_free(number);
    return place;
}

static void pack_block(const struct content_block *k, int64_t n, void (*give)(const void *bytes, size_t n)) {
    struct layout l = layout_of(k);
    if (l.is_contiguous)
        give(k->at, (size_t)n);
    int64_t left = l.is_contiguous ? 0 : n;
    while (left >= l.size && left > 0) {
        int room, position = 0, some = left < l.chunk * l.size ? (int)(left / l.size) : l.chunk;
        char *packed = packed_room(some, l.type, &room);
        PMPI_Pack(l.at, some, l.type, packed, room, &position, MPI_COMM_SELF);
        give(packed, (size_t)(some * l.size));
        l.at += some * l.extent;
        left -= some * l.size;
    }
    if (left > 0) {
        MPI_Aint *place = places_of(&l, (size_t)left);
        for (int64_t i = 0; i < left; i++)
            give(l.at + place[i], 1);
        lmpi_record_free(place);
    }
    end_layout(&l);
}

void content_pack(const struct content_blocks *b, int64_t n, void (*give)(const void *bytes, size_t n)) {
    for (size_t i = 0; i < b->n && n > 0; i++) {
        MPI_Count size;
        PMPI_Type_size_x(b->block[i].type, &size);
        int64_t all = size * b->block[i].count, some = n < all ? n : all;
        if (some > 0)
            pack_block(&b->block[i], some, give);
        n -= some;
    }
}

static bool unpack_block(const struct content_block *k, int64_t n, bool (*take)(void *bytes, size_t n)) {
    struct layout l = layout_of(k);
    bool ok = !l.is_contiguous || take(k->at, (size_t)n);
    int64_t left = l.is_contiguous ? 0 : n;
    while (ok && left >= l.size && left > 0) {
        int room, position = 0, some = left < l.chunk * l.size ? (int)(left / l.size) : l.chunk;
        char *packed = packed_room(some, l.type, &room);
        ok = take(packed, (size_t)(some * l.size));
        if (ok)
            PMPI_Unpack(packed, room, &position, l.at, some, l.type, MPI_COMM_SELF);
        l.at += some * l.extent;
        left -= some * l.size;
    }
    if (ok && left > 0) { /* the rest of this element stays as it is */
        MPI_Aint *place = places_of(&l, (size_t)left);
        for (int64_t i = 0; ok && i < left; i++)
            ok = take(l.at + place[i], 1);
        lmpi_record_free(place);
    }
    end_layout(&l);
    return ok;
}

bool content_unpack(const struct content_blocks *b, int64_t n, bool (*take)(void *bytes, size_t n)) {
    for (size_t i = 0; i < b->n && n > 0; i++) {
        MPI_Count size;
        PMPI_Type_size_x(b->block[i].type, &size);
        int64_t all = size * b->block[i].count, some = n < all ? n : all;
        if (some > 0 && !unpack_block(&b->block[i], some, take))
            return false;
        n -= some;
    }
    return true;
}
