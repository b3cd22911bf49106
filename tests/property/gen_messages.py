"""Communication of a random program: messages, collectives, and messages of which only some elements matter.

Adds to the Code of gen_code.py; a construct (gen_program.py) is not its business.
"""
import collections

from gen_code import Code, WRAP

Message = collections.namedtuple("Message", "n to source tag comm")  # texts of C; n: how many elements
# A message with a leading part: C type, MPI type, array sent, array received, counter, pointer or request, elements;
# elements at known places.
Leading = collections.namedtuple("Leading", "type mpi a b i q n known")


class Messages(Code):
    """Communication by values of the program."""

    def comm(self, f):
        r = self.r
        tag = r.randint(0, 9)
        k = r.randint(1, 3)
        comm = r.choice(["MPI_COMM_WORLD", "c->comm"])
        n, to, fr = self.fresh("n"), self.fresh("to"), self.fresh("from")
        head = [f"int {n} = {WRAP}({self.expr(False, f)});", f"int {to} = (c->rank + {k}) % c->size;",
                f"int {fr} = ((c->rank - {k}) % c->size + c->size) % c->size;"]
        kind = r.randrange(19)
        if kind >= 17:
            return self.between_two(f, comm)
        if kind >= 14:
            return self.leading(f, tag, k, comm)
        if kind in (0, 1, 7, 10, 11):
            return head + self.point_to_point(kind, f, Message(n, to, fr, tag, comm))
        return self.collective(kind, f, comm)

    def test_of_rank(self, number):
        """A condition that holds on this rank alone, and what goes before it."""
        form = self.r.randrange(5)
        if form == 0:
            is_it = self.fresh("is")
            return [f"int {is_it} = c->rank == {number};"], is_it
        return [], [f"c->rank == {number}", f"!(c->rank != {number})", f"{number} == c->rank",
                    f"c->rank > {number - 1} && c->rank < {number + 1}"][form - 1]

    def between_two(self, f, comm):
        """A message from one rank to another one, which tests of the rank choose. All have a few tags together, so that
        only ranks tell what may match."""
        r = self.r
        self.features.add("ranks that tests choose")
        a, b = r.sample(range(3), 2)
        v, tag = self.fresh("v"), r.choice([60, 61])
        send = f"MPI_Send(&{v}, 1, MPI_INT, {b}, {tag}, {comm});"
        receive = f"MPI_Recv(&{v}, 1, MPI_INT, {a}, {tag}, {comm}, MPI_STATUS_IGNORE);"
        lines = [f"int {v} = {WRAP}({self.expr(False, f)});"]
        if r.random() < 0.25:
            lines += [f"if (c->size > {max(a, b)})", "    switch (c->rank) {", f"    case {a}:", f"        {send}", "        break;",
                      f"    case {b}:", f"        {receive}", "    }"]
        else:
            before, sends = self.test_of_rank(a)
            after, receives = self.test_of_rank(b)
            lines += before + after + [f"if (c->size > {max(a, b)}) {{", f"    if ({sends})", f"        {send}",
                                       f"    {r.choice(['else ', ''])}if ({receives})", f"        {receive}", "}"]
        if r.random() < 0.6:
            lines.append(f"{self.place(False, f)} = {WRAP}({v});")
        return lines

    def point_to_point(self, kind, f, m):
        n, to, fr, tag, comm = m
        if kind == 0:
            self.features.add("sendrecv")
            return [f"MPI_Sendrecv(c->sbuf, {n}, MPI_DOUBLE, {to}, {tag}, c->rbuf, CAP, MPI_DOUBLE, {fr}, {tag},",
                    f"             {comm}, MPI_STATUS_IGNORE);"]
        if kind == 1:
            self.features.add("isend")
            q = self.fresh("q")
            return [f"MPI_Request {q}[2];",
                    f"MPI_Irecv(c->rbuf, CAP, MPI_INT, {fr}, {tag}, {comm}, &{q}[0]);",
                    f"MPI_Isend(c->sbuf, {n}, MPI_INT, {to}, {tag}, {comm}, &{q}[1]);",
                    f"MPI_Waitall(2, {q}, MPI_STATUSES_IGNORE);"]
        if kind == 7:
            self.features.add("size by message")
            v, q = self.fresh("v"), self.fresh("q")
            return [f"int {v} = 0;", f"MPI_Request {q};", f"MPI_Isend(&{n}, 1, MPI_INT, {to}, {tag + 10}, {comm}, &{q});",
                    f"MPI_Recv(&{v}, 1, MPI_INT, {fr}, {tag + 10}, {comm}, MPI_STATUS_IGNORE);",
                    f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);",
                    f"MPI_Isend(c->sbuf, {n}, MPI_CHAR, {to}, {tag}, {comm}, &{q});",
                    f"MPI_Recv(c->rbuf, {v}, MPI_CHAR, {fr}, {tag}, {comm}, MPI_STATUS_IGNORE);",
                    f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);"]
        if kind == 10:
            self.features.add("derived datatype")
            t, m = self.fresh("type"), self.fresh("m")
            return [f"MPI_Datatype {t};", f"int {m} = 1 + {WRAP}({self.expr(True, f, 1)}) % 5;",
                    f"MPI_Type_vector({m}, 2, 5, MPI_DOUBLE, &{t});", f"MPI_Type_commit(&{t});",
                    f"MPI_Sendrecv(c->sbuf, {n} % 7, {t}, {to}, {tag}, c->rbuf, 7, {t}, {fr}, {tag}, {comm},",
                    "             MPI_STATUS_IGNORE);", f"MPI_Type_free(&{t});"]
        self.features.add("count of a status")
        st, v, q = self.fresh("st"), self.fresh("v"), self.fresh("q")
        return [f"MPI_Status {st};", f"MPI_Request {q};", f"int {v};",
                f"MPI_Isend(c->sbuf, {n}, MPI_DOUBLE, {to}, {tag}, {comm}, &{q});",
                f"MPI_Recv(c->rbuf, CAP, MPI_DOUBLE, {fr}, {tag}, {comm}, &{st});",
                f"MPI_Get_count(&{st}, MPI_DOUBLE, &{v});", f"MPI_Wait(&{q}, MPI_STATUS_IGNORE);",
                f"{self.place(False, f)} = {WRAP}({v});"]

    def collective(self, kind, f, comm):
        r = self.r
        if kind == 2:
            self.features.add("bcast of a live value")
            v = self.fresh("v")
            root = f"{r.randint(0, 5)} % c->size"
            return [f"int {v} = {WRAP}({self.expr(False, f)});", f"MPI_Bcast(&{v}, 1, MPI_INT, {root}, {comm});",
                    f"{self.place(True, f)} = {v};"]
        if kind == 3:
            self.features.add("allreduce of integers")
            v, w = self.fresh("v"), self.fresh("w")
            return [f"int {v} = {self.place(False, f)}, {w} = 0;",
                    f"MPI_Allreduce(&{v}, &{w}, 1, MPI_INT, {r.choice(['MPI_SUM', 'MPI_MAX'])}, {comm});",
                    f"{self.place(True, f)} = {WRAP}({w});"]
        if kind == 4:
            self.features.add("dead allreduce")
            v = self.fresh("v")
            return [f"double {v} = c->in.w;", f"MPI_Allreduce({v} > 0 ? &{v} : &{v}, &c->in.w, 1, MPI_DOUBLE, MPI_SUM, {comm});"]
        if kind == 5:
            self.features.add("barrier")
            return [f"MPI_Barrier({comm});"]
        if kind == 6:
            self.features.add("gather")
            m = self.fresh("m")
            return [f"int {m} = {WRAP}({self.expr(True, f)}) % 8;",
                    f"MPI_Gather(c->sbuf, {m}, MPI_DOUBLE, c->rbuf, {m}, MPI_DOUBLE, 0, {comm});"]
        if kind == 8:
            self.features.add("split")
            s = self.fresh("sub")
            return [f"MPI_Comm {s};", f"MPI_Comm_split(MPI_COMM_WORLD, c->rank % {r.randint(1, 3)}, {r.choice(['c->rank', '-c->rank', '0'])}, &{s});",
                    f"MPI_Reduce(c->sbuf, c->rbuf, {WRAP}({self.expr(True, f, 1)}) % 16, MPI_DOUBLE, MPI_SUM, 0, {s});",
                    f"MPI_Comm_free(&{s});"]
        if kind == 9:
            self.features.add("scan")
            v = self.fresh("v")
            return [f"int {v} = 0;", f"MPI_Scan(&c->rank, &{v}, 1, MPI_INT, MPI_SUM, {comm});",
                    f"{self.place(False, f)} = {WRAP}({v});"]
        if kind == 12:
            self.features.add("floating point decides")
            v, w = self.fresh("v"), self.fresh("w")
            return [f"double {v} = {self.place(False, f)} * 0.25, {w} = 0.0;",
                    f"MPI_Allreduce(&{v}, &{w}, 1, MPI_DOUBLE, MPI_MAX, {comm});",
                    f"{self.place(True, f)} = {WRAP}((int){w});"]
        self.features.add("allgather")
        return [
            f"MPI_Allgather(&c->rank, 1, MPI_INT, c->ranks, 1, MPI_INT, {comm});",
            f"{self.place(False, f)} = {WRAP}(c->ranks[{WRAP}({self.expr(False, f, 1)}) % c->size]);"]

    def leading(self, f, tag, k, comm):
        """A message whose first elements, or some others too, decide something."""
        r = self.r
        self.features.add("leading part")
        t, mpi = r.choice([("double", "MPI_DOUBLE"), ("int", "MPI_INT")])
        a, b, i, n, to, fr, q = (self.fresh(s) for s in ("a", "b", "i", "n", "to", "from", "q"))
        known = r.randint(1, 5)  # elements at constant places
        lines = [f"int {n} = {known + 6} + {WRAP}({self.expr(True, f, 1)}) % 20, {to} = (c->rank + {k}) % c->size;",
                 f"int {fr} = ((c->rank - {k}) % c->size + c->size) % c->size;"]
        m = Leading(t, mpi, a, b, i, q, n, known)
        arrays, free = self.leading_arrays(m)
        lines += arrays + self.leading_values(m, f) + self.leading_changes(m, f)
        exchange, got, uniform = self.leading_exchange(m, Message(n, to, fr, tag, comm))
        return lines + exchange + self.leading_uses(m, f, got, uniform) + free

    def leading_arrays(self, m):
        """Where the elements are sent from and received into, and what frees the arrays."""
        r, lines, (t, _, a, b, _, _, n, _) = self.r, [], m
        where, free = r.randrange(5), []
        if where == 0:
            lines.append(f"{t} {a}[64], {b}[64];")
        elif where == 1:
            lines.append(f"{t} *{a} = malloc(64 * sizeof *{a}), *{b} = calloc(64, sizeof *{b});")
            free = [f"free({a});", f"free({b});"]
        elif where == 2:
            lines.append(f"static {t} {a}[64], {b}[64];")
        elif where == 3 and t == "double":
            lines.append(f"double *{a} = c->sbuf, *{b} = c->rbuf;")
        else:  # one block
            lines.append(f"{t} *{a} = malloc(128 * sizeof *{a}), *{b} = {a} + {r.choice(['64', n + ' + 2'])};")
            free = [f"free({a});"]
        return lines, free

    def leading_values(self, m, f):
        """The elements get values: all of them, then those at constant places."""
        r, lines, (t, _, a, b, i, _, n, known) = self.r, [], m
        last = f"{n} - 1" if r.random() < 0.5 else "63"
        rest = r.choice([f"{i} * 3 % 50", f"{WRAP}((int)c->data[{i} % c->n])", f"{WRAP}({self.expr(False, f, 1)} + {i})"])
        lines += [f"for (int {i} = 0; {i} < 64; {i}++)", f"    {a}[{i}] = {b}[{i}] = {i};"]
        if r.random() < 0.3:
            lines.append(f"fill_{t}({a}, {n}, {WRAP}({self.expr(False, f, 1)}));")
        elif r.random() < 0.5:
            lines += [f"for (int {i} = {r.choice([known, 0])}; {i} <= {last}; {i}++)", f"    {a}[{i}] = {rest};"]
        else:
            lines += [f"for (int {i} = {last}; {i} >= {r.choice([known, 0])}; {i}--)", f"    {a}[{i}] = {rest};"]
        order = list(range(known))
        r.shuffle(order)
        for j in order:
            if r.random() < 0.8:
                lines.append(f"{a}[{j}] = {WRAP}({self.expr(False, f, 1)});")
        return lines

    def leading_changes(self, m, f):
        """Some elements change, by ways that an analysis may miss."""
        r, lines, (t, _, a, b, _, q, n, known) = self.r, [], m
        x = r.randrange(9)
        if x == 0:
            lines.append(f"{a}[{WRAP}({self.expr(False, f, 1)}) % {n}] = {r.randint(0, 99)};")
        elif x == 1:
            lines += [f"{t} *{q} = {a} + {known + 1};", f"{q}[-{r.randint(1, known + 1)}] = {r.randint(0, 99)};"]
        elif x == 2:
            lines += [f"{t} *{q} = &{a}[{n} - 1];", f"{q}[-{r.randint(1, 5)}] += 2;", f"*({q} - {n} + 1) += 1;"]
        elif x == 3:
            lines.append(f"for ({t} *{q} = {a} + {known}; {q} > {a}; {q}--)")
            lines.append(f"    {q}[-1] += {r.randint(1, 9)};")
        elif x == 4 and t == "int":
            lines.append(f"((char *){a})[4 * ({WRAP}({self.expr(False, f, 1)}) % {known + 2})] = {r.randint(0, 9)};")
        elif x == 5:
            lines.append(f"memcpy((char *){a} + {r.randint(0, 3)} * sizeof *{a}, {b} + 7, 2 * sizeof *{a});")
        elif x == 6:
            lines.append(f"store_{t}({a} + {r.randint(0, known)}, {WRAP}({self.expr(False, f, 1)}));")
        return lines

    def leading_exchange(self, m, message):
        """The message; the array that has what was received; whether it is equal on all ranks."""
        r, lines, (t, mpi, a, b, _, q, n, known) = self.r, [], m
        _, to, fr, tag, comm = message
        begin = r.choice([0, 0, 0, 1, 2])
        out, into = (f"{a} + {begin}" if begin else a), r.choice([b, b, b, f"&{b}[1]"])
        x, got, uniform = r.randrange(7), b, False
        if x == 0:
            lines.append(f"MPI_Sendrecv({out}, {n}, {mpi}, {to}, {tag}, {into}, 60 - {n}, {mpi}, {fr}, {tag}, {comm},")
            lines.append("             MPI_STATUS_IGNORE);")
        elif x == 1:
            lines.append(f"move_{t}({out}, {into}, {n}, {to}, {fr}, {tag}, {comm});")
        elif x == 2:
            lines.append(f"MPI_Request {q}r[2];")
            lines.append(f"MPI_Isend({out}, {n}, {mpi}, {to}, {tag}, {comm}, &{q}r[0]);")
            lines.append(f"MPI_Irecv({into}, {n}, {mpi}, {fr}, {tag}, {comm}, &{q}r[1]);")
            lines.append(f"MPI_Waitall(2, {q}r, MPI_STATUSES_IGNORE);")
        elif x == 3:
            lines.append(f"MPI_Sendrecv_replace({a}, {n}, {mpi}, {to}, {tag}, {fr}, {tag}, {comm}, MPI_STATUS_IGNORE);")
            got = a
        elif x == 4:
            lines.append(f"MPI_Request {q}r[2];")
            lines.append(f"MPI_Send_init({out}, {n}, {mpi}, {to}, {tag}, {comm}, &{q}r[0]);")
            lines.append(f"MPI_Recv_init({into}, {n}, {mpi}, {fr}, {tag}, {comm}, &{q}r[1]);")
            lines.append(f"{a}[{known - 1}] += 1;")
            lines.append(f"MPI_Startall(2, {q}r);")
            lines.append(f"MPI_Waitall(2, {q}r, MPI_STATUSES_IGNORE);")
            lines += [f"MPI_Request_free(&{q}r[{j}]);" for j in range(2)]
        else:
            lines.append(f"MPI_Bcast({a}, {n}, {mpi}, {r.randint(0, 5)} % c->size, {comm});")
            got, uniform = a, True
        return lines, got, uniform

    def leading_uses(self, m, f, got, uniform):
        """What was received is copied, and elements of it decide."""
        r, lines, (t, _, a, b, i, _, n, known) = self.r, [], m
        if r.random() < 0.4:
            other = b if got == a else a
            lines += r.choice([[f"memcpy({other}, {got}, {n} * sizeof *{a});"],
                               [f"copy_{t}({got}, {other}, {n});"],
                               [f"for (int {i} = 0; {i} < {n}; {i}++)", f"    {other}[{i}] = {got}[{i}];"]])
            got = other
        for _ in range(r.randint(0, 2)):
            j = r.choice([str(r.randrange(known))] * 4 + [str(known + 2), f"{WRAP}({self.expr(True, f, 1)}) % {n}"])
            lines.append(f"{self.place(uniform, f)} = {WRAP}((int){got}[{j}]);")
        if r.random() < 0.2:
            s = self.place(uniform, f)
            lines += [f"for (int {i} = 0; {i} < {r.randint(1, known)}; {i}++)", f"    {s} = {WRAP}({s} + (int){got}[{i}]);"]
        return lines

    def spend(self, uniform, value):
        """Communication that depends on a value."""
        r, comm = self.r, self.r.choice(["MPI_COMM_WORLD", "c->comm"])
        ring = f"(c->rank + 1) %% c->size, %s, c->rbuf, CAP, MPI_INT, (c->rank + c->size - 1) %% c->size, %s, {comm}, MPI_STATUS_IGNORE);"
        if not uniform:
            if r.random() < 0.5:
                return [f"MPI_Sendrecv(c->sbuf, WRAP({value}), MPI_INT, " + ring % ("51", "51")]
            return [f"MPI_Sendrecv(c->sbuf, 2, MPI_INT, c->rank, WRAP({value}), c->rbuf, CAP, MPI_INT, c->rank, WRAP({value}), "
                    f"{comm}, MPI_STATUS_IGNORE);"]
        kind = r.randrange(5)
        if kind == 0:
            i = self.fresh("i")
            return [f"for (int {i} = 0; {i} < WRAP({value}) % 7; {i}++)", f"    MPI_Bcast(c->sbuf, {i} + 1, MPI_CHAR, 0, {comm});"]
        if kind == 1:
            return [f"if (WRAP({value}) % 2)", f"    MPI_Barrier({comm});", "else",
                    f"    MPI_Allreduce(c->sbuf, c->rbuf, WRAP({value}) % 50, MPI_DOUBLE, MPI_MAX, {comm});"]
        if kind == 2:
            return ["MPI_Sendrecv(c->sbuf, 1, MPI_INT, " + ring % (f"WRAP({value})", f"WRAP({value})")]
        if kind == 3:
            return [f"MPI_Reduce(c->sbuf, c->rbuf, 3, MPI_INT, MPI_SUM, WRAP({value}) % c->size, {comm});",
                    f"MPI_Bcast(c->sbuf, WRAP({value}), MPI_CHAR, WRAP({value}) % c->size, {comm});"]
        return [f"MPI_Bcast(c->sbuf, WRAP({value}), MPI_INT, 0, {comm});"]
