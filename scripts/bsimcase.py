"""bsimcase.py - a study: its case.json, the program's original build, and runs of it.

Owns: reading and checking case.json (docs/reference/case.md), building the original with mpicc, running programs under
mpiexec or bsim with files, time limits and logs, comparing traces. Must not know the order of a prediction's steps
(predict.py), nor what bsim bench measures (benchcase.py).
"""
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class CaseError(Exception):
    """An error that a user can act on. The message says what is wrong, and where."""


def whole(least, greatest=None):
    """The kind of value that is a whole number from least to greatest."""
    what = f"a whole number from {least}" + (f" to {greatest}" if greatest is not None else " on")
    return what, lambda v: type(v) is int and v >= least and (greatest is None or v <= greatest)


# A kind of value is (what it is, test), [kind] for lists, Map(kind) for objects with any keys, or an object's kinds by key.
class Map:
    def __init__(self, kind):
        self.kind = kind


TEXT = "a text", lambda v: isinstance(v, str)
FLAG = "true or false", lambda v: isinstance(v, bool)
NUMBER = "a number", lambda v: type(v) in (int, float)
SHARE = "a share above 0 and below 1", lambda v: type(v) in (int, float) and 0 < v < 1
LEVEL = "a level of optimisation such as -O2", lambda v: isinstance(v, str) and re.fullmatch(r"-O\w+", v)
SECONDS = "a number of seconds above 0", lambda v: type(v) in (int, float) and v > 0
FACTOR = "a number of 0 or more", lambda v: type(v) in (int, float) and v >= 0
ANY = "anything", lambda v: True
RANKS = whole(1)
RUN_KEYS = {"ranks": RANKS, "args": TEXT, "set": Map(ANY), "repeat": whole(1), "platform": TEXT, "polls": FLAG, "always": FLAG,
            "published": Map(NUMBER), "columns": whole(1), "timeout_s": SECONDS, "note": TEXT, "models": TEXT, "noise": FACTOR}
RANGE = "a range as \"LOW:HIGH\"", lambda v: isinstance(v, str)
BENCH_KEYS = {"args": TEXT, "range": Map(RANGE), "set": Map(ANY), "ranks": [RANKS]}
RUNS = ("benchmark", "compare", "predict", "trace", "full", "memory")
CASE_KEYS = {
    "schema": TEXT, "about": TEXT, "fetch": TEXT, "root": TEXT, "sources": [TEXT], "cflags": [TEXT], "libs": [TEXT],
    "skeletonize": [TEXT], "hints": TEXT, "models": TEXT, "env": Map(TEXT), "files": Map([TEXT]), "exit_code": whole(0, 255),
    "expect": [{"pattern": TEXT, "in": TEXT}], "fit": [TEXT], "stack": TEXT, "bench": BENCH_KEYS,
    **{key: [RUN_KEYS] for key in RUNS}, "threshold": SHARE,
    "dperf": {"levels": [LEVEL], "shares": [{"share": SHARE, "published_rounds": whole(1)}], "runs": [RUN_KEYS],
              "repeat": whole(1), "networks": [TEXT]},
}
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # a rank has one core
NEEDED = {"root", "sources", "ranks", "pattern", "levels", "shares", "share", "runs"}  # keys that are required in each object that may have them


def cores():
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def load(name):
    """Reads and checks a case, given by its name (a folder of benchmarks/apps or benchmarks/cases) or its path."""
    tried = [name, os.path.join(name, "case.json")]
    tried += [os.path.join(ROOT, "benchmarks", d, name, "case.json") for d in ("apps", "cases")]
    path = next((p for p in tried if os.path.isfile(p)), None)
    if not path:
        known = sorted(os.path.basename(os.path.dirname(p)) for d in ("apps", "cases")
                       for p in glob.glob(os.path.join(ROOT, "benchmarks", d, "*", "case.json")))
        raise CaseError(f"there is no case {name!r}; known are: {', '.join(known)} (or give the path of a case.json)")
    case = read_json(path)
    check(path, case)
    case["name"] = os.path.basename(os.path.dirname(os.path.abspath(path)))
    case["dir"] = os.path.dirname(os.path.abspath(path))
    return case


def read_json(path):
    """The value of a JSON file. Raises CaseError if it is not JSON, or a key occurs twice in an object."""
    def members(pairs):
        keys = [key for key, _ in pairs]
        twice = [key for key in keys if keys.count(key) > 1]
        if twice:
            raise CaseError(f"{path}: the key {twice[0]!r} stands in an object twice")
        return dict(pairs)
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f, object_pairs_hook=members)
    except json.JSONDecodeError as e:
        raise CaseError(f"{path}:{e.lineno}: {e.msg}") from None
    except (OSError, ValueError, RecursionError) as e:
        raise CaseError(f"{path}: is no JSON that can be read: {e}") from None


