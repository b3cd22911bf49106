/* wait.c - libbsim-wait.so: lets the processes of MPICH's ch4:ucx device sleep while they wait, for LD_PRELOAD.
 *
 * MPICH polls ucp_worker_progress without end, so that a cluster of more hosts than cores cannot be played on one host.
 * This wrapper asks UCX for wake-ups and waits for the worker's events after a few polls that have found nothing to do.
 * A process that waits then takes no processor, and goes on some ten microseconds after its message has come. */
#include <dlfcn.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <ucp/api/ucp.h>

enum {
    POLLS = 2,   /* without work, before the process sleeps: TCP may be about to accept more bytes */
    SLEEP_MS = 5 /* at most: what makes no event, such as a timer of UCX, is looked at so often */
};

static void *next_of(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

ucs_status_t ucp_init_version(unsigned major, unsigned minor, const ucp_params_t *params, const ucp_config_t *config,
                              ucp_context_h *context) {
    ucs_status_t (*real)(unsigned, unsigned, const ucp_params_t *, const ucp_config_t *, ucp_context_h *);
    ucp_params_t more = *params;
    *(void **)&real = next_of("ucp_init_version");
    more.features |= UCP_FEATURE_WAKEUP;
    return real(major, minor, &more, config, context);
}

static void wait_for_event(ucp_worker_h worker) {
    static ucp_worker_h known;
    static int fd = -1;
    if (known != worker) {
        known = worker;
        if (ucp_worker_get_efd(worker, &fd) != UCS_OK)
            fd = -1;
    }
    struct pollfd one = {.fd = fd, .events = POLLIN};
    if (fd < 0)
        poll(NULL, 0, 1);
    else if (ucp_worker_arm(worker) == UCS_OK) /* else there is work already */
        poll(&one, 1, SLEEP_MS);
}

/* MPI_Finalize, behind a barrier: MPICH closes its connections and then waits for the others in a call that makes no
 * progress. A process whose connection waits for an answer of one that is there already would wait for ever; so nothing
 * is closed here, and the end of the process does it. */
ucs_status_ptr_t ucp_disconnect_nb(ucp_ep_h endpoint) {
    (void)endpoint;
    return NULL;
}

unsigned ucp_worker_progress(ucp_worker_h worker) {
    static unsigned (*real)(ucp_worker_h);
    static int idle;
    if (!real)
        *(void **)&real = next_of("ucp_worker_progress");
    unsigned done = real(worker);
    idle = done ? 0 : idle + 1;
    if (idle > POLLS)
        wait_for_event(worker);
    return done;
}
