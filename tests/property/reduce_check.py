"""reduce_check.py - tests whether a candidate of the reducer still has the failure of the original program.

A check is an object with three methods. first(folder) returns a description of the failure, or None. again(folder) returns
whether the failure is still there. in_order(folder) returns whether the failure is real and the program itself has defined
behaviour; it is slower and called less often. A candidate is a folder of files. Must not know how candidates are made.
"""
import concurrent.futures
import glob
import hashlib
import math
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("B") or "build")
WARNINGS = ["return-type", "implicit-function-declaration", "uninitialized", "maybe-uninitialized", "int-conversion",
            "incompatible-pointer-types", "aggressive-loop-optimizations", "array-bounds", "discarded-qualifiers",
            "int-to-pointer-cast", "pointer-to-int-cast", "implicit-int"]
FILLS = (("zero", "0"), ("pattern", "190"))  # contents of uninitialised automatic variables, and of the heap


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(argv, folder, limit, env=None, cpu=0):
    """Exit code (None: not ended after `limit` seconds) and output of a command in a folder; `cpu` seconds of the processor
    are what each of its processes may use (0: any)."""
    if cpu:
        argv = ["sh", "-c", f'ulimit -t {cpu}; exec "$@"', "sh", *argv]
    with tempfile.TemporaryFile() as out, subprocess.Popen(
            argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            env=dict(os.environ, PATH=os.path.join(BUILD, "bin") + ":" + os.environ["PATH"], **(env or {}))) as child:
        try:
            code = child.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(child.pid, signal.SIGTERM)  # mpiexec then ends its processes, which are in other groups
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        out.seek(0)
        return code, out.read().decode(errors="replace")


def sources(folder):
    return sorted(os.path.basename(p) for p in glob.glob(os.path.join(folder, "*.c")))


def plain(line):
    """A message without its parts that differ between programs."""
    line = re.sub(r"'[^']*'|\"[^\"]*\"|‘[^’]*’|`[^']*'", "'…'", line)
    line = re.sub(r"\S*/\S*|\b[\w.-]+\.[ch]\b(:\d+)*", "FILE", line)
    return re.sub(r"0x[0-9a-fA-F]+|\(nil\)|\d+(\.\d+)?(e[-+]?\d+)?", "N", line).strip()


class Compiles:
    """Candidates must compile without errors, and without warnings that the original program does not have."""

    def __init__(self, flags):
        self.flags, self.allowed, self.known = [a for a in flags if not a.startswith("-l")], [], {}
        code, text = command(["mpicc", "-show"], ".", 60)  # calling the compiler directly is faster than mpicc
        self.compiler = [a for a in shlex.split(text) if not a.startswith(("-l", "-L", "-Wl"))] if code == 0 else ["mpicc"]

    def begin(self, folder):
        argv = [*self.compiler, *self.flags, *(f"-W{w}" for w in WARNINGS), "-S", "-o", os.devnull]
        runs = [command([*argv, name], folder, 60) for name in sources(folder)]
        self.allowed = sorted({w for _, text in runs for w in re.findall(r"\[-W([\w-]+)=?\]", text)} & set(WARNINGS))
        return all(code == 0 for code, _ in runs)

    def __call__(self, folder):
        """Skips files that were compiled before with equal headers."""
        argv = [*self.compiler, *self.flags, *(f"-Werror={w}" for w in WARNINGS if w not in self.allowed)]
        headers = "".join(read(folder, n) for n in sorted(os.listdir(folder)) if not n.endswith(".c"))
        for name in sources(folder):
            key = hashlib.sha256((headers + "\0" + read(folder, name)).encode(errors="replace")).hexdigest()
            if key not in self.known:
                self.known[key] = command([*argv, "-S", "-o", os.devnull, name], folder, 60)[0] == 0
            if not self.known[key]:
                return False
        return True


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
        return f.read()