def need(path, where, value, kind):
    """Raises unless the value at this place of the file is of the kind. An object must not have unknown keys."""
    def wrong(what):
        raise CaseError(f"{path}: {where or 'the file'} is {value!r}; {what} is wanted")

    if isinstance(kind, tuple):
        if not kind[1](value):
            wrong(kind[0])
    elif isinstance(kind, list):
        if not isinstance(value, list):
            wrong("a list")
        for i, one in enumerate(value):
            need(path, f"{where}[{i}]", one, kind[0])
    else:
        if not isinstance(value, dict):
            wrong("an object")
        prefix = f"{where}: " if where else ""
        for key, one in value.items():
            if isinstance(kind, dict) and key not in kind:
                raise CaseError(f"{path}: {prefix}unknown key {key!r}; accepted: {', '.join(sorted(kind))}")
            need(path, f"{where}.{key}" if where else key, one, kind.kind if isinstance(kind, Map) else kind[key])
        for key in sorted(NEEDED & kind.keys() - value.keys()) if isinstance(kind, dict) and kind is not BENCH_KEYS else ():
            raise CaseError(f"{path}: {prefix}{key} is missing")


def check(path, case):
    """Raises for keys that docs/reference/case.md does not know and for values of a wrong kind."""
    need(path, "", case, Map(ANY))
    if case.get("schema") != "bsim-case/1":
        raise CaseError(f'{path}: schema is {case.get("schema")!r}; "bsim-case/1" is known')
    trace = dict(RUN_KEYS, ranks=("a number of ranks, or a list of them",
                                  lambda v: all(RANKS[1](one) for one in (v if isinstance(v, list) else [v]))))
    need(path, "", case, dict(CASE_KEYS, trace=[trace]))


def memory_left():
    """The share of this host's memory that is available, 0 to 1."""
    with open("/proc/meminfo") as f:
        size = {line.split(":")[0]: int(line.split()[1]) for line in f if line.startswith("Mem")}
    return size["MemAvailable"] / size["MemTotal"]


def busy_part(seconds=0.1):
    """The share of this host's processor time that is in use now, 0 to 1."""
    def read():
        with open("/proc/stat") as f:
            times = [int(t) for t in f.readline().split()[1:9]]
        return times[3] + times[4], sum(times)
    idle, total = read()
    time.sleep(seconds)
    idle, total = read()[0] - idle, read()[1] - total
    return 1.0 - idle / total if total > 0 else 0.0


def wait(child, timeout):
    """The output of a process until it ends. Ends the process and its children if it takes too long, if it is about to
    use up this host's memory, or if this script is interrupted."""
    end = time.monotonic() + timeout
    try:
        while True:
            try:
                return child.communicate(timeout=min(0.5, max(0.01, end - time.monotonic())))[0]
            except subprocess.TimeoutExpired:
                if time.monotonic() >= end:
                    raise CaseError(f"no end after {timeout} s") from None
                if memory_left() < 0.08:
                    raise CaseError("ended, since this host's memory was running out") from None
    except BaseException:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.communicate()
        raise


