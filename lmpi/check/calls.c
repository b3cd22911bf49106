/* calls.c - a call of the program, before and after the function itself: order of calls, arguments, and what the other
 * sources look at. */
#include <stdlib.h>
#include <string.h>

#include "lmpi/check/check.h"
#include "lmpi/core/rank_extension.h"

enum { TAG_UB = 0x0fffffff /* of attr.c */ };

bool lmpi_check_asked_time, lmpi_check_in_any_order;

int lmpi_check_place(const check_call *call, char role, int n) {
    const char *roles = check_function_of(call)->roles;
    for (int i = 0; roles[i]; i++)
        if (roles[i] == role && n-- == 0)
            return i;
    return -1;
}

void lmpi_check_stop(const check_call *call, const char *why) {
    lmpi_check_explains(why);
    bsim_fatal_at(BSIM_EXIT_MISUSE, call->site, "%s: %s", check_function_of(call)->name, why);
}

/* ---- order ---- */

static bool is_among(enum check_id id, const enum check_id *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (list[i] == id)
            return true;
    return false;
}

/* What MPI allows at any time (MPI-4.0, 11.4.1), and what needs nothing of MPI. */
static bool is_free(enum check_id id) {
    static const enum check_id always[] = {
        CHECK_Init,
        CHECK_Init_thread,
        CHECK_Initialized,
        CHECK_Finalized,
        CHECK_Finalize,
        CHECK_Get_version,
        CHECK_Get_library_version,
        CHECK_Wtime,
        CHECK_Wtick,
        CHECK_Aint_add,
        CHECK_Aint_diff,
        CHECK_Error_string,
        CHECK_Error_class,
        CHECK_Info_create,
        CHECK_Info_set,
        CHECK_Info_get,
        CHECK_Info_free,
        CHECK_Info_delete,
        CHECK_Info_dup,
        CHECK_Info_get_nkeys,
        CHECK_Abort,
        CHECK_Info_get_nthkey,
        CHECK_Info_get_valuelen,
        CHECK_Info_get_string,
        CHECK_Add_error_class,
        CHECK_Pcontrol,
        CHECK_Session_init,
        CHECK_Info_create_env,
        CHECK_Errhandler_free,
        CHECK_Add_error_code,
        CHECK_Add_error_string,
        CHECK_Remove_error_class,
        CHECK_Remove_error_code,
        CHECK_Remove_error_string,
    };
    return is_among(id, always, sizeof always / sizeof *always);
}

/* Whether what a call gives back depends on which rank is first. */
static bool looks(enum check_id id) {
    static const enum check_id looking[] = {CHECK_Test,
                                            CHECK_Testall,
                                            CHECK_Testany,
                                            CHECK_Testsome,
                                            CHECK_Waitany,
                                            CHECK_Waitsome,
                                            CHECK_Iprobe,
                                            CHECK_Improbe,
                                            CHECK_Win_test,
                                            CHECK_Parrived,
                                            CHECK_Request_get_status,
                                            CHECK_File_open};
    return is_among(id, looking, sizeof looking / sizeof *looking);
}

static void check_order(const check_call *call) {
    const lmpi_rank *rank = lmpi_self();
    if (rank->inside || is_free(call->id))
        return;
    const char *when = rank->finalized ? "after MPI_Finalize" : "before MPI_Init";
    CHECK_FOUND(call, CHECK_CALL_ORDERING, rank->finalized ? "called-after-finalize" : "called-before-init",
                "the function is called %s", when);
    lmpi_check_stop(call, rank->finalized ? "called after MPI_Finalize" : "called before MPI_Init");
}

/* ---- arguments ---- */

static _Noreturn void null_argument(const check_call *call, const char *what) {
    CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "null-argument", "the address of the %s is null", what);
    lmpi_check_stop(call, "an address is null");
}

/* The length of the arrays of a completion or start. */
static bool is_empty_array(const check_call *call) {
    const char *roles = check_function_of(call)->roles;
    return roles[0] == 'n' && strchr(roles, 'A') && call->a[0] <= 0;
}

