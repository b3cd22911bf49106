"""gen_state.py - programs in which numbers go through hidden state (gen_state_files.py, gen_state_library.py) and then decide messages,
beside others that decide nothing."""
import random
import re

import gen_state_files as files
import gen_state_library as library

HEADERS = """arpa/inet.h assert.h ctype.h dirent.h errno.h fcntl.h fenv.h glob.h langinfo.h libintl.h limits.h locale.h math.h
netinet/in.h getopt.h omp.h poll.h pthread.h pwd.h search.h semaphore.h setjmp.h signal.h stdarg.h stdint.h stdio.h stdlib.h string.h sys/eventfd.h
sys/ioctl.h sys/ipc.h sys/mman.h sys/prctl.h sys/resource.h sys/shm.h sys/socket.h sys/stat.h sys/time.h sys/types.h sys/uio.h sys/wait.h
syslog.h time.h unistd.h utime.h wchar.h wctype.h mpi.h""".split()


class Channel:
    """One use: functions put and get, and what goes before them."""

    def __init__(self, name, top, put, get, first="", alone=False, one=False):
        self.name, self.top, self.put, self.get, self.first, self.alone, self.one = name, top, put, get, first, alone, one


def named(r, k, ways):
    """Two functions that give the name of file k, each in its own way."""
    tops, calls, used = [], [], []
    text = f"d-{k}.dat"
    both = [r.choice(ways), r.choice(ways)]
    if "element of argv" in both:  # the user gives no name that the program makes
        both = ["element of argv"] * 2
    for side, way in zip("wr", both):
        body = files.NAMES[way].replace("$t", text).replace("$k", str(k)).replace("$l", str(len(text)))
        tops.append(f"static const char *name_{k}{side}(void)\n{{\n" + indent(body) + "}\n")
        calls.append(f"name_{k}{side}()")
        used.append(way)
    return "".join(tops), calls, used


def file_channel(r, k, wanted):
    """The number is in a file, or is how long the file is, or how many there are."""
    pick = lambda table: wanted.get(id(table)) or r.choice(list(table))
    ways = [wanted["name"]] if "name" in wanted else list(files.NAMES)
    if wanted.get("name") and r.random() < 0.6:
        ways.append(r.choice(["constant", "sprintf"]))
    kind = wanted.get("kind") or r.choice(["text", "text", "text", "early", "size", "count"])
    top, first = "", ""
    if kind == "count":
        base = f"n{k}"
        name = f"count_{k}(i)"
        top = f'static const char *count_{k}(int i)\n{{\n    static char t[40];\n    snprintf(t, sizeof t, "{base}-%d", i);\n    return t;\n}}\n'
        writer, reader = pick(files.COUNT_WRITERS), pick(files.COUNT_READERS)
        put = "for (int i = 0; i < $v; i++) {\n" + indent(files.COUNT_WRITERS[writer]) + "}"
        put, get = put.replace("$f", name), files.COUNT_READERS[reader].replace("$f", name).replace("$b", base)
        return Channel(f"count: {writer} / {reader}", top, put, get, alone=True)
    names, (w, q), used = named(r, k, ways)
    top += names
    if kind == "early":
        reader = pick(files.EARLY_READERS)
        writer = r.choice(files.KEEPS_FILE)
        first, get, more = files.EARLY_READERS[reader]
        top += more
        first = first.replace("$p", q)
    elif kind == "size":
        writer, reader = pick(files.SIZE_WRITERS), pick(files.SIZE_READERS)
        get = files.SIZE_READERS[reader]
    else:
        writer, reader = pick(files.TEXT_WRITERS), pick(files.TEXT_READERS)
        get = files.TEXT_READERS[reader]
    put = (files.SIZE_WRITERS if kind == "size" else files.TEXT_WRITERS)[writer]
    top += files.TEXT_TOPS.get(writer, "")
    return Channel(f"{kind}: {writer} / {reader} ({used[0]}, {used[1]})", top, put.replace("$p", w), get.replace("$p", q), first, True,
                   "std" in writer + reader or "printf" == writer[-6:] and writer != "fprintf")


def library_channel(r, name):
    table = next(t for t in (library.CHANNELS, library.MPI, library.REFUSED) if name in t)
    top, put, get = table[name]
    return Channel(name, top, put, get, alone=r.random() < 0.3 or table is library.CHANNELS and bool(re.search(r'open\("|mkdir|symlink', put)), one=name in library.ONE)


def indent(text, by=4):
    return "".join((" " * by + line if line else "") + "\n" for line in text.split("\n"))