class Runner:
    """Runs the commands of a case, with logs, time limits and progress. build: holds bin and lib. work: the folder of all files
    of the case (default: build/cases/NAME)."""

    def __init__(self, case, build, quiet=False, work=None):
        self.case, self.build = case, os.path.abspath(build)
        self.work = os.path.abspath(work or os.path.join(self.build, "cases", case["name"]))
        self.tty = sys.stderr.isatty() and not quiet
        self.started = time.monotonic()
        os.makedirs(os.path.join(self.work, "log"), exist_ok=True)

    def progress(self, text):
        if self.tty:
            print(f"\r\033[K{self.case['name']}: [{time.monotonic() - self.started:6.1f} s] {text}", end="",
                  file=sys.stderr, flush=True)

    def done(self):
        if self.tty:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def bin(self, name):
        return os.path.join(self.build, "bin", name)

    def lib(self, name):
        return os.path.join(self.build, "lib", name)

    def command(self, step, argv, cwd=None, env=None, timeout=600, codes=(0,), stdin=None):
        """Runs argv with the file stdin as its input. Returns its output, which also goes to log/STEP.log. Raises
        CaseError if the command fails."""
        log = os.path.join(self.work, "log", re.sub(r"[^\w.-]", "-", step) + ".log")
        full = {**os.environ, **ONE_THREAD, **(env or {})}
        whole = " ".join(shlex.quote(a) for a in argv)
        shown = whole if len(whole) <= 1000 else f"{whole[:400]} ... {whole[-400:]}"
        start = time.monotonic()
        with open(log, "w") as out, open(stdin or os.devnull, "rb") as given:
            try:
                child = subprocess.Popen(argv, cwd=cwd, env=full, stdin=given, stdout=subprocess.PIPE,
                                         stderr=out, start_new_session=True)
            except OSError as error:
                raise CaseError(f"{step}: {shown}: {error.strerror}") from None
            try:
                stdout = wait(child, timeout).decode(errors="replace")
            except CaseError as error:
                raise CaseError(f"{step}: {error}: {shown}") from None
        with open(log) as f:
            stderr = f.read()
        with open(log, "w") as f:
            f.write(f"$ {whole}\n{stdout}{stderr}exit code {child.returncode}, "
                    f"{time.monotonic() - start:.3f} s\n")
        if child.returncode not in codes:
            tail = (stdout + stderr).strip().splitlines()[-12:]
            raise CaseError(f"{step} failed (exit code {child.returncode})\n  in {cwd or os.getcwd()}\n  {shown}\n" +
                            "".join(f"  | {line[:220]}\n" for line in tail) + f"  all of its output: {log}")
        return stdout

    def expand(self, run):
        """The arguments of a run, and the values for the templates of its files."""
        values = dict({"np": run["ranks"], "root": getattr(self, "root", "")}, **run.get("set", {}))
        try:
            return [word.format(**values) for word in shlex.split(run.get("args", ""))], values
        except KeyError as e:
            raise CaseError(f"{self.case['name']}: {{{e.args[0]}}} in args {run.get('args')!r} has no value") from None

    def shown(self, run):
        """The arguments of a run for people, without the folder of the sources; its values if it has no arguments."""
        args = self.expand(dict(run, args=run.get("args", "").replace("{root}/", "")))[0]
        return " ".join(args or [f"{k}={v}" for k, v in run.get("set", {}).items()])

    def folder(self, label, run):
        """Makes a new folder to run in, with the case's files."""
        path = os.path.join(self.work, "run", label)
        os.makedirs(path, exist_ok=True)
        for old in glob.glob(os.path.join(path, "*")):
            if os.path.isfile(old):
                os.remove(old)
        for name, lines in self.case.get("files", {}).items():
            with open(os.path.join(path, name), "w") as f:
                f.write("\n".join(lines).format(**self.expand(run)[1]) + "\n")
        return path

    def codes(self):
        return (0, self.case.get("exit_code", 0))

    def mpiexec(self, label, exe, run, env=None):
        """Runs the program under real MPICH: (stdout, folder). With more ranks than cores, waiting ranks yield their
        core."""
        cwd = self.folder(label, run)
        env = dict(self.case.get("env", {}), **(env or {}))
        if run["ranks"] > (os.cpu_count() or 1):
            env["LD_PRELOAD"] = " ".join([self.lib("libbsim-yield.so"), env.get("LD_PRELOAD", "")]).strip()
        argv = ["mpiexec", "-n", str(run["ranks"]), exe] + self.expand(run)[0]
        return self.command(label, argv, cwd, env, run.get("timeout_s", 600), self.codes()), cwd

    def bsim(self, label, exe, run, options, env=None):
        """Runs the program under bsim run: (stdout, folder)."""
        cwd = self.folder(label, run)
        env = dict(self.case.get("env", {}), **(env or {}))
        argv = [self.bin("bsim"), "run", "-np", str(run["ranks"])] + options + [exe] + self.expand(run)[0]
        return self.command(label, argv, cwd, env, run.get("timeout_s", 900), self.codes()), cwd

    @staticmethod
    def shards(run):
        """Options with which bsim run uses all cores of this host, if the run has "columns"; else none."""
        if "columns" not in run:
            return []
        return ["--columns", str(run["columns"]), "--shards", str(max(1, min(cores(), run["columns"], 64)))]

    def expected(self, label, stdout, cwd):
        """Searches the output of a run with real data for the case's patterns."""
        for e in self.case.get("expect", []):
            where, text = e.get("in", "stdout"), stdout
            if where != "stdout":
                path = os.path.join(cwd, where)
                text = open(path).read() if os.path.exists(path) else ""
            if not re.search(e["pattern"], text, re.M):
                raise CaseError(f"{label}: /{e['pattern']}/ does not stand in {where} of the run in {cwd}")


def sources(runner):
    """(root folder, paths of the sources relative to it). Fetches the sources first if the case has "fetch"."""
    case = runner.case
    base = case["dir"]
    if "fetch" in case:
        out = runner.command("fetch", [os.path.join(ROOT, "scripts", case["fetch"]), runner.build], ROOT)
        base = out.strip().splitlines()[-1]
    root = os.path.normpath(os.path.join(base, case["root"]))
    files = sorted({os.path.relpath(f, root) for pattern in case["sources"]
                    for f in glob.glob(os.path.join(root, pattern), recursive=True)})
    if not files:
        raise CaseError(f"{case['name']}: {case['sources']} match no file in {root}")
    runner.root = root
    return root, files


