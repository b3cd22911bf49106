/* collectives.c - what the members of a collective give: each pair of sides must have one signature (MPI-4.0, chapter
 * 6). */
#include <string.h>

#include "lmpi/check/packed.h"
#include "lmpi/coll/coll.h"
#include "lmpi/core/pool.h"

/* The call of the program that is this member's, with its arguments. */
static const check_call *find_call(const lmpi_coll_call *member) {
    const check_request *r =
        member->request ? lmpi_check_request_of(member->world, lmpi_request_handle(member->request)) : NULL;
    if (r)
        return &r->call;
    return member->request && member->world != bsim_self->id ? NULL : lmpi_check_ranks[member->world].current;
}

/* Null if its arguments are not known: the program has freed its request. */
static const check_call *call_of(const lmpi_coll_call *member) {
    const check_call *call = find_call(member);
    enum check_family family = call ? check_function_of(call)->family : CHECK_FAMILY_LOCAL;
    return family == CHECK_FAMILY_COLL || family == CHECK_FAMILY_ICOLL || family == CHECK_FAMILY_COLL_INIT ? call
                                                                                                           : NULL;
}

/* Which elements a member gives to another one, or gets from it. */
typedef struct part {
    int64_t count;
    MPI_Datatype type;
} part;

static int place_after(const check_call *call, char role, char a, char b) {
    const char *roles = check_function_of(call)->roles;
    int i = lmpi_check_place(call, role, 0);
    while (i >= 0 && roles[i] && roles[i] != a && roles[i] != b)
        i++;
    return i >= 0 && roles[i] ? i : -1;
}

static part part_of(const check_call *call, char role, int other) {
    const char *roles = check_function_of(call)->roles;
    int counts = place_after(call, role, 'n', 'v'), types = place_after(call, role, 't', 'w');
    part p = {0, MPI_BYTE};
    if (counts < 0 || types < 0)
        return p;
    if (roles[counts] == 'v' && !call->a[counts])
        return p;
    p.count = roles[counts] == 'v' ? ((const int *)call->a[counts])[other] : call->a[counts];
    p.type = roles[types] == 'w' ? ((const MPI_Datatype *)call->a[types])[other] : (MPI_Datatype)call->a[types];
    return p;
}

static bool is_in_place(const check_call *call, char role) {
    int i = lmpi_check_place(call, role, 0);
    return i >= 0 && (const void *)call->a[i] == MPI_IN_PLACE;
}

check_place lmpi_check_member(const lmpi_coll_call *member) {
    const struct bsim_site *site = member->init ? member->init : member->site;
    return (check_place){member->world, site->call, site->address};
}

static bool compare(const lmpi_coll_call *a, part x, const lmpi_coll_call *b, part y) {
    check_signature s = {0}, t = {0};
    char text[256], other[256];
    if (x.count == y.count && x.type == y.type)
        return true;
    lmpi_check_signature(&s, x.count, x.type);
    lmpi_check_signature(&t, y.count, y.type);
    bool fits = lmpi_check_fits(&s, &t, false);
    if (!fits)
        lmpi_check_found(CHECK_PARAMETER_MATCHING, "collective-datatypes-differ", 2,
                         (check_place[]){lmpi_check_member(a), lmpi_check_member(b)},
                         "one gives %s, the other is for %s", lmpi_check_signature_text(&s, text, sizeof text),
                         lmpi_check_signature_text(&t, other, sizeof other));
    lmpi_check_signature_free(&s);
    lmpi_check_signature_free(&t);
    return fits;
}

void lmpi_check_pair(const lmpi_coll_call *from, lmpi_coll_data sent, const lmpi_coll_call *to,
                     lmpi_coll_data received) {
    compare(from, (part){sent.count, sent.type}, to, (part){received.count, received.type});
    if (sent.at && received.at)
        lmpi_check_packed_pair(from, sent, to, received);
}

typedef struct member {
    const lmpi_coll_call *coll;
    const check_call *call;
} member;

static member member_of(const lmpi_coll_run *run, int i) {
    return (member){run->call[i], call_of(run->call[i])};
}

/* All members give the same data to a reduction or broadcast: role is that of the buffer. */
static void all_equal(const lmpi_coll_run *run, char role) {
    member first = member_of(run, 0);
    for (int i = 1; i < run->n; i++) {
        member m = member_of(run, i);
        if (first.call && m.call &&
            !compare(first.coll, part_of(first.call, role, 0), m.coll, part_of(m.call, role, 0)))
            return;
    }
}

/* What the root sends to, or receives from, each member. */
static void with_root(const lmpi_coll_run *run, bool root_sends) {
    member root = member_of(run, run->call[0]->root);
    for (int i = 0; root.call && i < run->n; i++) {
        member m = member_of(run, i);
        char there = root_sends ? 'r' : 'b', here = root_sends ? 'b' : 'r';
        if (!m.call || is_in_place(m.call, there))
            continue;
        bool fits = root_sends ? compare(root.coll, part_of(root.call, here, i), m.coll, part_of(m.call, there, 0))
                               : compare(m.coll, part_of(m.call, there, 0), root.coll, part_of(root.call, here, i));
        if (!fits)
            return;
    }
}

/* What each member sends to each other. gathers: each sends the same to all. */
static void with_all(const lmpi_coll_run *run, bool gathers) {
    for (int i = 0; i < run->n; i++) {
        member from = member_of(run, i);
        for (int k = 0; k < run->n; k++) {
            member to = member_of(run, k);
            if (!from.call || !to.call)
                continue;
            part sent = part_of(from.call, is_in_place(from.call, 'b') ? 'r' : 'b',
                                is_in_place(from.call, 'b') && gathers ? i
                                : gathers                              ? 0
                                                                       : k);
            if (!compare(from.coll, sent, to.coll, part_of(to.call, 'r', i)))
                return;
        }
    }
}

static bool is(const char *name, const char *wanted) {
    return strcmp(name, wanted) == 0;
}

void lmpi_check_collective(const lmpi_coll_run *run) {
    const char *name = run->call[0]->kind->name + 4; /* without MPI_ */
    lmpi_check_clocks_meet(run);
    if (run->n < 2 || !bsim_self || run->comm->left) /* left: of an inter-communicator */
        return;
    if (is(name, "Bcast"))
        all_equal(run, 'x');
    else if (is(name, "Reduce") || is(name, "Allreduce") || is(name, "Scan") || is(name, "Exscan") ||
             is(name, "Reduce_scatter_block"))
        all_equal(run, 'b');
    else if (is(name, "Scatter") || is(name, "Scatterv"))
        with_root(run, true);
    else if (is(name, "Gather") || is(name, "Gatherv"))
        with_root(run, false);
    else if (is(name, "Allgather") || is(name, "Allgatherv"))
        with_all(run, true);
    else if (!strncmp(name, "Alltoall", 8))
        with_all(run, false);
    lmpi_check_packed_collective(run);
}