class Command:
    """The failure is there if a command exits with 0. `{}` in the command stands for the sources."""

    def __init__(self, argv, flags, limit=60, compiles=True):
        self.argv, self.limit, self.compiles = argv, limit, Compiles(flags) if compiles else None

    def first(self, folder):
        if self.compiles and not self.compiles.begin(folder):
            self.compiles = None
        return "the command succeeds" if self.run(folder) else None

    def run(self, folder):
        argv = [x for a in self.argv for x in (sources(folder) if a == "{}" else [a])]
        return command(argv, folder, self.limit)[0] == 0

    def again(self, folder):
        return (not self.compiles or self.compiles(folder)) and self.run(folder)

    why = ""

    def in_order(self, folder):  # pylint: disable=unused-argument
        return True


class Verify:
    """skeletonize --verify must fail in one class, and the program itself must be correct."""

    def __init__(self, ranks, flags, options=(), limit=20, real=True):
        self.ranks, self.flags, self.options, self.limit, self.real = ranks, flags, list(options), limit, real
        self.compiles, self.kind, self.lean, self.text, self.why = Compiles(flags), None, {}, "", ""
        self.cpu, self.folder = 0, None

    def verdict(self, folder, ranks, env):
        """The class of the skeleton's failure; None if it does not fail."""
        out = tempfile.mkdtemp(prefix="reduce-out.")
        try:
            verify = ["--verify", ranks, "--verify-limit", str(self.limit)] if ranks else []
            code, text = command(["skeletonize", "-o", os.path.join(out, "skeleton"), "--quiet", *verify, *self.options,
                                  *sources(folder), "--", *self.flags], folder, 8 * self.limit + 60, {"TMPDIR": out, **env}, self.cpu)
        finally:
            shutil.rmtree(out, ignore_errors=True)
        text = "\n".join(line for line in text.splitlines() if "warning:" not in line)
        self.text = text
        return None if code == 0 else classify(code, text)

    def first(self, folder):
        if not self.compiles.begin(folder):
            return None
        self.kind = self.verdict(folder, "", {})
        if self.kind:  # without a run of any program
            self.ranks = ""
            return self.kind
        self.kind = self.verdict(folder, self.ranks, {})
        for one in self.ranks.split(",") if self.kind else ():
            if self.verdict(folder, one, {}) == self.kind:
                self.ranks = one
                break
        if self.kind:
            self.make_lean(folder)
        return self.kind

    def make_lean(self, folder):
        """Uses a faster compiler for candidates, if the failure shows with it, and limits their processor time. (Elapsed time
        would not do, since other programs use the processors.)"""
        self.folder = tempfile.TemporaryDirectory(prefix="reduce-cc.")
        fast, before = lean_compiler(self.folder.name), cpu_seconds()
        if self.verdict(folder, self.ranks, {"BSIMCC": fast}) == self.kind:
            self.lean = {"BSIMCC": fast}
        if not self.kind.endswith("has not ended"):
            self.cpu = 2 + math.ceil(2 * (cpu_seconds() - before))

    def again(self, folder):
        return self.compiles(folder) and self.verdict(folder, self.ranks, self.lean) == self.kind

    def in_order(self, folder):
        """Whether it fails with the real compiler too, passes the sanitizers, and under the real MPI its communication does not
        depend on uninitialised memory."""
        wrong = None
        if self.lean and self.verdict(folder, self.ranks, {}) != self.kind:
            wrong = "it fails otherwise with the compiler that optimises"
        elif self.real:
            wrong = well_defined(folder, self.ranks.split(",")[0] or "1", self.flags, max(30, 4 * self.limit))
        self.why = wrong.splitlines()[0][:200] if wrong else self.why
        return not wrong


LEAN = """#!/bin/sh
# A bsimcc for programs that run once: nothing is optimised, the file of each program's scratch folder is compiled once,
# and --verify does not get what it would use to tell the places of calls.
case " $* " in
*" -Wl,--wrap=MPI_"* | *sites.o.c*) exit 1 ;;
*" -c "*scratch.o.c" -o "*)
    kept={folder}/scratch
    cmp -s "$2" "$kept.c" && exec cp "$kept.o" "$4"
    {compile} "$2" -o "$4" || exit 1
    [ -f "$kept.c" ] || {{ cp "$4" "$kept.o.$$" && mv "$kept.o.$$" "$kept.o" && cp "$2" "$kept.c.$$" && mv "$kept.c.$$" "$kept.c"; }} ;;
*" -c "*) exec {compile} "$@" -O0 -w ;;
esac
exec {link} "$@" {libraries}
"""


