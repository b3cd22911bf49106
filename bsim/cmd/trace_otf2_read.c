/* trace_otf2_read.c - reads an archive of OTF2 by its library: definitions, then the events of all ranks. */
#include "bsim/cmd/trace_otf2_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <otf2/otf2.h>

#include "bsim/base/alloc.h"

struct bsim_otf2_read {
    struct bsim_otf2 *to;
    struct bsim_error *err;
    char **string; /* by number */
    uint32_t nstring;
    uint32_t *region_name; /* by number: 1 + that of its name; 0: no region of MPI */
    uint32_t nregion;
    struct group {
        OTF2_GroupType type;
        uint32_t n;
        uint64_t *member;
    } *group; /* of MPI, by number */
    uint32_t ngroup;
    struct comm {
        bool is_known, is_made;
        OTF2_GroupRef group;
    } *comm;
    uint32_t ncomm;
    OTF2_LocationRef *location; /* all */
    size_t nlocation;
    OTF2_LocationRef *of_rank; /* the locations of ranks, sorted; with the ranks */
    int *rank_of;
};

/* Makes room for the element `at` of an array; new ones are zeroed. Numbers beyond any real archive fail. */
static bool reach(void *array, uint32_t *n, uint32_t at, size_t each) {
    void **data = array;
    if (at >= 1u << 28)
        return false;
    if (at >= *n) {
        uint32_t room = at + at / 2 + 16;
        *data = bsim_realloc(*data, room * each);
        memset((char *)*data + *n * each, 0, (room - *n) * each);
        *n = room;
    }
    return true;
}

/* ---- definitions ---- */

#define READ struct bsim_otf2_read *x = data
static OTF2_CallbackCode done(bool ok) {
    return ok ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT;
}

static OTF2_CallbackCode define_clock(void *data, uint64_t ticks, uint64_t offset, uint64_t length, uint64_t real) {
    READ;
    (void)length, (void)real;
    x->to->ticks_per_s = ticks;
    x->to->begin = offset;
    return done(ticks > 0);
}

static OTF2_CallbackCode define_string(void *data, OTF2_StringRef self, const char *text) {
    READ;
    if (!reach(&x->string, &x->nstring, self, sizeof *x->string))
        return done(false);
    bsim_free(x->string[self]);
    x->string[self] = bsim_strdup(text);
    return done(true);
}

static OTF2_CallbackCode define_region(void *data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical,
                                       OTF2_StringRef description, OTF2_RegionRole role, OTF2_Paradigm paradigm,
                                       OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t begin, uint32_t end) {
    READ;
    (void)canonical, (void)description, (void)role, (void)flags, (void)file, (void)begin, (void)end;
    if (!reach(&x->region_name, &x->nregion, self, sizeof *x->region_name))
        return done(false);
    x->region_name[self] = paradigm == OTF2_PARADIGM_MPI ? name + 1 : 0;
    return done(true);
}

static OTF2_CallbackCode define_location(void *data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
                                         uint64_t events, OTF2_LocationGroupRef group) {
    READ;
    (void)name, (void)events, (void)group;
    if (type != OTF2_LOCATION_TYPE_CPU_THREAD)
        return done(true);
    x->location = bsim_realloc(x->location, (x->nlocation + 1) * sizeof *x->location);
    x->location[x->nlocation++] = self;
    return done(true);
}

static OTF2_CallbackCode define_group(void *data, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type,
                                      OTF2_Paradigm paradigm, OTF2_GroupFlag flags, uint32_t n,
                                      const uint64_t *members) {
    READ;
    (void)name, (void)flags;
    if (paradigm != OTF2_PARADIGM_MPI)
        return done(true);
    if (!reach(&x->group, &x->ngroup, self, sizeof *x->group))
        return done(false);
    bsim_free(x->group[self].member);
    x->group[self] = (struct group){type, n, bsim_alloc(((size_t)n + 1) * sizeof *members)};
    if (n > 0)
        memcpy(x->group[self].member, members, n * sizeof *members);
    return done(true);
}

static OTF2_CallbackCode define_comm(void *data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                                     OTF2_CommRef parent, OTF2_CommFlag flags) {
    READ;
    (void)name, (void)parent;
    if (!reach(&x->comm, &x->ncomm, self, sizeof *x->comm))
        return done(false);
    x->comm[self] = (struct comm){true, (flags & OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS) != 0, group};
    return done(true);
}

