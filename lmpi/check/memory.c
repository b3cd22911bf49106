/* memory.c - whether the memory that MPI is given is there: blocks of malloc that are too short, blocks that are freed,
 * and memory of functions that return, while MPI uses it. */
#include "bsim/process/program_heap.h"
#include "lmpi/check/check.h"

/* ---- blocks of malloc ---- */

static void check_block(const check_call *call, const char *what, const char *error, uintptr_t begin, size_t bytes) {
    size_t size = bsim_heap_block_size((const void *)begin);
    if (size < bytes)
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, error,
                    "the %s has %zu bytes, but the block of malloc that begins there has %zu", what, bytes, size);
}

static void check_spans_of(const check_call *call, bool writes) {
    check_spans spans;
    lmpi_check_spans_of_call(call, writes, &spans);
    for (int i = 0; i < spans.count; i++)
        check_block(call, writes ? "buffer that is written" : "buffer that is read", "buffer-longer-than-block",
                    spans.at[i].begin, spans.at[i].end - spans.at[i].begin);
    lmpi_check_spans_free(&spans);
}

static void check_window(const check_call *call, intptr_t base, MPI_Aint bytes) {
    if (bytes <= 0)
        return;
    if (base)
        check_block(call, "window", "window-longer-than-block", (uintptr_t)base, (size_t)bytes);
    else
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "null-window", "the window has %lld bytes at a null address",
                    (long long)bytes);
}

void lmpi_check_memory(const check_call *call) {
    switch (check_function_of(call)->family) {
    case CHECK_FAMILY_P2P_SEND:
    case CHECK_FAMILY_P2P_RECV:
    case CHECK_FAMILY_P2P_SENDRECV:
    case CHECK_FAMILY_P2P_ISENDRECV:
    case CHECK_FAMILY_P2P_INIT:
    case CHECK_FAMILY_PART_INIT:
    case CHECK_FAMILY_COLL_INIT:
    case CHECK_FAMILY_COLL:
    case CHECK_FAMILY_ICOLL:
    case CHECK_FAMILY_IO_DATA:
    case CHECK_FAMILY_RMA_DATA:
        check_spans_of(call, false);
        check_spans_of(call, true);
        break;
    case CHECK_FAMILY_RMA:
        if (call->id == CHECK_Win_create)
            check_window(call, call->a[0], call->a[1]);
        else if (call->id == CHECK_Win_attach)
            check_window(call, call->a[1], call->a[2]);
        break;
    default:
        break;
    }
}

/* ---- memory that ends ---- */

static bool has_span_in(const check_spans *spans, uintptr_t begin, uintptr_t end) {
    for (int i = 0; i < spans->count; i++)
        if (spans->at[i].begin >= begin && spans->at[i].begin < end)
            return true;
    return false;
}

/* What comes would be written over frames of the functions that are called next, or into other blocks. */
static _Noreturn void stop(const void *site, const char *why) {
    lmpi_check_explains(why);
    bsim_fatal_near(BSIM_EXIT_MISUSE, site, "%s", why);
}

/* Memory of the calling rank that is no longer the program's. */
struct left {
    uintptr_t begin, end;
    const check_leaving *how;
    const void *site;
};

static bool tell_left(void *user, void *context) {
    const struct left *left = context;
    check_request *r = user;
    if (r->told || !(has_span_in(&r->reads, left->begin, left->end) || has_span_in(&r->writes, left->begin, left->end)))
        return true;
    r->told = true;
    check_place places[] = {{bsim_self->id, check_function_of(&r->call)->name, r->started},
                            {bsim_self->id, left->how->what, left->site}};
    if (!r->lost)
        lmpi_check_found(CHECK_LOCAL_CONCURRENCY, left->how->buffer_error, 2, places, "%s", left->how->buffer_text);
    if (r->writes.count)
        stop(left->site, left->how->buffer_text);
    return true;
}

static void leaves(uintptr_t begin, uintptr_t end, const check_leaving *how, const void *site) {
    struct left left = {begin, end, how, site};
    check_span span = {begin, end};
    lmpi_check_users_of(&(check_spans){.at = &span, .count = 1}, false, tell_left, &left);
    if (lmpi_check_has_windows && lmpi_check_regions_left(begin, end, how, site))
        stop(site, how->window_text);
}

void lmpi_check_frame_left(uintptr_t end, const void *site) {
    static const check_leaving how = {
        "the function returns", "buffer-of-left-function",
        "the function that has the buffer of an operation returns before the operation is complete",
        "window-of-left-function", "the function that has the memory of a window returns before the window is freed"};
    uintptr_t begin = (uintptr_t)__builtin_frame_address(0);
    uintptr_t stack = (uintptr_t)bsim_context.stacks + (uintptr_t)bsim_self->id * bsim_context.stack_stride;
    if (begin < stack || end <= begin || end > stack + bsim_context.stack_stride)
        return;
    leaves(begin, end, &how, site);
}

void lmpi_check_block_freed(const void *memory, size_t bytes, const void *site) {
    static const check_leaving how = {
        "the program frees or resizes the block", "buffer-of-freed-block",
        "the block of malloc that has the buffer of an operation is freed before the operation is complete",
        "window-of-freed-block", "the block of malloc that has the memory of a window is freed before the window is"};
    uintptr_t begin = (uintptr_t)memory, end = begin + bytes;
    if (!bsim_self)
        return;
    lmpi_check_packed_block_freed(memory, bytes);
    leaves(begin, end, &how, site);
}

void lmpi_check_block_moved(const void *memory, size_t bytes) {
    if (bsim_self)
        lmpi_check_packed_block_moved(memory, bytes);
}
