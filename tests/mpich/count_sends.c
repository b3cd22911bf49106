/* count_sends.c - for LD_PRELOAD into MPICH over UCX: counts the messages that a process sends, in messages_sent. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef void *send_function(void *to, const void *buffer, size_t count, uint64_t tag, const void *parameters);

int messages_sent;

static void *counted(const char *name, void *to, const void *buffer, size_t count, uint64_t tag,
                     const void *parameters) {
    send_function *function = (send_function *)(uintptr_t)dlsym(RTLD_NEXT, name);
    __atomic_add_fetch(&messages_sent, 1, __ATOMIC_RELAXED);
    return function(to, buffer, count, tag, parameters);
}

void *ucp_tag_send_nbx(void *to, const void *buffer, size_t count, uint64_t tag, const void *parameters) {
    return counted("ucp_tag_send_nbx", to, buffer, count, tag, parameters);
}

void *ucp_tag_send_sync_nbx(void *to, const void *buffer, size_t count, uint64_t tag, const void *parameters) {
    return counted("ucp_tag_send_sync_nbx", to, buffer, count, tag, parameters);
}