static bool read_definitions(struct bsim_otf2_read *x, OTF2_Reader *reader) {
    OTF2_GlobalDefReader *from = OTF2_Reader_GetGlobalDefReader(reader);
    OTF2_GlobalDefReaderCallbacks *c = OTF2_GlobalDefReaderCallbacks_New();
    uint64_t n;
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, define_clock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, define_string);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, define_region);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, define_location);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, define_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, define_comm);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, from, c, x);
    OTF2_GlobalDefReaderCallbacks_Delete(c);
    return (from && OTF2_Reader_ReadAllGlobalDefinitions(reader, from, &n) == OTF2_SUCCESS && x->to->ticks_per_s > 0) ||
           bsim_error_set(x->err, x->to->path, 0, NULL, "has definitions that cannot be read");
}

/* ---- ranks and communicators ---- */

/* The group of locations of ranks: rank r is its member r. */
static bool find_ranks(struct bsim_otf2_read *x) {
    const struct group *g = NULL;
    for (uint32_t i = 0; i < x->ngroup; i++)
        if (x->group[i].member && x->group[i].type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
            g = &x->group[i];
    if (g == NULL || g->n == 0 || g->n > INT32_MAX)
        return bsim_error_set(x->err, x->to->path, 0, NULL,
                              "has no group of the locations of MPI ranks: it is no trace of an MPI program");
    x->to->nrank = (int)g->n;
    x->to->rank = bsim_alloc(g->n * sizeof *x->to->rank);
    x->of_rank = bsim_alloc(g->n * sizeof *x->of_rank);
    x->rank_of = bsim_alloc(g->n * sizeof *x->rank_of);
    for (uint32_t r = 0; r < g->n; r++) { /* kept in order by insertion: most archives have them so */
        uint32_t at = r;
        for (; at > 0 && x->of_rank[at - 1] > g->member[r]; at--) {
            x->of_rank[at] = x->of_rank[at - 1];
            x->rank_of[at] = x->rank_of[at - 1];
        }
        x->of_rank[at] = g->member[r];
        x->rank_of[at] = (int)r;
    }
    return true;
}

static int rank_at(const struct bsim_otf2_read *x, OTF2_LocationRef location) {
    int low = 0, high = x->to->nrank;
    while (low < high) {
        int middle = (low + high) / 2;
        if (x->of_rank[middle] < location)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->to->nrank && x->of_rank[low] == location ? x->rank_of[low] : -1;
}

static bool find_comms(struct bsim_otf2_read *x) {
    struct bsim_otf2 *to = x->to;
    bool has_world = false;
    to->ncomm = x->ncomm;
    to->comm = bsim_alloc(((size_t)to->ncomm + 1) * sizeof *to->comm);
    for (uint32_t i = 0; i < x->ncomm; i++) {
        const struct comm *c = &x->comm[i];
        if (!c->is_known || c->group >= x->ngroup || x->group[c->group].member == NULL)
            continue;
        const struct group *g = &x->group[c->group];
        to->comm[i] = (struct bsim_otf2_comm){true, g->type == OTF2_GROUP_TYPE_COMM_SELF, c->is_made, g->n, g->member};
        bool is_world = !has_world && g->n == (uint32_t)to->nrank && g->type == OTF2_GROUP_TYPE_COMM_GROUP;
        for (uint32_t k = 0; k < g->n; k++) {
            if (g->member[k] >= (uint64_t)to->nrank && g->type == OTF2_GROUP_TYPE_COMM_GROUP)
                return bsim_error_set(x->err, to->path, 0, NULL, "communicator %" PRIu32 " has no such rank", i);
            is_world = is_world && g->member[k] == k;
        }
        if (g->type == OTF2_GROUP_TYPE_COMM_GROUP && g->n == 1 && !c->is_made && !is_world)
            to->comm[i].is_self = true;
        if (is_world) {
            has_world = true;
            to->world = i;
            to->comm[i].is_made = false;
        }
    }
    return has_world || bsim_error_set(x->err, to->path, 0, NULL, "has no communicator of all ranks (MPI_COMM_WORLD)");
}

static void find_regions(struct bsim_otf2_read *x) {
    x->to->nregion = x->nregion;
    x->to->region = bsim_alloc(((size_t)x->nregion + 1) * sizeof *x->to->region);
    for (uint32_t i = 0; i < x->nregion; i++) {
        uint32_t name = x->region_name[i];
        if (name > 0 && name - 1 < x->nstring && x->string[name - 1] && strncmp(x->string[name - 1], "MPI_", 4) == 0)
            x->to->region[i] = x->string[name - 1];
    }
}

/* ---- events ---- */

static OTF2_CallbackCode add(struct bsim_otf2_read *x, OTF2_LocationRef location, OTF2_TimeStamp time,
                             struct bsim_otf2_event event) {
    int rank = rank_at(x, location);
    if (rank < 0)
        return done(event.kind == BSIM_OTF2_ENTER || event.kind == BSIM_OTF2_LEAVE ||
                    bsim_error_set(x->err, x->to->path, 0, NULL,
                                   "location %" PRIu64 " communicates and is no rank's: threads that call MPI are not "
                                   "supported",
                                   (uint64_t)location));
    struct bsim_otf2_rank *r = &x->to->rank[rank];
    if (r->n == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->event = bsim_realloc(r->event, r->room * sizeof *r->event);
    }
    event.time = time;
    r->event[r->n++] = event;
    return done(true);
}

static OTF2_CallbackCode region(void *data, OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_RegionRef region,
                                enum bsim_otf2_kind kind) {
    READ;
    if (region >= x->to->nregion || x->to->region[region] == NULL)
        return done(true);
    return add(x, location, time, (struct bsim_otf2_event){.kind = kind, .region = region});
}
static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void *data, OTF2_AttributeList *more,
                                  OTF2_RegionRef self) {
    (void)more;
    return region(data, location, time, self, BSIM_OTF2_ENTER);
}
static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void *data, OTF2_AttributeList *more,
                                  OTF2_RegionRef self) {
    (void)more;
    return region(data, location, time, self, BSIM_OTF2_LEAVE);
}

