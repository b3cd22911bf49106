#!/usr/bin/env python3
"""conformance.py - MPICH's own test lists on simulated ranks, beside real MPICH: make conformance [ONLY=folder,...].

Fetches MPICH's sources, configures their test suite, and builds each listed program twice: for MPICH and for the runtime. Each
line of the lists is run under both, with its number of ranks and arguments. A test passes as the suite's own runtests says: exit
code 0 and "No Errors", or for tests of errors an exit code that is not 0. Writes BUILD/conformance/results.tsv and prints a table
by folder, and each test that MPICH passes and the runtime does not, with its reason. Results of earlier calls are kept: only the
named folders (or FOLDER/PROGRAM) are run again, and what real MPICH said is not asked again. Exits with 1 if a test is wrong or
does not end.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import bsimcase  # noqa: E402

FOLDERS = ["attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "io", "mpi_t", "part", "pt2pt", "rma", "topo"]
LIMIT_S = 180         # of a run, as of runtests; times the ranks divided by 8; a list may ask for more
MOST_MEMORY_GB = 8    # lists say how much memory a test needs where it is much
REASONS = ("refused", "wrong", "hangs")
Test = collections.namedtuple("Test", "folder program ranks args env result limit memory")


def sh(command, limit=600, **more):
    """(exit code or None, output)"""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             start_new_session=True, **more)
    try:
        text = bsimcase.wait(child, limit)
    except bsimcase.CaseError as error:
        return None, str(error)
    return child.returncode, text.decode(errors="replace")


class Suite:
    """The configured suite, and the programs that are built of it."""

    def __init__(self, build):
        self.build = build
        self.work = os.path.join(build, "conformance")
        out = subprocess.run([os.path.join(ROOT, "scripts", "fetch-source"), "mpich", build], stdout=subprocess.PIPE, check=True)
        self.source = os.path.join(out.stdout.decode().strip().splitlines()[-1], "test", "mpi")
        self.made = os.path.join(self.work, "suite")
        self.configure()
        self.flags = [f"-I{self.made}/include", f"-I{self.source}/include", f"-I{self.source}/dtpools/include",
                      f"-I{self.made}/dtpools/include", "-DHAVE_CONFIG_H", "-O1", "-w"]
        self.recipes = {}
        self.bsimcc = os.path.join(build, "bin", "bsimcc")

    def configure(self):
        if os.path.exists(os.path.join(self.made, "include", "mpitestconf.h")):
            return
        shutil.rmtree(self.made, ignore_errors=True)
        os.makedirs(self.made)
        code, text = sh([os.path.join(self.source, "configure"), "--disable-fortran", "--disable-cxx", "--disable-spawn",
                         "CC=mpicc.mpich", "MPICC=mpicc.mpich"], cwd=self.made)
        if code != 0:
            sys.exit(f"conformance: MPICH's test suite cannot be configured: {text.splitlines()[-1:]}")

    def listed(self, folder):
        for name in ("testlist", "testlist.dtp"):
            path = next((p for p in (os.path.join(top, folder, name) for top in (self.made, self.source))
                         if os.path.exists(p)), None)
            if path is None:
                continue
            with open(path) as f:
                for line in f:
                    test = self.parse(folder, line)
                    if test:
                        yield test

    @staticmethod
    def parse(folder, line):
        words = line.split()
        if len(words) < 2 or line.startswith("#") or not words[1].isdigit():
            return None
        keys = collections.defaultdict(list)
        for word in words[2:]:
            key, _, value = word.partition("=")
            keys[key].append(value)
        return Test(folder, words[0], int(words[1]), tuple(keys["arg"]), tuple(keys["env"]),
                    (keys["resultTest"] or [""])[0], int((keys["timeLimit"] or ["0"])[0]), float((keys["mem"] or ["0"])[0]))

    def recipe(self, folder):
        """Sources and flags of the programs of a folder that are not made of one source with their name."""
        if folder not in self.recipes:
            with open(os.path.join(self.source, folder, "Makefile.am")) as f:
                text = f.read().replace("\\\n", " ")
            sources = dict(re.findall(r"^(\w+)_SOURCES\s*=\s*(.*)$", text, re.M))
            flags = dict(re.findall(r"^(\w+)_CPPFLAGS\s*=\s*(.*)$", text, re.M))
            self.recipes[folder] = (sources, flags)
        return self.recipes[folder]

    def compile(self, compiler, source, out, flags):
        if os.path.exists(out) and os.path.getmtime(out) >= os.path.getmtime(source):
            return ""
        os.makedirs(os.path.dirname(out), exist_ok=True)
        code, text = sh([*compiler, "-c", "-o", out, *flags, source])
        return "" if code == 0 else text

    def private(self, sources, flags, out):
        """skeletonize --full: equal programs, but each rank has its own static data. (folder of the result, why there is none)"""
        made = os.path.join(out, "Makefile")
        newest = max(os.path.getmtime(p) for p in [*sources, os.path.join(self.build, "bin", "skeletonize")])
        if os.path.exists(made) and os.path.getmtime(made) >= newest:
            return ""
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(os.path.dirname(out), exist_ok=True)
        code, text = sh([os.path.join(self.build, "bin", "skeletonize"), "--full", "-o", out, *sources, "--", *flags])
        return "" if code == 0 else text

    def objects(self, out, flags, without):
        """Compiles the result of private(). `without`: files that are left out."""
        with open(os.path.join(out, "Makefile")) as f:
            text = f.read().replace("\\\n", " ")
        names = re.search(r"^SOURCES = (.*)$", text, re.M).group(1).split()
        found = []
        for name in names:
            if name in without:
                continue
            target = os.path.join(out, name[:-2] + ".o")
            text = self.compile([self.bsimcc], os.path.join(out, name), target, [f"-I{out}/include", *flags])
            if text:
                return [], "the result of skeletonize --full does not compile: " + text
            found.append(target)
        return found, ""

    def helpers(self):
        """The objects of what all programs use: for MPICH, and for the runtime."""
        folder = os.path.join(self.work, "helpers")
        os.makedirs(folder, exist_ok=True)
        main = os.path.join(folder, "main.c")
        if not os.path.exists(main):
            with open(main, "w") as f:
                f.write("int main(void) {\n    return 0;\n}\n")
        sources = [f"{self.source}/util/{name}.c" for name in ("mtest", "mtest_common", "mtest_single", "dtypes")]
        sources += sorted(glob.glob(f"{self.source}/dtpools/src/*.c"))
        real = []
        for source in sources:
            real.append(os.path.join(folder, "mpich", os.path.basename(source)[:-2] + ".o"))
            text = self.compile(["mpicc.mpich"], source, real[-1], self.flags)
            if text:
                sys.exit(f"conformance: {source} does not compile: {text}")
        # What the runtime lacks is left out of the helpers by the suite's own switch.
        out, flags = os.path.join(folder, "bsim"), self.flags
        why = self.private([main, *sources], flags, out)
        if "MPI_Win" in why:
            lesser = os.path.join(folder, "include")
            os.makedirs(lesser, exist_ok=True)
            with open(os.path.join(self.made, "include", "mpitestconf.h")) as f:
                text = f.read().replace("#define HAVE_MPI_WIN_CREATE 1", "")
            with open(os.path.join(lesser, "mpitestconf.h"), "w") as f:
                f.write(text)
            flags = [f"-I{lesser}", *flags]
            why = self.private([main, *sources], flags, out)
        if why:
            sys.exit(f"conformance: the suite's helpers: {why}")
        simulated, why = self.objects(out, flags, ("bsim_blocks.c", "main.c", "helpers/main.c"))
        if why:
            sys.exit(f"conformance: the suite's helpers: {why}")
        return real, [o for o in simulated if not o.endswith("/main.o")]

    def link(self, side, command, folder, name, objects, parts):
        exe = os.path.join(self.work, side, folder, name)
        newest = max(os.path.getmtime(p) for p in [*objects, *parts])
        if os.path.exists(exe) and os.path.getmtime(exe) >= newest:
            return exe, ""
        os.makedirs(os.path.dirname(exe), exist_ok=True)
        code, text = sh([*command, "-o", exe, *objects, "-lm", "-lpthread"], env=dict(os.environ, BSIM_MISSING="stop"))
        return (exe, "") if code == 0 else (None, "does not link: " + " | ".join(text.splitlines()[-3:]))

    def program(self, folder, name, helpers):
        """(program for MPICH, program for the runtime, why one of them does not exist)"""
        sources, flags = self.recipe(folder)
        own = [os.path.normpath(os.path.join(self.source, folder, w)) for w in sources.get(name, name + ".c").split() if w.endswith(".c")]
        more = [w for w in flags.get(name, "").split() if w.startswith("-D")]
        more = [*more, "-I" + os.path.join(self.source, folder), *self.flags]
        missing = [path for path in own if not os.path.exists(path)]
        if missing:
            return None, None, f"{missing[0]} does not exist"
        objects = []
        for path in own:
            objects.append(os.path.join(self.work, "objects", folder, name + "." + os.path.basename(path)[:-2] + ".o"))
            text = self.compile(["mpicc.mpich"], path, objects[-1], more)
            if text:
                return None, None, "does not compile: " + (re.findall(r"error: .*", text) or text.splitlines()[-1:])[0]
        real, why = self.link("mpich", ["mpicc.mpich"], folder, name, objects + helpers[0], [])
        if why:
            return None, None, why
        out = os.path.join(self.work, "full", folder, name)
        why = self.private(own, more, out)
        if why:
            return real, None, why
        objects, why = self.objects(out, more, ())
        if why:
            return real, None, why
        return real, *self.link("bsim", [self.bsimcc], folder, name, objects + helpers[1],
                                [f"{self.build}/lib/liblmpi.a", f"{self.build}/lib/libbsim.a"])


def passes(test, code, text):
    if test.result in ("TestStatus", "TestErrFatal"):
        return code not in (None, 0) and not re.search(r"no errors", text, re.I)
    if test.result == "TestStatusNoErrors":
        return code not in (None, 0) and bool(re.search(r"no errors", text, re.I))
    return code == 0 and bool(re.search(r"no errors", text, re.I))


def reason(text):
    """The line that says best what is wrong."""
    lines = [line for line in text.splitlines() if line.strip()]
    for pattern in (r"bsim: error|deadlock|Assertion", r"(?i)error|fail|expected|should"):
        for line in lines:
            if re.search(pattern, line) and not re.match(r"\s*Found \d+ errors", line):
                return line.strip()[:240]
    return (lines[-1] if lines else "no output")[:240]


def key_of(test):
    return " ".join([f"{test.folder}/{test.program}", str(test.ranks), *test.args])


class Runner:
    def __init__(self, suite, old):
        self.suite, self.old = suite, old
        self.helpers = suite.helpers()
        self.bin = os.path.join(suite.build, "bin")
        with open(os.path.join(ROOT, "tests", "diff", "platform.json")) as f:
            text = f.read().replace('"cores_per_node": 64', '"cores_per_node": 128')
        self.platform = os.path.join(suite.work, "platform.json")
        with open(self.platform, "w") as f:
            f.write(text)
        self.locks = collections.defaultdict(threading.Lock)

    def run(self, test, number):
        if test.memory > MOST_MEMORY_GB:
            return ("skipped", "", f"the list says that it needs {test.memory} GB of memory")
        with self.locks[test.folder, test.program]:
            real, simulated, why = self.suite.program(test.folder, test.program, self.helpers)
        if not real:
            return ("not built", "", why)
        folder = os.path.join(self.suite.work, "runs", f"{test.folder}.{number}")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        try:
            return (self.real(test, real, folder), *self.simulated(test, simulated, why, folder))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def limits(test):
        """Seconds, and the environment."""
        return (max(test.limit, LIMIT_S) * max(1, test.ranks // 8), dict(os.environ, **dict(e.split("=", 1) for e in test.env if "=" in e)))

    def real(self, test, program, folder):
        old = self.old.get(key_of(test), ("",))[0]
        if old in ("pass", "fails", "no end"):
            return old
        limit, env = self.limits(test)
        code, text = sh(["mpiexec.mpich", "-n", str(test.ranks), "-env", "LD_PRELOAD", f"{self.suite.build}/lib/libbsim-yield.so",
                         program, *test.args], limit, cwd=folder, env=env)
        return "pass" if passes(test, code, text) else "no end" if code is None else "fails"

    def simulated(self, test, program, why, folder):
        if program:
            limit, env = self.limits(test)
            limit *= min(test.ranks, os.cpu_count() or 1) # the ranks share one core; MPICH's processes have all of them
            code, why = sh([os.path.join(self.bin, "bsim"), "run", "-np", str(test.ranks), "--platform",
                            self.platform, "-q", program, *test.args], limit, cwd=folder, env=env)
            if passes(test, code, why):
                return ("pass", "")
            if code is None or "deadlock" in why:
                return ("hangs", reason(why))
        missing = re.search(r"the runtime does not have (\w+)|(MPI_\w+) is not supported", why)
        if missing:
            return ("refused", missing.group(1) or missing.group(2))
        return ("wrong", reason(why))


def read_results(path):
    if not os.path.exists(path):
        return {}
    with open(path) as f:
        return {key: tuple(rest) for key, *rest in (line.rstrip("\n").split("\t") for line in f)}


def write_results(path, results, order):
    """In the order of the lists; what is in no list any more is left out."""
    results = collections.OrderedDict((key, results[key]) for key in order if key in results)
    with open(path + ".part", "w") as f:
        for key, found in results.items():
            f.write("\t".join([key, *(part.replace("\t", " ") for part in found)]) + "\n")
    os.replace(path + ".part", path)
    return results


def table(results):
    rows = collections.OrderedDict()
    for key, (truth, here, _) in results.items():
        row = rows.setdefault(key.split("/")[0], collections.Counter())
        row["listed"] += 1
        row["mpich"] += truth == "pass"
        if truth == "pass":
            row[here] += 1
    total = collections.Counter()
    print(f"| {'folder':8} | listed | pass with MPICH | of these pass here | refused | wrong | hanging |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, row in [*sorted(rows.items()), ("all", total)]:
        total.update(row if name != "all" else {})
        print(f"| {name:8} | {row['listed']} | {row['mpich']} | {row['pass']} | {row['refused']} | {row['wrong']} | {row['hangs']} |")
    if total["mpich"]:
        print(f"\n{total['pass']} of {total['mpich']} tests that pass with MPICH pass: {100 * total['pass'] / total['mpich']:.1f} %")
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", action="store_true", help="runs nothing; prints what is known")
    parser.add_argument("only", nargs="*")
    options = parser.parse_args()
    suite = Suite(os.path.realpath(options.build))
    path = os.path.join(suite.work, "results.tsv")
    results = read_results(path)
    only = [o for arg in options.only for o in arg.split(",") if o]
    todo, order = [], []
    for folder in FOLDERS:
        for number, test in enumerate(suite.listed(folder)):
            order.append(key_of(test))
            name = f"{folder}/{test.program}"
            if not options.table and (not only or folder in only or name in only or results.get(key_of(test), ("", ""))[1] in only):
                todo.append((test, number))
    runner = Runner(suite, results)
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        futures = {pool.submit(runner.run, test, number): test for test, number in todo}
        for future in concurrent.futures.as_completed(futures):
            test = futures[future]
            results[key_of(test)] = found = future.result()
            write_results(path, results, order)
            if found[0] == "pass" and found[1] != "pass":
                print(f"{found[1]} {key_of(test)}: {found[2]}", flush=True)
    results = write_results(path, results, order)
    total = table(results)
    return 1 if total["wrong"] or total["hangs"] else 0


if __name__ == "__main__":
    sys.exit(main())
