"""judge.py - runs skeletonize on a program of combinations: traces are equal, or it finds the combinations that are wrong.

Must not know what the combinations test.
"""
import collections
import os
import re
import shutil
import subprocess
import tempfile

import combos

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("B") or "build")
RANKS = 2
MARK = "MPI_Send\tnull\t1"  # beginning of the trace lines that announce a combination (messages to MPI_PROC_NULL)
PLATFORM = """{"schema": "bsim-platform/1", "name": "matrix", "provenance": "Any machine will do: the order of calls counts.",
 "nodes": 64, "cores_per_node": 1, "network": {"model": "simple", "latency": "1us", "bandwidth": "1GB/s"}}
"""
SINGLES = 100  # most combinations that are run alone; further failures are found from their part of the trace
Verdict = collections.namedtuple("Verdict", "kind text suspects", defaults=[()])  # kind: differs, skeleton, original, crash, hang, refused


class Broken(Exception):
    """A combination is wrong in itself, whatever skeletonize does with it."""


def command(argv, limit, env=None, cwd=None):
    """Exit code and output of a command. None if it takes more than `limit` seconds; its processes are then ended."""
    with tempfile.TemporaryFile() as out, subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True, cwd=cwd,
            env=dict(os.environ, PATH=os.path.join(BUILD, "bin") + ":" + os.environ["PATH"], **(env or {}))) as child:
        try:
            code = child.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(child.pid, 15)  # mpiexec then ends its processes, which are in other groups
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, 9)
                child.wait()
        out.seek(0)
        return code, out.read().decode(errors="replace")


def verify(sources, out, flags=(), options=(), limit=20):
    """None if the skeleton communicates like the original, else a Verdict."""
    argv = ["skeletonize", "-o", out, "--quiet", "--verify", ",".join(str(n + 1) for n in range(RANKS)), "--verify-limit",
            str(limit), *options, *sources, "--", "-O1", *flags]
    code, text = command(argv, 8 * limit + 120)
    text = "\n".join(line for line in text.splitlines() if "warning:" not in line)
    if code == 0 and "no communication call to compare" in text:
        return Verdict("empty", "neither program communicates")
    if code == 0:
        return None
    if code == 1 and "traces differ" in text:
        return Verdict("differs", " / ".join(line.strip() for line in text[text.index("traces differ"):].splitlines()[:3]))
    if code is None or "has not ended with" in text:
        return Verdict("hang", "no end: " + short(text))
    if code < 0:
        return Verdict("crash", f"skeletonize ends by signal {-code}: {short(text)}")
    for kind, words in (("original", "the original"), ("skeleton", "the skeleton")):
        if f"verify: {words} does not build" in text:
            return Verdict(kind, f"{words} does not compile: {short(text)}")
        if f"verify: {words} fails" in text:
            return Verdict("crash", f"{words} fails: {short(text)}")
    return Verdict("refused", short(text))


