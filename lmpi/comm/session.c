/* session.c - sessions: two process sets, mpi://WORLD and mpi://SELF, and communicators made from their groups without
 * a parent. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/comm/comm.h"
#include "lmpi/comm/inter.h"
#include "lmpi/core/props.h"
#include "lmpi/core/rank_extension.h"
#include "lmpi/p2p/p2p.h"

enum { SESSION_KIND = (int)0xb8000000, SETS = 2 }; /* MPI_SESSION_NULL is another one */
static const char *const set_names[SETS] = {"mpi://WORLD", "mpi://SELF"};

/* Sessions of a rank differ in nothing: the handle only says that there is one. */
static bool is_session(MPI_Session session) {
    const struct lmpi_rank_extension *more = lmpi_self()->extension;
    return session == SESSION_KIND && more && more->sessions > 0;
}
#define SESSION_OR_FAIL(session)                                                                                       \
    if (!is_session(session))                                                                                          \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_SESSION, "the session (%#x) is not valid", (unsigned)(session))

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
    BSIM_ALONE;
    (void)info, (void)errhandler;
    lmpi_extension(lmpi_self())->sessions++;
    lmpi_inside_changed();
    *session = SESSION_KIND;
    return MPI_SUCCESS;
}

int MPI_Session_finalize(MPI_Session *session) {
    LMPI_ENTER;
    BSIM_ALONE;
    SESSION_OR_FAIL(*session);
    lmpi_extension(lmpi_self())->sessions--;
    lmpi_inside_changed();
    *session = MPI_SESSION_NULL;
    return MPI_SUCCESS;
}

int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used) {
    LMPI_ENTER;
    BSIM_ALONE;
    SESSION_OR_FAIL(session);
    MPI_Info_create(info_used);
    return MPI_Info_set(*info_used, "thread_level", "MPI_THREAD_MULTIPLE"); /* as MPICH, whatever was asked for */
}

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) {
    LMPI_ENTER;
    BSIM_ALONE;
    (void)info;
    SESSION_OR_FAIL(session);
    *npset_names = SETS;
    return MPI_SUCCESS;
}

int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name) {
    LMPI_ENTER;
    BSIM_ALONE;
    (void)info;
    SESSION_OR_FAIL(session);
    if (n < 0 || n >= SETS)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "there are %d process sets, and no number %d", SETS, n);
    if (*pset_len > 0)
        snprintf(pset_name, (size_t)*pset_len, "%s", set_names[n]);
    *pset_len = (int)strlen(set_names[n]) + 1;
    return MPI_SUCCESS;
}

/* The group of a process set, with a reference. Names are URIs, so that case does not count. Null: there is no such
 * set. */
static lmpi_group *group_of(const char *name) {
    if (!strcasecmp(name, set_names[0])) {
        lmpi_group_ref(lmpi_comms[LMPI_COMM_ID_WORLD]->group);
        return lmpi_comms[LMPI_COMM_ID_WORLD]->group;
    }
    return strcasecmp(name, set_names[1]) ? NULL : lmpi_group_range(1, bsim_self->id, 1);
}

int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) {
    LMPI_ENTER;
    BSIM_ALONE;
    SESSION_OR_FAIL(session);
    lmpi_group *group = group_of(pset_name);
    char size[16];
    if (!group)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "there is no process set '%.60s'", pset_name);
    snprintf(size, sizeof size, "%d", group->size);
    lmpi_group_unref(group);
    MPI_Info_create(info);
    return MPI_Info_set(*info, "mpi_size", size);
}

int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) {
    LMPI_ENTER;
    BSIM_ALONE;
    SESSION_OR_FAIL(session);
    lmpi_group *group = group_of(pset_name);
    if (!group)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "there is no process set '%.60s'", pset_name);
    *newgroup = group->handle;
    return MPI_SUCCESS;
}

/* A tag of MPI_Comm_create_group for a text; calls with different texts may be under way at once. */
static int tag_of(const char *text) {
    unsigned hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (int)(hash & 0x3fffffff);
}

int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                               MPI_Comm *newcomm) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_Comm_create_from_group);
    BSIM_ALONE;
    (void)info;
    int code = lmpi_comm_create_group(__func__, LMPI_SITE, MPI_COMM_WORLD, group, tag_of(stringtag), newcomm);
    if (code == MPI_SUCCESS && *newcomm != MPI_COMM_NULL && lmpi_errhandler_valid(errhandler))
        lmpi_props_get(LMPI_DOMAIN_COMM, lmpi_comm_of(*newcomm)->id, bsim_self->id)->errhandler = errhandler;
    return code;
}

/* The guards are inside: leaders send messages. */
int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                                     MPI_Comm *newintercomm) {
    LMPI_ENTER;
    LMPI_CAPTURE_LACKS(MPI_Intercomm_create_from_groups);
    const lmpi_call *call = LMPI_CALL(MPI_Intercomm_create_from_groups);
    MPI_Comm local;
    (void)info;
    *newintercomm = MPI_COMM_NULL;
    int code = lmpi_comm_create_group(call->name, call->ret, MPI_COMM_WORLD, local_group, tag_of(stringtag), &local);
    if (code != MPI_SUCCESS || local == MPI_COMM_NULL)
        return code;
    const lmpi_group *remote = lmpi_group_of(remote_group);
    if (!remote || remote_leader < 0 || remote_leader >= remote->size)
        return lmpi_error(local, call->name, call->ret, MPI_ERR_GROUP, "the remote leader is not in the remote group");
    code = lmpi_inter_make(call, local, local_leader, MPI_COMM_WORLD, lmpi_group_world(remote, remote_leader),
                           tag_of(stringtag), newintercomm);
    if (code == MPI_SUCCESS && lmpi_errhandler_valid(errhandler)) {
        BSIM_ALONE;
        lmpi_props_get(LMPI_DOMAIN_COMM, lmpi_comm_of(*newintercomm)->id, bsim_self->id)->errhandler = errhandler;
    }
    MPI_Comm_free(&local);
    return code;
}