def flags(runner, root):
    """The case's compiler flags, with values for {root}, {case} (folder of case.json) and {cases} (benchmarks/cases)."""
    values = {"root": root, "case": runner.case["dir"], "cases": os.path.join(ROOT, "benchmarks", "cases")}
    return [f.format(**values) for f in runner.case.get("cflags", ["-O2"])]


def write_commands(runner, root, files):
    """Writes compile_commands.json for the sources; returns its commands."""
    cflags = flags(runner, root)
    include = subprocess.run(["pkg-config", "--cflags-only-I", "mpich"], capture_output=True, text=True,
                             check=False).stdout.split()
    commands = [{"directory": root, "file": os.path.join(root, f),
                 "arguments": ["mpicc", *cflags, *include, "-c", os.path.join(root, f)]} for f in files]
    with open(os.path.join(runner.work, "compile_commands.json"), "w") as f:
        json.dump(commands, f, indent=1)
    return commands


def build_original(runner, root, files):
    """Compiles the program with mpicc; writes compile_commands.json; returns the executable."""
    out = os.path.join(runner.work, "original")
    cflags, commands = flags(runner, root), write_commands(runner, root, files)
    os.makedirs(out, exist_ok=True)
    headers = glob.glob(os.path.join(root, "**", "*.h"), recursive=True)
    stamp = hashlib.sha1(json.dumps([commands, runner.case.get("libs", [])]).encode()).hexdigest()[:12]
    newest = max([os.path.getmtime(h) for h in headers] or [0])
    exe = os.path.join(out, runner.case["name"])

    def compile_one(path):
        obj = os.path.join(out, stamp, path.replace("/", "__")[:-2] + ".o")
        os.makedirs(os.path.dirname(obj), exist_ok=True)
        if not os.path.exists(obj) or os.path.getmtime(obj) < max(newest, os.path.getmtime(os.path.join(root, path))):
            runner.command("compile-" + path, ["mpicc", *cflags, "-c", os.path.join(root, path), "-o", obj], root)
        return obj

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, files))
    if not os.path.exists(exe) or any(os.path.getmtime(o) > os.path.getmtime(exe) for o in objects):
        runner.command("link", ["mpicc", "-o", exe, *objects, *runner.case.get("libs", [])], root)
    return exe


def write_skeleton(runner, root, mode, out, more=()):
    """Runs skeletonize (mode: "", --instrument or --full; more options), which writes into the folder out."""
    hints = runner.case.get("hints")
    argv = [runner.bin("skeletonize"), "-p", runner.work, "-o", out] + ([mode] if mode else []) + list(more)
    argv += ["--hints", os.path.join(runner.case["dir"], hints)] if hints and mode != "--full" else []
    runner.command("skeletonize-" + (mode.lstrip("-") or "skeleton"), argv + runner.case.get("skeletonize", []), root, timeout=1800)


def build_skeleton(runner, mode, out, more=()):
    """Builds what write_skeleton has written (more: targets and variables of make); returns the executable."""
    runner.command("build-" + (mode.lstrip("-") or "skeleton"), [
        "make", "-C", out, f"BSIMCC={runner.bin('bsimcc')}",
        f"LIBS={' '.join(shlex.quote(lib).replace('$', '$$') for lib in runner.case.get('libs', []))}", *more], timeout=1200)
    return os.path.join(out, "skeleton")


def skeletonize(runner, root, mode, out, more=()):
    """Both; returns the executable."""
    write_skeleton(runner, root, mode, out, more)
    return build_skeleton(runner, mode, out)


def compare_traces(first, second, ranks):
    """Compares rank-R.tsv of two folders: None if they are equal for all ranks and not empty, else the first difference."""
    calls = 0
    for rank in range(ranks):
        lines = []
        for folder in (first, second):
            path = os.path.join(folder, f"rank-{rank}.tsv")
            if not os.path.exists(path):
                return f"{path} is missing"
            with open(path) as f:
                lines.append(f.read().splitlines())
        for i, (a, b) in enumerate(zip(*lines)):
            if a != b:
                return f"rank {rank}, call {i + 1}: {a.split()} in {first}, {b.split()} in {second}"
        if len(lines[0]) != len(lines[1]):
            return f"rank {rank}: {len(lines[0])} calls in {first}, {len(lines[1])} in {second}"
        calls += len(lines[0])
    return None if calls else f"no rank makes a communication call, neither in {first} nor in {second}"