def short(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wrong = [line for line in lines if re.search(r"error|undefined|fatal|signal|assert", line)] or lines[-1:]
    return re.sub(r"/\S*/", "", " / ".join(wrong[:2]))[:300]


class Judge:
    """Judges programs below the folder `work`; programs that fail stay in the folder `kept`."""

    def __init__(self, work, kept):
        self.work, self.kept, self.runs, self.singles = work, kept, 0, 0
        self.platform = os.path.join(work, "platform.json")
        os.makedirs(work, exist_ok=True)
        with open(self.platform, "w") as f:
            f.write(PLATFORM)

    def folder(self):
        return tempfile.mkdtemp(dir=self.work)

    def run(self, chosen, numbers):
        """The verdict on a program of these combinations."""
        self.runs += 1
        mine = self.folder()
        sources = combos.write(combos.program(chosen, numbers=numbers), os.path.join(mine, "src"))
        verdict = verify(sources, os.path.join(mine, "skeleton"), chosen[0].flags)
        if verdict and len(chosen) > 1:
            verdict = verdict._replace(suspects=self.suspects(verdict, mine, chosen, numbers))
        shutil.rmtree(mine)
        return verdict

    def bad(self, chosen, numbers=None):
        """(combinations, verdict) for each failure: single combinations, or several that fail only together."""
        numbers = numbers or list(range(len(chosen)))
        verdict = self.run(chosen, numbers)
        if not verdict or len(chosen) == 1:
            return [([chosen[0]], verdict)] if verdict else []
        named = [(c, n) for c, n in zip(chosen, numbers) if n in verdict.suspects]
        found = [(c, n, v) for c, n in named for v in [self.alone(c, n, verdict)] if v]
        if not found:
            middle = len(chosen) // 2
            found = self.bad(chosen[:middle], numbers[:middle]) + self.bad(chosen[middle:], numbers[middle:])
            return found or [(list(chosen), verdict)]
        gone = {n for _, n, _ in found}
        rest = [(c, n) for c, n in zip(chosen, numbers) if n not in gone]
        found = [([c], v) for c, n, v in found]
        if rest and verdict.kind != "differs":  # if traces differ, the rest is known to be equal
            found += self.bad(*zip(*rest))
        return found

    def alone(self, combo, number, verdict):
        """The verdict on a combination of a program that fails. If there are many, taken from its part of the trace."""
        self.singles += 1
        if self.singles > SINGLES and verdict.kind == "differs":
            return verdict._replace(text="traces differ (not run alone: too many failures)")
        return self.run([combo], [number])

    def suspects(self, verdict, folder, chosen, numbers):
        """The numbers of the combinations that seem to be the cause."""
        if verdict.kind != "differs":
            return {int(n) for n in re.findall(r"\b[A-Za-z]\w*?(\d+)\b", verdict.text)}
        sources = [os.path.join(folder, "src", n) for n in sorted(os.listdir(os.path.join(folder, "src"))) if n.endswith(".c")]
        try:
            full = self.simulated(os.path.join(folder, "full"), sources, chosen[0].flags)
            skeleton = self.simulated(os.path.join(folder, "skeleton"))
        except Broken:
            return set()
        return {n for n in numbers if full.get(n) != skeleton.get(n)}

    def simulated(self, out, sources=(), flags=()):
        """The trace, by combination, of a program that skeletonize has written or now writes with --full."""
        if sources:
            code, text = command(["skeletonize", "--full", "-o", out, "--quiet", *sources, "--", "-O1", *flags], 120)
            if code != 0:
                raise Broken(short(text))
        code, text = command(["make", "-s", "-C", out], 120)
        if code != 0:
            raise Broken(short(text))
        traces = os.path.join(out, "trace")
        code, text = command(["bsim", "run", "-np", str(RANKS), "--platform", self.platform, "--comm-trace", traces, "--quiet",
                              os.path.join(out, "skeleton")], 20)
        if code != 0:
            raise Broken("no end" if code is None else short(text))
        return by_combination(traces)

    def real(self, sources, out, flags, sanitized):
        """The trace, by combination, of a program under the real MPI. Raises Broken if the program fails."""
        exe = os.path.join(out, "sanitized" if sanitized else "real")
        os.makedirs(exe + "-trace", exist_ok=True)
        wanted = ["-g", "-fsanitize=address,undefined"] if sanitized else []
        code, text = command(["mpicc", "-O1", "-w", *flags, *wanted, *sources, "-o", exe], 300)
        if code != 0:
            raise Broken("mpicc: " + short(text))
        code, text = command(["mpiexec", "-n", str(RANKS), exe], 60, {
            "LD_PRELOAD": os.path.join(BUILD, "lib", "libbsim-commtrace.so"), "BSIM_COMM_TRACE": exe + "-trace",
            "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0:detect_stack_use_after_return=0"}, out)
        wrong = [line for line in text.splitlines() if "runtime error:" in line or "ERROR: AddressSanitizer" in line]
        if wrong or code != 0:
            raise Broken(f"the program itself: exit {code}: {short((wrong or [text])[0])}")
        return by_combination(exe + "-trace")

    def validate(self, chosen):
        """Problems of the combinations themselves: (combination, what) for each."""
        mine, found, traces = self.folder(), [], {}
        for mutated in (False, True):
            folder = os.path.join(mine, "mutant" if mutated else "original")
            sources = combos.write(combos.program(chosen, mutated), os.path.join(folder, "src"))
            try:
                if not mutated:
                    self.real(sources, folder, chosen[0].flags, True)
                # A sanitizer's qsort makes calls of its own: traces are those of a plain build.
                traces[mutated] = self.real(sources, folder, chosen[0].flags, False)
            except Broken as error:
                shutil.rmtree(mine)
                if len(chosen) == 1:
                    return [(chosen[0], ("mutant: " if mutated else "") + str(error))]
                middle = len(chosen) // 2
                return self.validate(chosen[:middle]) + self.validate(chosen[middle:])
        for n, combo in enumerate(chosen):
            n = n if len(chosen) > 1 else -1
            if not traces[False].get(n):
                found.append((combo, "it does not communicate"))
            elif (traces[False].get(n) == traces[True].get(n)) != combo.same:
                found.append((combo, "its effect changes nothing" if not combo.same else "what must not matter does"))
        shutil.rmtree(mine)
        return found + self.compare_full(list(enumerate(chosen)), traces[False])

    def compare_full(self, numbered, real):
        """Combinations whose --full program communicates differently than under MPICH: (combination, what)."""
        numbers, chosen = zip(*numbered)
        mine = self.folder()
        sources = combos.write(combos.program(chosen, numbers=numbers), os.path.join(mine, "src"))
        try:
            full = self.simulated(os.path.join(mine, "full"), sources, chosen[0].flags)
        except Broken as error:
            if len(chosen) == 1:
                return [(chosen[0], f"--full: {error}")]
            middle = len(numbered) // 2
            return self.compare_full(numbered[:middle], real) + self.compare_full(numbered[middle:], real)
        finally:
            shutil.rmtree(mine)
        if len(chosen) == 1:
            full, real = {numbers[0]: plain(sum(full.values(), []))}, {n: plain(lines) for n, lines in real.items()}
        return [(c, "--full communicates unlike the program under MPICH") for n, c in numbered
                if n in real and sorted(full.get(n, [])) != sorted(real[n])]

    def keep(self, chosen, verdict):
        """Keeps the program of one failure; returns its folder."""
        folder = os.path.join(self.kept, re.sub(r"\W+", "-", chosen[0].name) + ("-and-others" if len(chosen) > 1 else ""))
        combos.write(combos.program(chosen), folder)
        with open(os.path.join(folder, "verdict.txt"), "w") as f:
            f.write("".join(c.name + "\n" for c in chosen) + f"flags: {' '.join(chosen[0].flags)}\n{verdict.kind}: {verdict.text}\n")
        return folder


def plain(lines):
    """A trace without the parts that depend on other combinations: announcements, numbers of communicators."""
    return [(rank, re.sub(r"world\.\d+", "world.N", line)) for rank, line in lines if MARK not in line]


def by_combination(folder):
    """Splits the traces of all ranks at the messages that announce combinations: number -> lines."""
    found = {}
    for rank in range(RANKS):
        path, number = os.path.join(folder, f"rank-{rank}.tsv"), -1
        if not os.path.exists(path):
            continue
        with open(path) as f:
            for line in f:
                mark = re.match(r"MPI_Send\tnull\t(1\d\d\d)\t0\t", line)
                number = int(mark[1]) - combos.FIRST_TAG if mark else number
                found.setdefault(number, []).append((rank, line))
    return found