#define MESSAGE(name, which)                                                                                           \
    static OTF2_CallbackCode name(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,                          \
                                  OTF2_AttributeList *more, uint32_t peer, OTF2_CommRef comm, uint32_t tag,            \
                                  uint64_t bytes) {                                                                    \
        (void)more;                                                                                                    \
        return add(data, location, time,                                                                               \
                   (struct bsim_otf2_event){.kind = which, .peer = peer, .comm = comm, .tag = tag, .bytes = {bytes}}); \
    }
#define MESSAGE_ID(name, which)                                                                                        \
    static OTF2_CallbackCode name(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,                          \
                                  OTF2_AttributeList *more, uint32_t peer, OTF2_CommRef comm, uint32_t tag,            \
                                  uint64_t bytes, uint64_t id) {                                                       \
        (void)more;                                                                                                    \
        return add(data, location, time,                                                                               \
                   (struct bsim_otf2_event){                                                                           \
                       .kind = which, .peer = peer, .comm = comm, .tag = tag, .bytes = {bytes}, .id = id});            \
    }
#define REQUEST(name, which)                                                                                           \
    static OTF2_CallbackCode name(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,                          \
                                  OTF2_AttributeList *more, uint64_t id) {                                             \
        (void)more;                                                                                                    \
        return add(data, location, time, (struct bsim_otf2_event){.kind = which, .id = id});                           \
    }
MESSAGE(on_send, BSIM_OTF2_SEND)
MESSAGE(on_receive, BSIM_OTF2_RECEIVE)
MESSAGE_ID(on_isend, BSIM_OTF2_ISEND)
MESSAGE_ID(on_received, BSIM_OTF2_RECEIVED)
REQUEST(on_sent, BSIM_OTF2_SENT)
REQUEST(on_ireceive, BSIM_OTF2_IRECEIVE)
REQUEST(on_cancelled, BSIM_OTF2_CANCELLED)
REQUEST(on_icollective, BSIM_OTF2_ICOLLECTIVE)

static OTF2_CallbackCode on_collective(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
                                       OTF2_AttributeList *more, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root,
                                       uint64_t sent, uint64_t received) {
    (void)more;
    return add(
        data, location, time,
        (struct bsim_otf2_event){
            .kind = BSIM_OTF2_COLLECTIVE, .peer = root, .comm = comm, .operation = (int)op, .bytes = {sent, received}});
}
static OTF2_CallbackCode on_collective_ended(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
                                             OTF2_AttributeList *more, OTF2_CollectiveOp op, OTF2_CommRef comm,
                                             uint32_t root, uint64_t sent, uint64_t received, uint64_t id) {
    (void)more;
    return add(data, location, time,
               (struct bsim_otf2_event){.kind = BSIM_OTF2_COLLECTIVE_ENDED,
                                        .peer = root,
                                        .comm = comm,
                                        .operation = (int)op,
                                        .bytes = {sent, received},
                                        .id = id});
}
static OTF2_CallbackCode on_comm(OTF2_LocationRef location, OTF2_TimeStamp time, void *data, OTF2_AttributeList *more,
                                 OTF2_CommRef comm) {
    (void)more;
    return add(data, location, time, (struct bsim_otf2_event){.kind = BSIM_OTF2_COMM_CREATED, .comm = comm});
}

static OTF2_CallbackCode on_comm_end(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
                                     OTF2_AttributeList *more, OTF2_CommRef comm) {
    (void)more;
    return add(data, location, time, (struct bsim_otf2_event){.kind = BSIM_OTF2_COMM_DESTROYED, .comm = comm});
}