def lean_compiler(folder):
    """Writes LEAN to a folder; returns its path."""
    def words(*argv):
        compiler = "echo " + os.environ.get("BSIM_CC", "cc")
        return shlex.split(command(["bsimcc", *argv], folder, 60, {"BSIM_CC": compiler})[1])
    compiling, linking = words("-c"), words("@objects@")
    at = linking.index("@objects@")
    for linker in ("lld", "gold"):
        if shutil.which("ld." + linker):
            linking.insert(at, "-fuse-ld=" + linker)
            at += 1
            break
    path = os.path.join(folder, "bsimcc")
    with open(path, "w", encoding="utf-8") as f:
        f.write(LEAN.format(folder=shlex.quote(folder), compile=shlex.join(w for w in compiling if w != "-g"),
                            link=shlex.join(linking[:at]), libraries=shlex.join(linking[at + 1:])))
    os.chmod(path, 0o755)
    return path


def well_defined(folder, ranks, flags, limit=60):
    """A description of an error of the program itself, or None."""
    with concurrent.futures.ThreadPoolExecutor(len(FILLS)) as pool:
        runs = list(pool.map(lambda fill: run_filled(folder, ranks, flags, limit, *fill), FILLS))
    wrong = [wrong for wrong, _ in runs if wrong]
    return wrong[0] if wrong else None if runs[0] == runs[1] else "communicates by what is not initialised"


def run_filled(folder, ranks, flags, limit, name, fill):
    """What is wrong with the program (None: nothing), and its traces, if what it does not initialise is filled."""
    out = tempfile.mkdtemp(prefix="reduce-real.")
    try:
        exe = os.path.join(out, "exe")
        code, text = command(["mpicc", "-g", *flags, "-w", "-fsanitize=address,undefined",
                              "-ftrivial-auto-var-init=" + name, *sources(folder), "-o", exe, "-lm"], folder, 300)
        if code != 0:
            return "does not build: " + text[-300:], []
        os.mkdir(os.path.join(out, "trace"))
        code, text = command(["mpiexec", "-n", ranks, exe], out, limit, {
            "LD_PRELOAD": os.path.join(BUILD, "lib", "libbsim-commtrace.so"),
            "BSIM_COMM_TRACE": os.path.join(out, "trace"),
            "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0:detect_stack_use_after_return=0:"
                            f"max_malloc_fill_size=1048576:malloc_fill_byte={fill}"})
        wrong = [line for line in text.splitlines() if "runtime error:" in line or "ERROR: AddressSanitizer" in line]
        if wrong or code != 0:
            return f"exit {code}: {(wrong or [text[-300:]])[0]}", []
        return None, [read(out, p) for p in sorted(glob.glob(os.path.join(out, "trace", "*.tsv")))]
    finally:
        shutil.rmtree(out, ignore_errors=True)


def classify(code, text):
    """The class of a failure of skeletonize --verify."""
    if code == 1 and "traces differ" in text:
        return "traces differ"
    if code is not None and code < 0:
        return f"skeletonize ends by signal {-code}"
    for words in ("the original", "the skeleton"):
        if f"verify: {words} has not ended" in text:
            return f"{words} has not ended"
        for what in ("does not build", "fails"):
            if f"verify: {words} {what}" in text:
                return f"{words} {what}: {cause(text)}"
    if code is None:
        return "skeletonize has not ended"
    return "refused: " + cause(text)


def cause(text):
    lines = [line for line in text.splitlines() if not re.search(r"errors? generated", line) and re.search(r"\berror\b|undefined|fatal|signal|assert|internal|deadlock", line, re.I)]
    return plain((lines or text.splitlines()[-1:] or [""])[0])[:160]
