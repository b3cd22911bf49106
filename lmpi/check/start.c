/* start.c - the start of the checker, errors that the layer reports, and the end of a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/process/program_heap.h"
#include "lmpi/check/windows.h"
#include "lmpi/coll/coll.h"
#include "lmpi/match/match.h"

check_rank *lmpi_check_ranks;

/* The end of a run by an error that was told already says this text again. */
static char explained[256];

void lmpi_check_explains(const char *text) {
    snprintf(explained, sizeof explained, "%s", text);
}

static bool is_explained(const char *text) {
    return explained[0] && strstr(text, explained);
}

/* ---- errors ---- */

static enum check_category category_of(int error_class) {
    switch (error_class) {
    case MPI_ERR_TRUNCATE:
    case MPI_ERR_NOT_SAME:
        return CHECK_PARAMETER_MATCHING;
    case MPI_ERR_REQUEST:
    case MPI_ERR_PENDING:
        return CHECK_REQUEST_LIFECYCLE;
    case MPI_ERR_RMA_SYNC:
    case MPI_ERR_RMA_CONFLICT:
        return CHECK_EPOCH_LIFECYCLE;
    case MPI_ERR_OTHER:
        return CHECK_CALL_ORDERING;
    default:
        return CHECK_INVALID_PARAMETER;
    }
}

static void error(const char *call, const void *site, int error_class, const char *text) {
    check_rank *rank = bsim_self ? &lmpi_check_ranks[bsim_self->id] : NULL;
    if (!rank || (rank->current && rank->current->id == CHECK_Comm_call_errhandler))
        return;
    lmpi_check_explains(*text ? text : call + (*call == 'L'));
    if (rank->current && rank->current->told)
        return;
    bool differs = error_class == MPI_ERR_TRUNCATE || error_class == MPI_ERR_NOT_SAME;
    if (differs && rank->truncated > 0) { /* told when the message met its receive */
        rank->truncated--;
        return;
    }
    if (error_class == MPI_ERR_NOT_SAME) /* told as a mismatch */
        return;
    bool live = rank->current && rank->current->live;
    check_place places[2] = {{bsim_self->id, live ? check_function_of(rank->current)->name : call + (*call == 'L'),
                              live ? rank->current->site : site}};
    bool made = live && (error_class & 0x7f) == MPI_ERR_TYPE && lmpi_check_uncommitted(rank->current, &places[1]);
    const char *class_text = lmpi_error_class_text(error_class); /* that of MPI_ERR_OTHER says nothing */
    bool says = *text && error_class == MPI_ERR_OTHER;
    lmpi_check_found(category_of(error_class), "mpi-error", made ? 2 : 1, places, "%s%s%s", says ? "" : class_text,
                     *text && !says ? ": " : "", text);
}

static void mismatch(const lmpi_comm *comm, const lmpi_coll_call *a, const lmpi_coll_call *b, const char *text) {
    bool calls = a->kind != b->kind || !a->handle != !b->handle;
    check_place places[] = {lmpi_check_member(a), lmpi_check_member(b)};
    lmpi_check_explains(text);
    if (!calls && lmpi_check_has_told(places)) /* by their signatures */
        return;
    lmpi_check_found(calls ? CHECK_CALL_ORDERING : CHECK_PARAMETER_MATCHING,
                     calls ? "collectives-differ" : "collective-arguments-differ", 2, places,
                     "the calls of a collective on %s do not match: %s", lmpi_comm_label(comm), text);
}

/* ---- ends ---- */

static void rank_ends(int rank) {
    const lmpi_rank *r = lmpi_rank_at(rank);
    if (!r->initialized && bsim_self && bsim_self->id == rank)
        lmpi_check_rank_is_over();
    if (r->initialized && !r->finalized)
        lmpi_check_found(CHECK_CALL_ORDERING, "finalize-missing", 1,
                         &(check_place){rank, "the end of the program", NULL}, "the program ends without MPI_Finalize");
}

static void finish(void) {
    for (int r = 0; r < bsim_context.np; r++)
        lmpi_check_polls_end(r, MPI_WIN_NULL);
    lmpi_check_unreceived();
    lmpi_check_write();
}

/* Whether the end's text is a place and nothing else: "file.c:12". */
static bool is_place(const char *text) {
    const char *colon = text ? strrchr(text, ':') : NULL;
    return colon && colon > text && colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == 0 && !strchr(text, ' ');
}

/* The text is where it crashed, or why; in a call of MPI that is a place of the runtime. */
static void crashed(const check_place *place, const char *text) {
    bool knows_place = bsim_self && is_place(text);
    if (knows_place && !place->site)
        lmpi_check_crashed_at(text);
    lmpi_check_found(CHECK_CRASH, "crash", 1, place, "the program crashed%s%s", text && !knows_place ? ": " : "",
                     text && !knows_place ? text : "");
}

static void at_end(int code, const void *site, const char *text) {
    int rank = bsim_self ? bsim_self->id : 0;
    const check_call *current = bsim_self && lmpi_check_ranks ? lmpi_check_ranks[rank].current : NULL;
    const char *call = current ? check_function_of(current)->name : "the program";
    if (code == BSIM_EXIT_DEADLOCK)
        lmpi_check_deadlock();
    else if (code == BSIM_EXIT_CRASH)
        crashed(&(check_place){rank, call, site || !current ? site : current->site}, text);
    else if (code == BSIM_EXIT_MISUSE && !is_explained(text))
        lmpi_check_found(CHECK_CALL_ORDERING, "misuse", 1, &(check_place){rank, call, site}, "%s", text);
    lmpi_check_write();
}

/* ---- start ---- */

static struct lmpi_checker checker = {
    .sent = lmpi_check_sent,
    .met = lmpi_check_met,
    .choose = lmpi_check_choose,
    .collective = lmpi_check_collective,
    .pair = lmpi_check_pair,
    .mismatch = mismatch,
    .error = error,
    .calls_program = lmpi_check_calls_program,
    .program_returns = lmpi_check_program_returns,
    .finalizes = lmpi_check_rank_is_over,
    .file_access = lmpi_check_file_access,
    .operation_begins = lmpi_check_operation_begins,
    .operation_moves = lmpi_check_operation_moves,
    .window_memory = lmpi_check_window_memory,
    .rank_ends = rank_ends,
    .finish = finish,
};

void lmpi_check_start(void) {
    if (!getenv("BSIM_CHECK")) /* without the checker ranks would share static data */
        bsim_fatal(BSIM_EXIT_USAGE,
                   "the program was built by bsimcc --check: run it by bsim check, or build it without --check");
    if (bsim_context.links)
        bsim_fatal(BSIM_EXIT_USAGE, "bsim check: the platform has shared links (\"contention\"); take one without");
    if (bsim_context.cards)
        bsim_fatal(BSIM_EXIT_USAGE, "bsim check: messages share network cards on this platform; leave these out by "
                                    "--without-cards");
    const char *synchronous = getenv("BSIM_CHECK_SYNCHRONOUS");
    checker.synchronous = synchronous && *synchronous == '1';
    lmpi_check_choices(getenv("BSIM_CHECK_CHOICES"));
    lmpi_check_pace_start(getenv("BSIM_CHECK_PACE"));
    lmpi_check_ranks = bsim_alloc((size_t)bsim_context.np * sizeof *lmpi_check_ranks);
    lmpi_check_statics_start();
    lmpi_checker = &checker;
    bsim_context.at_end = at_end;
    bsim_heap_frees = lmpi_check_block_freed;
    bsim_heap_resized = lmpi_check_block_moved;
    lmpi_check_streams_start();
}