static void open_locations(struct bsim_otf2_read *x, OTF2_Reader *reader) {
    uint64_t n;
    for (size_t i = 0; i < x->nlocation; i++)
        OTF2_Reader_SelectLocation(reader, x->location[i]);
    bool has_local = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
    OTF2_Reader_OpenEvtFiles(reader);
    for (size_t i = 0; i < x->nlocation; i++) {
        OTF2_DefReader *local = has_local ? OTF2_Reader_GetDefReader(reader, x->location[i]) : NULL;
        if (local) {
            OTF2_Reader_ReadAllLocalDefinitions(reader, local, &n);
            OTF2_Reader_CloseDefReader(reader, local);
        }
        OTF2_Reader_GetEvtReader(reader, x->location[i]);
    }
    if (has_local)
        OTF2_Reader_CloseDefFiles(reader);
}

static bool read_events(struct bsim_otf2_read *x, OTF2_Reader *reader) {
    uint64_t n;
    open_locations(x, reader);
    OTF2_GlobalEvtReader *from = OTF2_Reader_GetGlobalEvtReader(reader);
    OTF2_GlobalEvtReaderCallbacks *c = OTF2_GlobalEvtReaderCallbacks_New();
    OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(c, on_enter);
    OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(c, on_leave);
    OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(c, on_send);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(c, on_isend);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCompleteCallback(c, on_sent);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvRequestCallback(c, on_ireceive);
    OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(c, on_receive);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(c, on_received);
    OTF2_GlobalEvtReaderCallbacks_SetMpiRequestCancelledCallback(c, on_cancelled);
    OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(c, on_collective);
    OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(c, on_icollective);
    OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(c, on_collective_ended);
    OTF2_GlobalEvtReaderCallbacks_SetCommCreateCallback(c, on_comm);
    OTF2_GlobalEvtReaderCallbacks_SetCommDestroyCallback(c, on_comm_end);
    OTF2_Reader_RegisterGlobalEvtCallbacks(reader, from, c, x);
    OTF2_GlobalEvtReaderCallbacks_Delete(c);
    bool ok = from && OTF2_Reader_ReadAllGlobalEvents(reader, from, &n) == OTF2_SUCCESS;
    if (from)
        OTF2_Reader_CloseGlobalEvtReader(reader, from);
    OTF2_Reader_CloseEvtFiles(reader);
    return ok || bsim_error_set(x->err, x->to->path, 0, NULL, "has events that cannot be read");
}

static OTF2_ErrorCode no_message(void *data, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                                 const char *format, va_list arguments) {
    (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
    return code;
}

bool bsim_otf2_read(struct bsim_otf2 *otf2, const char *path, struct bsim_error *err) {
    struct bsim_otf2_read *x = bsim_alloc(sizeof *x);
    *otf2 = (struct bsim_otf2){.path = path, .inside = x};
    x->to = otf2;
    x->err = err;
    OTF2_Error_RegisterCallback(no_message, NULL);
    OTF2_Reader *reader = OTF2_Reader_Open(path);
    bool ok = reader && OTF2_Reader_SetSerialCollectiveCallbacks(reader) == OTF2_SUCCESS;
    if (!ok)
        bsim_error_set(err, path, 0, NULL, "is no anchor file of OTF2 that can be read (it ends in .otf2)");
    char *creator = NULL;
    if (ok && OTF2_Reader_GetCreator(reader, &creator) == OTF2_SUCCESS && creator)
        otf2->is_own = strcmp(creator, "bsim") == 0;
    free(creator);
    ok = ok && read_definitions(x, reader) && find_ranks(x) && find_comms(x);
    if (ok) {
        find_regions(x);
        ok = read_events(x, reader);
    }
    if (reader)
        OTF2_Reader_Close(reader);
    OTF2_Error_RegisterCallback(NULL, NULL);
    return ok;
}

void bsim_otf2_end(struct bsim_otf2 *otf2) {
    struct bsim_otf2_read *x = otf2->inside;
    for (uint32_t i = 0; i < x->nstring; i++)
        bsim_free(x->string[i]);
    for (uint32_t i = 0; i < x->ngroup; i++)
        bsim_free(x->group[i].member);
    for (int r = 0; otf2->rank && r < otf2->nrank; r++)
        bsim_free(otf2->rank[r].event);
    bsim_free(x->string);
    bsim_free(x->region_name);
    bsim_free(x->group);
    bsim_free(x->comm);
    bsim_free(x->location);
    bsim_free(x->of_rank);
    bsim_free(x->rank_of);
    bsim_free(x);
    bsim_free(otf2->rank);
    bsim_free(otf2->region);
    bsim_free(otf2->comm);
}