class Program:
    def __init__(self, seed, channels=(), plain=False):
        """channels: what file_channel or library_channel is told; else random ones."""
        self.r = r = random.Random(seed)
        self.tops, self.before, self.after, self.used = [], [], [], []
        self.plain = plain
        uses = list(channels) or [self.choose() for _ in range(r.choice([1, 1, 2, 3]))]
        decoys = [] if plain else [r.choice(uses) if r.random() < 0.6 else self.choose() for _ in range(r.choice([0, 1, 2]))]
        self.k = 0
        ones = set()
        steps = [(u, True) for u in uses if not (self.is_one(u) and (self.family(u) in ones or ones.add(self.family(u))))]
        late = []
        for use, _ in steps:
            late.append(self.channel(use, True))
        early = [self.channel(d, False) for d in decoys if not (self.is_one(d) and ones)]
        puts = [c[0] for c in early] + [c[0] for c in late]
        if not any(c[2].one for c in early + late):
            r.shuffle(puts)
            gets = [c[1] for c in early + late]
            r.shuffle(gets)
            self.lines = puts + gets
        else:  # one after the other
            self.lines = [x for c in early + late for x in c[:2]]

    def choose(self):
        kind = self.r.random()
        if kind < 0.4:
            return {}
        return self.r.choice(list(library.CHANNELS if kind < 0.8 else library.MPI))

    def is_one(self, use):
        return isinstance(use, str) and use in library.ONE

    def family(self, use):
        return use.split()[0]

    def channel(self, use, decides):
        """Writes the functions of a use; returns its two steps in main()."""
        r, k = self.r, self.k
        self.k += 1
        c = library_channel(r, use) if isinstance(use, str) else file_channel(r, k, use)
        self.used.append(("" if decides else "not: ") + c.name)
        sub = lambda text: text.replace("@", f"_{k}")
        value = r.randint(1, 8)
        put, get = sub(c.put), sub(c.get)
        top = sub(c.top)
        if "kept_" in put or "kept_" in get:
            top = f"static volatile int kept_{k};\n" + top
        put = re.sub(r"\$v\b", "v", put)
        get = get.replace("$to", "to")
        first = sub(c.first)
        way = 0 if self.plain else r.randrange(4)
        get = get.replace("&to", "&to") + "\nreturn to < 0 || to > 60 ? 60 : to;"
        top += f"static void put_{k}(int v)\n{{\n" + indent(put) + "}\n"
        top += f"static int get_{k}(void)\n{{\n    int to = 0;\n" + indent(get) + "}\n"
        if first:
            top += f"static void first_{k}(void)\n{{\n" + indent(first) + "}\n"
        self.tops.append(top)
        number = f"base + {value}"
        puts = [f"first_{k}();"] if first else []
        puts += [f"put_{k}({number});"]
        gets = [[f"n[{k}] = get_{k}();"],
                [f"struct answer a = {{0, 0.5}};", f"a.n = get_{k}();", "struct answer b;", "memcpy(&b, &a, sizeof b);", f"n[{k}] = b.n;"],
                [f"int (*f)(void) = get_{k};", f"int *p = &n[{k}];", "*p = f();"],
                ["char text[20];", f'snprintf(text, sizeof text, "%d", get_{k}());', f"n[{k}] = atoi(text);"]][way]
        if c.alone:
            puts = ["if (rank == 0) {"] + ["    " + x for x in puts] + ["}"]
            gets = ["if (rank == 0) {"] + ["    " + x for x in gets] + ["}"]
            if decides:
                gets.append(f"MPI_Bcast(&n[{k}], 1, MPI_INT, 0, MPI_COMM_WORLD);")
        if not decides:
            gets.append(f"sum += n[{k}] * 0.5;")
        else:
            gets += r.choice([[f"MPI_Sendrecv(v, n[{k}], MPI_DOUBLE, 1 - rank, {k}, v + 64, 64, MPI_DOUBLE, 1 - rank, {k}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"],
                              [f"for (int i = 0; i < n[{k}]; i++)", f"    MPI_Sendrecv(v, 1, MPI_DOUBLE, 1 - rank, {k}, v + 64, 64, MPI_DOUBLE, 1 - rank, {k}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"],
                              [f"MPI_Send(v, n[{k}], MPI_DOUBLE, 1 - rank, {k}, MPI_COMM_WORLD);", f"MPI_Recv(v, 64, MPI_DOUBLE, 1 - rank, {k}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"]])
        return ["{"] + ["    " + x for x in puts] + ["}"], ["{"] + ["    " + x for x in gets] + ["}"], c

    def text(self):
        body = "".join("    " + line + "\n" for step in self.lines for line in step)
        includes = "".join(f"#include <{h}>\n" for h in HEADERS)
        return (f"/* {'; '.join(self.used)} */\n{includes}\nstruct answer {{\n    int n;\n    double weight;\n}};\nstatic int rank;\nstatic char **words;\n\n"
                + "\n".join(self.tops) +
                f"""
int main(int argc, char **argv)
{{
    int n[{self.k}] = {{0}}, base;
    double v[128] = {{0}}, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    words = argv + 2;
    base = atoi(argv[1]);
{body}    for (int i = 0; i < 128; i++)
        sum += v[i];
    if (sum < 0)
        fprintf(stderr, "%g\\n", sum);
    MPI_Finalize();
    return 0;
}}
""")