static void check_nulls(const check_call *call) {
    const check_function *f = check_function_of(call);
    bool outputs = f->family != CHECK_FAMILY_LOCAL || call->id == CHECK_Comm_rank || call->id == CHECK_Comm_size ||
                   strncmp(f->name, "MPI_Type_c", 10) == 0 || call->id == CHECK_Type_vector ||
                   call->id == CHECK_Op_create || call->id == CHECK_Comm_group;
    bool ignored = lmpi_check_is_other_than_root(call, bsim_self->id);
    if (is_empty_array(call))
        return;
    for (int i = 0; f->roles[i]; i++) {
        if (call->a[i])
            continue;
        switch (f->roles[i]) {
        case 'R':
            null_argument(call, "request");
        case 'A':
            null_argument(call, "requests");
        case 'S':
            null_argument(call, "status (MPI_STATUS_IGNORE is not null)");
        case 'Z':
            null_argument(call, "statuses (MPI_STATUSES_IGNORE is not null)");
        case 'X':
            if (call->id == CHECK_Dims_create && (int)call->a[1] == 0)
                break;
            null_argument(call, call->id == CHECK_Dims_create ? "dimensions" : "handle");
        case 'v':
            if (!ignored && (i == 0 || (const void *)call->a[i - 1] != MPI_IN_PLACE))
                null_argument(call, "counts");
            break;
        case 'O':
            if (outputs)
                null_argument(call, "output");
            break;
        default:
            break;
        }
    }
}

static void check_numbers(const check_call *call) {
    const char *roles = check_function_of(call)->roles;
    for (int i = 0; roles[i]; i++)
        if (roles[i] == 'g' && (int)call->a[i] > TAG_UB)
            CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "tag-too-large",
                        "the tag is %d; MPI_TAG_UB, the largest one, is %d", (int)call->a[i], TAG_UB);
    if (call->id == CHECK_Comm_split && (int)call->a[1] < 0 && (int)call->a[1] != MPI_UNDEFINED)
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "negative-color",
                    "the color is %d; it must not be negative, or MPI_UNDEFINED", (int)call->a[1]);
}

/* ---- buffers ---- */

static void check_aliases(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    check_spans reads, writes;
    if (family != CHECK_FAMILY_COLL && family != CHECK_FAMILY_ICOLL && call->id != CHECK_Sendrecv &&
        call->id != CHECK_Isendrecv && family != CHECK_FAMILY_P2P_RECV)
        return;
    lmpi_check_spans_of_call(call, false, &reads);
    lmpi_check_spans_of_call(call, true, &writes);
    if (lmpi_check_spans_meet(&reads, &writes))
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "buffers-alias",
                    "the buffer that is sent and the one that is received into overlap%s",
                    call->id == CHECK_Sendrecv || call->id == CHECK_Isendrecv ? "" : " (MPI_IN_PLACE is for that)");
    if (writes.overlaps)
        CHECK_FOUND(call, CHECK_INVALID_PARAMETER, "receive-blocks-overlap",
                    "two parts of what is received go to the same memory");
    lmpi_check_spans_free(&reads);
    lmpi_check_spans_free(&writes);
}

static bool moves_data(const check_call *call) {
    enum check_family family = check_function_of(call)->family;
    return family == CHECK_FAMILY_P2P_SEND || family == CHECK_FAMILY_P2P_RECV || family == CHECK_FAMILY_P2P_SENDRECV ||
           family == CHECK_FAMILY_P2P_ISENDRECV || family == CHECK_FAMILY_COLL || family == CHECK_FAMILY_ICOLL ||
           family == CHECK_FAMILY_IO_DATA || family == CHECK_FAMILY_RMA_DATA;
}

/* Whether spans can be taken: handles and counts are good. The function itself reports what is not. */
static bool has_good_handles(const check_call *call) {
    const char *roles = check_function_of(call)->roles;
    for (int i = 0; roles[i]; i++) {
        if (roles[i] == 'c' && !lmpi_comm_of((MPI_Comm)call->a[i]))
            return false;
        if (roles[i] == 't' && lmpi_type_size((MPI_Datatype)call->a[i]) < 0)
            return false;
        if (roles[i] == 'n' && (int)call->a[i] < 0)
            return false;
        if (roles[i] == 'd' && !call->a[i] && (i < 2 || (const void *)call->a[i - 2] != MPI_IN_PLACE) &&
            !lmpi_check_is_other_than_root(call, bsim_self->id))
            return false;
    }
    return true;
}

