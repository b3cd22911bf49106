"""Random legal programs whose phases are of all families of MPI calls; no phase leaves anything under way.

A phase is a function of the program with its own values. Sizes are random and below CAP elements; data decide nothing, but in
"size by message". What ranks do depends on rank and size alone, so that a program runs on any number of ranks.
"""
import random

HEAD = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { CAP = 5000, MANY = 64 };
/* Takes a time of the rank: a message to itself, which skeletons keep. */
static void calculate(int place) {
    int rank;
    char x[4400] = {0}, y[4400];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Sendrecv(x, (7 * rank + 13 * place) % 11 * 440, MPI_CHAR, 0, 0, y, 4400, MPI_CHAR, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
static void wait_for(int way, int n, MPI_Request *r) {
    MPI_Status all[MANY];
    int done[MANY], flag = 0, k, left = n;
    switch (way) {
    case 0: MPI_Waitall(n, r, all); break;
    case 1: for (int i = 0; i < n; i++) calculate(i), MPI_Wait(&r[i], all); break;
    case 2: for (int i = n - 1; i >= 0; i--) MPI_Wait(&r[i], all); break;
    case 3: for (int i = 0; i < n; i++) MPI_Waitany(n, r, &k, all), calculate(2); break;
    case 4: while (left > 0) { MPI_Waitsome(n, r, &k, done, all); left -= k; } break;
    case 5: while (!flag) MPI_Testall(n, r, &flag, all); break;
    case 6: for (int i = 0; i < n; i++) for (flag = 0; !flag;) MPI_Test(&r[i], &flag, all); break;
    case 7: while (left > 0) { MPI_Testany(n, r, &k, &flag, all); left -= flag; } break;
    case 8: while (left > 0) { MPI_Testsome(n, r, &k, done, all); left -= k; } break;
    default:
        for (int i = n - 1; i >= 0; i--)
            for (flag = 0; !flag;)
                MPI_Request_get_status(r[i], &flag, all);
        MPI_Waitall(n, r, all);
    }
}
"""


class Families:
    def __init__(self, r):
        self.r = r

    def n(self, most=4999):
        return self.r.choice([0, 1, 7, 60, 500, 700, 1500, 4999][:8]) % (most + 1)

    def way(self):
        return self.r.randrange(10)

    def ring(self):
        r, count, lines = self.r, self.r.randint(1, 4), []
        for i in range(count):
            lines += [f"MPI_Irecv(b + {i} * CAP, CAP, MPI_INT, from, {i}, comm, &q[{2 * i}]);",
                      f"MPI_{r.choice(['Isend', 'Isend', 'Issend', 'Ibsend'])}(a, {self.n()}, MPI_INT, to, {i}, comm, &q[{2 * i + 1}]);"]
        if r.random() < 0.5:  # sends behind all receives
            lines.sort(key=lambda line: "send" in line)
        return ["MPI_Request q[MANY];"] + lines + [f"wait_for({self.way()}, {2 * count}, q);"]

    def blocking(self):
        mode = self.r.choice(["Send", "Ssend", "Bsend", "Rsend"])
        n, ready = self.n(), "MPI_Barrier(comm);"
        return ["MPI_Request q;", f"MPI_Irecv(b, CAP, MPI_INT, from, 3, comm, &q);", ready if mode == "Rsend" else "",
                f"MPI_{mode}(a, {n}, MPI_INT, to, 3, comm);", f"wait_for({self.way()}, 1, &q);"]

    def exchanged(self):
        n = self.n()
        return [f"MPI_Sendrecv(a, {n}, MPI_INT, to, 1, b, CAP, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);",
                f"MPI_Sendrecv_replace(a, {self.n()}, MPI_INT, to, 1, from, 1, comm, MPI_STATUS_IGNORE);",
                "MPI_Request q;", f"MPI_Isendrecv(a, {n}, MPI_INT, to, 2, b, CAP, MPI_INT, from, 2, comm, &q);", f"wait_for({self.way()}, 1, &q);"]

    def any_source(self):
        n, wild = self.n(), self.r.choice(["MPI_ANY_TAG", "4"])
        root = f"{self.r.randrange(9)} % size"
        return [f"int root = {root};", "if (rank == root) for (int i = 1; i < size; i++)",
                f"    MPI_Recv(b, CAP, MPI_INT, MPI_ANY_SOURCE, {wild}, comm, MPI_STATUS_IGNORE);",
                f"else MPI_Send(a, {n} / (1 + rank), MPI_INT, root, 4, comm);", "MPI_Barrier(comm);"]

    def probed(self):
        r, n = self.r, self.n()
        source, tag = r.choice([("from", "5"), ("MPI_ANY_SOURCE", "5"), ("from", "MPI_ANY_TAG")])
        look = r.choice([f"MPI_Probe({source}, {tag}, comm, &s);", f"while (!flag) MPI_Iprobe({source}, {tag}, comm, &flag, &s);",
                         f"MPI_Mprobe({source}, {tag}, comm, &m, &s);", f"while (!flag) MPI_Improbe({source}, {tag}, comm, &flag, &m, &s);"])
        take = "MPI_Mrecv(b, k, MPI_INT, &m, &s);" if "&m" in look else "MPI_Recv(b, k, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, comm, &s);"
        return ["MPI_Status s;", "MPI_Message m;", "MPI_Request q;", "int flag = 0, k;", f"MPI_Isend(a, {n}, MPI_INT, to, 5, comm, &q);",
                look, "MPI_Get_count(&s, MPI_INT, &k);", take, f"wait_for({self.way()}, 1, &q);", "MPI_Barrier(comm);"]

    def persistent(self):
        r, mode = self.r, self.r.choice(["Send", "Ssend", "Bsend"])
        start = r.choice(["MPI_Startall(2, q);", "MPI_Start(&q[1]); MPI_Start(&q[0]);", "MPI_Start(&q[0]); MPI_Start(&q[1]);"])
        return ["MPI_Request q[2];", f"MPI_{mode}_init(a, {self.n()}, MPI_INT, to, 6, comm, &q[0]);",
                "MPI_Recv_init(b, CAP, MPI_INT, from, 6, comm, &q[1]);",
                f"for (int i = 0; i < {r.randint(1, 4)}; i++) {{ {start} MPI_Waitall(2, q, MPI_STATUSES_IGNORE); }}",
                "MPI_Request_free(&q[0]);", "MPI_Request_free(&q[1]);"]

    def partitioned(self):
        r, parts, n = self.r, self.r.randint(1, 6), self.n(700)
        order = list(range(parts))
        r.shuffle(order)
        seen = r.choice(["", f"for (int i = 0; i < {parts}; i++) for (int flag = 0; !flag;) MPI_Parrived(q[1], i, &flag);"])
        return ["MPI_Request q[2];", f"MPI_Psend_init(a, {parts}, {n}, MPI_INT, to, 7, comm, MPI_INFO_NULL, &q[0]);",
                f"MPI_Precv_init(b, {parts}, {n}, MPI_INT, from, 7, comm, MPI_INFO_NULL, &q[1]);",
                f"for (int round = 0; round < {r.randint(1, 3)}; round++) {{", "    MPI_Startall(2, q);"] + \
               [f"    MPI_Pready({i}, q[0]);" for i in order] + \
               [f"    {seen}", "    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);", "}", "MPI_Request_free(&q[0]);", "MPI_Request_free(&q[1]);"]

    COLLECTIVES = ["Barrier(comm", "Bcast(a, {n}, MPI_INT, {root}, comm", "Reduce(a, b, {n}, MPI_INT, MPI_SUM, {root}, comm",
                   "Allreduce(a, b, {n}, MPI_INT, MPI_MAX, comm", "Gather(a, {m}, MPI_INT, b, {m}, MPI_INT, {root}, comm",
                   "Scatter(b, {m}, MPI_INT, a, {m}, MPI_INT, {root}, comm", "Allgather(a, {m}, MPI_INT, b, {m}, MPI_INT, comm",
                   "Alltoall(c, {m}, MPI_INT, b, {m}, MPI_INT, comm", "Scan(a, b, {n}, MPI_INT, MPI_SUM, comm",
                   "Exscan(a, b, {n}, MPI_INT, MPI_SUM, comm", "Reduce_scatter_block(c, b, {m}, MPI_INT, MPI_SUM, comm",
                   "Allgatherv(a, counts[rank], MPI_INT, b, counts, places, MPI_INT, comm",
                   "Alltoallv(c, same, places, MPI_INT, b, same, places, MPI_INT, comm",
                   "Gatherv(a, counts[rank], MPI_INT, b, counts, places, MPI_INT, {root}, comm",
                   "Reduce_scatter(c, b, counts, MPI_INT, MPI_SUM, comm"]

    def collective_call(self):
        text = self.r.choice(self.COLLECTIVES)
        return text.format(n=self.n(), m=self.n(700), root=f"{self.r.randrange(9)} % size")

    ARRAYS = ["int counts[MANY], places[MANY], same[MANY];", "for (int i = 0; i < MANY; i++) counts[i] = 11 * i, places[i] = 700 * i, same[i] = {};"]

    def arrays(self):
        return [self.ARRAYS[0], self.ARRAYS[1].format(self.n(700))]

    def collectives(self):
        return self.arrays() + [f"MPI_{self.collective_call()});" for _ in range(self.r.randint(1, 3))]

    def icollectives(self):
        calls = [self.collective_call() for _ in range(self.r.randint(1, 3))]
        return self.arrays() + ["MPI_Request q[MANY];"] + \
            [f"MPI_I{c[0].lower()}{c[1:]}, &q[{i}]);".replace(" b,", f" b + {i} * (CAP + 6 * 700),").replace("(b,", f"(b + {i} * (CAP + 6 * 700),")
             .replace(" a," if "Scatter(" in c else "(a,", f"{'(' * ('Scatter(' not in c)}{'d + %d * CAP' % i if 'cast' in c or 'Scatter(' in c else 'a'},")
             for i, c in enumerate(calls)] + \
            [f"MPI_Sendrecv(a, {self.n()}, MPI_INT, to, 1, e, CAP, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);" if self.r.random() < 0.5 else "",
             f"wait_for({self.way()}, {len(calls)}, q);"]

    def pcollective(self):
        call = self.collective_call().split("(", 1)
        return self.arrays() + ["MPI_Request q;", f"MPI_{call[0]}_init({call[1]}, MPI_INFO_NULL, &q);",
                                f"for (int i = 0; i < {self.r.randint(1, 3)}; i++) {{ MPI_Start(&q); MPI_Wait(&q, MPI_STATUS_IGNORE); }}",
                                "MPI_Request_free(&q);"]

    def neighbours(self):
        r, m = self.r, self.n(500)
        make = r.choice(["int dims[1] = {size}, periods[1] = {%d};\n    MPI_Cart_create(comm, 1, dims, periods, 0, &t);" % r.randint(0, 1),
                         "MPI_Dist_graph_create_adjacent(comm, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &t);",
                         "int index[MANY], edges[2 * MANY];\n    for (int i = 0; i < size; i++) index[i] = 2 * (i + 1), edges[2 * i] = "
                         "(i + 1) % size, edges[2 * i + 1] = (i + size - 1) % size;\n    MPI_Graph_create(comm, size, index, edges, 0, &t);"])
        one = r.choice(["allgather", "alltoall"])
        return ["MPI_Comm t;", "MPI_Request q;", make, f"MPI_Neighbor_{one}(c, {m}, MPI_INT, b, {m}, MPI_INT, t);",
                f"MPI_Ineighbor_{one}(c, {m}, MPI_INT, b, {m}, MPI_INT, t, &q);", f"wait_for({self.way()}, 1, &q);", "MPI_Comm_free(&t);"]

    def inter(self):
        call = self.r.choice(["Allreduce(a, b, {n}, MPI_INT, MPI_SUM, x", "Barrier(x", "Allgather(a, {m}, MPI_INT, b, {m}, MPI_INT, x",
                              "Alltoall(c, {m}, MPI_INT, b, {m}, MPI_INT, x"]).format(n=self.n(), m=self.n(700))
        return ["MPI_Comm half, x, both;", "if (size < 2) return;", "MPI_Comm_split(comm, rank % 2, rank, &half);",
                "MPI_Intercomm_create(half, 0, comm, 1 - rank % 2, 9, &x);", f"MPI_{call});",
                "if (rank < 2) MPI_Sendrecv(a, 50, MPI_INT, 0, 1, b, CAP, MPI_INT, 0, 1, x, MPI_STATUS_IGNORE);",
                "MPI_Intercomm_merge(x, rank % 2, &both);", "MPI_Barrier(both);", "MPI_Comm_free(&both);", "MPI_Comm_free(&x);", "MPI_Comm_free(&half);"]

    def sub(self):
        inner = self.r.choice([self.collectives, self.icollectives, self.ring, self.persistent])()
        make = self.r.choice([f"MPI_Comm_split(whole, rank % {self.r.randint(1, 3)}, -rank, &comm);", "MPI_Comm_dup(whole, &comm);",
                              "MPI_Request made; MPI_Comm_idup(whole, &comm, &made); MPI_Wait(&made, MPI_STATUS_IGNORE);",
                              "MPI_Comm_split_type(whole, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);"])
        return ["MPI_Comm whole = comm;", make, "MPI_Comm_rank(comm, &rank);", "MPI_Comm_size(comm, &size);",
                "to = (rank + 1) % size, from = (rank + size - 1) % size;", "{", *inner, "}", "MPI_Comm_free(&comm);"]

    def windows(self):
        r, n = self.r, self.n(900)
        act = lambda: r.choice([f"MPI_Put(a, {n}, MPI_INT, to, 0, {n}, MPI_INT, w);", f"MPI_Get(e, {n}, MPI_INT, to, 1000, {n}, MPI_INT, w);",
                                f"MPI_Accumulate(a, {n}, MPI_INT, to, 2000, {n}, MPI_INT, MPI_SUM, w);",
                                "MPI_Fetch_and_op(a, e, MPI_INT, to, 2999, MPI_SUM, w);", "MPI_Compare_and_swap(a, c, e, MPI_INT, to, 2998, w);",
                                f"MPI_Get_accumulate(a, {n}, MPI_INT, e, {n}, MPI_INT, to, 2000, {n}, MPI_INT, MPI_SUM, w);"])
        sync = r.randrange(4)
        lines = ["MPI_Win w;", "int *memory;", "MPI_Win_allocate(CAP * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &memory, &w);"]
        if sync == 0:
            lines += ["MPI_Win_fence(0, w);", act(), act(), "MPI_Win_fence(0, w);"]
        elif sync == 1:
            lines += ["MPI_Group g, mine, yours;", "MPI_Comm_group(comm, &g);", "MPI_Group_incl(g, 1, &from, &mine);", "MPI_Group_incl(g, 1, &to, &yours);",
                      "MPI_Win_post(mine, 0, w);", "MPI_Win_start(yours, 0, w);", act(), act(), "MPI_Win_complete(w);",
                      r.choice(["MPI_Win_wait(w);", "for (int flag = 0; !flag;) MPI_Win_test(w, &flag);"]),
                      "MPI_Group_free(&mine);", "MPI_Group_free(&yours);", "MPI_Group_free(&g);"]
        elif sync == 2:
            kind = r.choice(["EXCLUSIVE", "SHARED"])
            lines += [f"MPI_Win_lock(MPI_LOCK_{kind}, to, 0, w);", act(), r.choice(["MPI_Win_flush(to, w);", "MPI_Win_flush_local(to, w);", ""]), act(),
                      "MPI_Win_unlock(to, w);"]
        else:
            lines += ["MPI_Request q;", "MPI_Win_lock_all(0, w);", act(), f"MPI_R{r.choice(['put(a', 'get(e'])}, {n}, MPI_INT, to, 3500, {n}, MPI_INT, w, &q);",
                      f"wait_for({self.way()}, 1, &q);", "MPI_Win_flush_all(w);", "MPI_Win_unlock_all(w);"]
        return lines + ["MPI_Win_free(&w);"]

    def files(self):
        r, n, lines = self.r, self.n(3000), []
        for _ in range(r.randint(1, 3)):
            at = f"(MPI_Offset)rank * {4 * n + 8}"
            kind = r.choice(["write_at", "write_at_all", "write_shared", "write_ordered", "begin", "iwrite", "iwrite"])
            if kind == "begin":
                lines.append(f"MPI_File_write_at_all_begin(f, {at}, a, {n}, MPI_INT); MPI_File_write_at_all_end(f, a, MPI_STATUS_IGNORE);")
            elif kind == "iwrite":
                call = r.choice([f"_at(f, {at}, ", f"_at_all(f, {at}, ", "(f, ", "_all(f, ", "_shared(f, "])
                lines += [f"MPI_File_iwrite{call}a, {n}, MPI_INT, &q);", f"wait_for({self.way()}, 1, &q);"]
            else:
                lines.append(f"MPI_File_{kind}(f, {at + ', ' if 'at' in kind else ''}a, {n}, MPI_INT, MPI_STATUS_IGNORE);")
        return ["MPI_File f;", "MPI_Request q;", "char path[4096];", 'snprintf(path, sizeof path, "%s/f", getenv("DIFF_OUT"));',
                "MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);", *lines,
                r.choice(["MPI_File_sync(f);", "MPI_File_set_size(f, 100000);", ""]), "MPI_File_close(&f);"]

    def types(self):
        r, m = self.r, self.r.randint(1, 300)
        make = r.choice([f"MPI_Type_vector({m}, 2, 5, MPI_INT, &t);", f"MPI_Type_contiguous({m}, MPI_INT, &t);",
                         f"int sizes[2] = {{50, 50}}, part[2] = {{{r.randint(1, 50)}, {r.randint(1, 50)}}}, start[2] = {{0, 0}};\n"
                         "    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &t);",
                         f"int lengths[3] = {{1, {m}, 2}}, at[3] = {{0, 3, 900}};\n    MPI_Type_indexed(3, lengths, at, MPI_INT, &t);"])
        return ["MPI_Datatype t;", make, "MPI_Type_commit(&t);", "MPI_Sendrecv(a, 1, t, to, 1, b, 1, t, from, 1, comm, MPI_STATUS_IGNORE);",
                f"MPI_Bcast(a, 1, t, {r.randrange(9)} % size, comm);", "MPI_Request q[2];", "MPI_Irecv(b, CAP, MPI_INT, from, 2, comm, &q[0]);",
                "MPI_Isend(a, 1, t, to, 2, comm, &q[1]);", "MPI_Type_free(&t);", f"wait_for({self.way()}, 2, q);"]

    def sized(self):
        """The next message's size comes by a message."""
        return [f"int n = {self.n(900)} + rank, got = 0;", "MPI_Sendrecv(&n, 1, MPI_INT, to, 8, &got, 1, MPI_INT, from, 8, comm, MPI_STATUS_IGNORE);",
                "MPI_Sendrecv(a, n, MPI_INT, to, 8, b, got, MPI_INT, from, 8, comm, MPI_STATUS_IGNORE);"]


PHASES = ["ring", "ring", "blocking", "exchanged", "any_source", "probed", "persistent", "partitioned", "collectives", "icollectives",
          "pcollective", "neighbours", "inter", "sub", "windows", "windows", "files", "types", "sized"]


def program(seed):
    """(text of the program, names of its phases)."""
    r = random.Random(seed)
    g = Families(r)
    names = [r.choice(PHASES) for _ in range(r.randint(4, 8))]
    text = HEAD
    for k, name in enumerate(names):
        lines = [line for line in getattr(g, name)() if line]
        body = "".join(("    calculate(%d);\n" % r.randrange(11) if line.startswith(("MPI_", "wait_for")) and "MPI_Comm " not in line[:9]
                        and r.random() < 0.6 else "") + f"    {line}\n" for line in lines if line)
        text += (f"/* {name} */\nstatic void phase{k}(int rank, int size, MPI_Comm comm, int *a, int *b, int *c, int *d, int *e) {{\n"
                 f"    int to = (rank + 1) % size, from = (rank + size - 1) % size;\n{body}}}\n")
    calls = "".join(f"    phase{k}(rank, size, MPI_COMM_WORLD, a, b, c, d, e);\n" for k in range(len(names)))
    return text + ("int main(int argc, char **argv) {\n    int rank, size;\n    MPI_Init(&argc, &argv);\n"
                   "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                   "    int *a = calloc(CAP + 8, sizeof *a), *b = calloc(16 * CAP, sizeof *b), *c = calloc(16 * CAP, sizeof *c);\n"
                   "    int *d = calloc(8 * CAP, sizeof *d), *e = calloc(CAP, sizeof *e);\n    char *pool = malloc(1 << 22);\n"
                   "    MPI_Buffer_attach(pool, 1 << 22);\n" + calls +
                   "    int size_of;\n    MPI_Buffer_detach(&pool, &size_of);\n    free(pool), free(a), free(b), free(c), free(d), free(e);\n"
                   "    MPI_Finalize();\n    return 0;\n}\n"), names