/* A persistent request uses its memory from its start on. */
static void check_starts(const check_call *call) {
    if (check_function_of(call)->family != CHECK_FAMILY_P2P_START)
        return;
    for (int i = 0; i < call->nseen; i++) {
        const check_request *r = lmpi_check_request_of(bsim_self->id, call->seen[i]);
        if (r && !r->active)
            lmpi_check_start_overlaps(call, r);
    }
}

void lmpi_check_rank_is_over(void) {
    lmpi_check_requests_at_finalize();
    lmpi_check_objects_at_finalize();
    lmpi_check_epochs_at_finalize();
}

/* ---- the two ends of a call ---- */

/* The layer calls functions of its own whose callers the linker has given to wrap.c, too: so calls within another one
 * are not looked at. But those of a callback are the program's. What is known of the outer call is on its own stack
 * meanwhile, so that nothing is left of it if the callback leaves by longjmp. */
void lmpi_check_calls_program(lmpi_in_program *outer, bool combines) {
    if (!bsim_self)
        return;
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    *outer = (lmpi_in_program){rank->depth, rank->combines, rank->current};
    rank->depth = 0;
    rank->current = NULL;
    rank->combines |= combines;
}

void lmpi_check_program_returns(const lmpi_in_program *outer) {
    if (!bsim_self)
        return;
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    rank->depth = outer->depth;
    rank->current = outer->call;
    rank->combines = outer->combines;
    bsim_site_played = rank->current ? rank->current->site : NULL;
}

bool lmpi_check_in_program(void) {
    return lmpi_checker && bsim_self && !lmpi_check_ranks[bsim_self->id].depth;
}

void lmpi_check_enter(check_call *call) {
    if (!lmpi_checker || !bsim_self)
        return;
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    if (rank->depth++)
        return;
    call->live = true;
    rank->current = call;
    rank->sent = (check_waiting){NULL, 0};
    lmpi_check_polls_call(check_function_of(call)->family);
    if (call->id == CHECK_Wtime)
        lmpi_check_asked_time = true;
    if (!lmpi_check_in_any_order && (lmpi_check_has_windows || looks(call->id)))
        lmpi_check_in_any_order = true;
    check_order(call);
    check_nulls(call);
    check_numbers(call);
    lmpi_check_objects_enter(call);
    lmpi_check_handles(call);
    lmpi_check_arguments(call);
    lmpi_check_requests_enter(call);
    lmpi_check_epochs_enter(call);
    lmpi_check_files_enter(call);
    lmpi_check_groups_enter(call);
    if (has_good_handles(call)) {
        lmpi_check_packed_enter(call);
        lmpi_check_memory(call);
        if (moves_data(call)) {
            lmpi_check_overlaps(call);
            lmpi_check_buffers_in_windows(call);
        }
        check_aliases(call);
        check_starts(call);
    }
}

/* Whether a call has done what it is for. A file is closed, too, if it could not be deleted then. */
static bool has_done(const check_call *call, int result) {
    bool closed = call->id == CHECK_File_close && call->a[0] && *(const MPI_File *)call->a[0] == MPI_FILE_NULL;
    return result == MPI_SUCCESS || closed;
}

void lmpi_check_leave(check_call *call, int result) {
    if (!lmpi_checker || !bsim_self)
        return;
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    rank->depth--;
    if (!call->live)
        return;
    lmpi_check_requests_leave(call, result);
    lmpi_check_clocks_leave(call);
    lmpi_check_requests_known();
    if (has_done(call, result)) {
        lmpi_check_objects_leave(call);
        lmpi_check_epochs_leave(call);
        lmpi_check_files_leave(call);
        lmpi_check_packed_leave(call);
    }
    rank->current = NULL;
    lmpi_check_pace(call);
}
