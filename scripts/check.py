#!/usr/bin/env python3
"""check.py - builds everything and runs all tests; the last line reads "N passed, N failed".

Owns: the list of suites, their order, time limits, and the counting. Must not know what a suite tests.

A suite is a command that prints a line for each test: "ok NAME" or "FAIL NAME: reason", or cmocka's TAP. A line
"skip NAME: reason" is shown and not counted. A suite counts as one failure itself if it fails without a FAIL line, prints no
result, or takes too long. The output of a suite that failed goes to BUILD/check/SUITE.log and, shortened, to the screen.
usage: check.py [--build DIR] [--long] [--jobs N] [SUITE...]
"""
import argparse
import atexit
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

TAP = re.compile(r"^(not ok|ok) \d+ - (\S+)(\s*# SKIP.*)?")
LINE = re.compile(r"^(ok|FAIL|skip) (\S+)(.*)")
# With the checks in it, GCC warns of what cannot be.
SANITIZE = {"asan": "-fsanitize=address",
            "ubsan": "-fsanitize=undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -Wno-error"}


class Suite:
    """A suite: name, command (argv), additional environment, time limit in seconds."""

    def __init__(self, name, argv, env=None, limit=600, build=False):
        self.name, self.argv, self.limit, self.build = name, argv, limit, build
        self.env = dict(os.environ, **(env or {}))
        self.passed, self.failed, self.skipped, self.seconds = 0, [], [], 0.0

    def run(self, logdir):
        start = time.monotonic()
        try:
            done = subprocess.run(self.argv, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=self.limit, start_new_session=True)
            text, code = done.stdout.decode(errors="replace"), done.returncode
        except subprocess.TimeoutExpired as late:
            text, code = (late.stdout or b"").decode(errors="replace"), f"no end after {self.limit} s"
        except OSError as error:
            text, code = "", str(error)
        self.seconds = time.monotonic() - start
        self.read(text, code)
        os.makedirs(logdir, exist_ok=True)
        with open(os.path.join(logdir, self.name.replace("/", "-") + ".log"), "w") as log:
            log.write(text)
        self.text = text
        return self

    def read(self, text, code):
        if self.build:
            if code == 0:
                self.passed = 1
            else:
                self.failed.append("build: exit " + str(code))
            return
        for line in text.splitlines():
            tap, plain = TAP.match(line), LINE.match(line)
            if tap:
                if tap[3]:
                    self.skipped.append(tap[2])
                elif tap[1] == "ok":
                    self.passed += 1
                else:
                    self.failed.append(tap[2])
            elif plain and plain[1] == "ok":
                self.passed += 1
            elif plain and plain[1] == "skip":
                self.skipped.append(plain[2] + plain[3])
            elif plain:
                self.failed.append(plain[2] + plain[3])
        if code != 0 and not self.failed:
            self.failed.append(f"{self.name}: exit {code}")
        if not self.passed and not self.failed and not self.skipped:
            self.failed.append(f"{self.name}: printed no result")


def runner(name):
    """The command of tests/NAME: its executable run, run.sh or run.py."""
    for tail in ("run", "run.sh", "run.py"):
        path = os.path.join("tests", name, tail)
        if os.path.exists(path):
            return [path] if os.access(path, os.X_OK) else (["python3", path] if tail.endswith("py") else ["sh", path])
    return [os.path.join("tests", name, "run")]


def suites(build, long, jobs):
    """Two rounds: the builds, each of which uses all processors; the tests, the longest first, so that none is left over at the
    end. Some tests wait more than they work: there is one worker more than processors."""
    day = int(time.time() // 86400)
    today = day % 2
    make = ["make", "--no-print-directory", "-s", f"-j{jobs}"]
    # Together the two take far more time than each by itself.
    kind = ("asan", "ubsan")[day // 8 % 2]
    checks = " ".join(SANITIZE.values()) if long else SANITIZE[kind]
    folder = os.path.join(build, "sanitized" if long else kind)
    here = {"B": build, "BSIM_LONG": "1" if long else "", "BSIM_TURN": "" if long else str(today)}
    if shutil.which("ld.gold"):  # links in a quarter of the time, thousands of times
        here.update(BSIM_CC="cc -fuse-ld=gold", MPICH_CC="cc -fuse-ld=gold")
    sanitized_env = {
        "B": folder, "BSIM_LONG": "", "BSIM_TURN": here["BSIM_TURN"], "BSIM_CC": here.get("BSIM_CC", "cc") + " " + checks,
        "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=0:detect_container_overflow=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1", "BSIM_SANITIZE": "1",
    }
    units = [os.path.splitext(os.path.basename(f))[0] for f in sorted(glob.glob("tests/unit/*.c*"))]
    # In turn by day, to save time: under a sanitizer an eighth of the programs and of the unit tests, since all run without it,
    # eight days under one sanitizer and eight under the other; clang's warnings for an eighth of the sources; with BSIM_TURN, half
    # of the numbers of ranks, of damaged files, of random seeds and of plans with faults. make check-long runs all.
    programs = [os.path.splitext(os.path.basename(f))[0] for f in sorted(glob.glob("tests/diff/*.c"))]
    sources = sorted(f for folder in ("bsim/*", "lmpi/*", "tests/unit") for f in glob.glob(folder + "/*.c"))
    turn = slice(None) if long else slice(day % 8, None, 8)
    tap = {"CMOCKA_MESSAGE_OUTPUT": "TAP"}
    builds = [  # the skeletonizer under the sanitizers, and clang's warnings, take as long as everything else together
        Suite("build-gcc", make + [f"B={build}", "all", "units", "analyses"], limit=1500, build=True),
        Suite("clang-warnings", make + [f"B={build}"] + [f"{build}/warnings/{f[:-2]}" for f in sources[turn]], limit=900, build=True),
        # FAST: its optimisations would double the time.
        Suite("build-sanitized", make + [f"B={folder}", f"OPT=-O1 -g1 {checks}", "FAST=", "all" if long else "runtime"] +
              [f"{folder}/tests/unit/{u}" for u in units[turn]], limit=1800, build=True),
    ]
    tests = [Suite(n, runner(n), here, (10800 if n in ("property", "matrix") else 3600) if long else 1800)
             for n in ("trace", "bench", "property", "schemas", "matrix", "diff", "hosts", "plan", "fit-quality", "scripts",
                       "analysis", "xfail")]
    tests.append(Suite("messages", ["python3", "tests/mpich/messages.py"], here, 900))
    counted = ["tests/counted/" + name for name in ("jacobi3d", "elimination", "block-cyclic", "parts", "legendre", "tiles")]
    tests.append(Suite("counted", ["python3", "tests/counted/run.py", "--build", build, "--check", *counted], here, 900))
    sample = [] if long else ["--sample"]
    tests.append(Suite("check-suite", ["python3", "tests/check-suite/run.py", "--build", build, *sample], here, 7200 if long else 1800))
    # In two parts, since it takes longest.
    cases = sorted(os.path.basename(os.path.dirname(f)) for f in glob.glob("tests/golden/*/cmd"))
    tests[:0] = [Suite(f"golden/{part + 1}", runner("golden") + cases[part::2], here, 3600 if long else 1800) for part in (0, 1)]
    tests.insert(4, Suite("sanitized/diff", runner("diff") + programs[turn], sanitized_env, 1800))
    tests += [Suite("unit/" + u, [f"./{build}/tests/unit/{u}"], {**here, **tap}, 600) for u in units]
    tests += [Suite("sanitized/unit/" + u, [f"./{folder}/tests/unit/{u}"], {**sanitized_env, **tap}, 600) for u in units[turn]]
    tests += [
        Suite("format", ["sh", "scripts/format", "--check"]),
        Suite("layering", ["python3", "scripts/check_layering.py"]),
        Suite("recorded", ["python3", "scripts/record_others.py", "--check"]),
        Suite("names", ["python3", "scripts/check_names.py"]),
        Suite("sizes", ["python3", "scripts/check_sizes.py"]),
        Suite("links", ["python3", "scripts/check_links.py"]),
        Suite("symbols", ["python3", "scripts/check_symbols.py", build]),
        Suite("install", ["sh", "scripts/check-install", build], here),
        Suite("lab-links", ["python3", "scripts/lab.py", "--build", build, "--links"]),
        Suite("architecture", ["python3", "scripts/architecture.py", "--check"]),
    ]
    if long:
        builds.append(Suite("gcc-skeletonizer", ["sh", "scripts/check-gcc"], limit=1200))
        tests.append(Suite("lab", ["python3", "scripts/lab.py", "--build", build, "--smoke"], limit=600))
        tests.append(Suite("sanitized/golden", runner("golden"), {**sanitized_env, "MPICH_CC": sanitized_env["BSIM_CC"]}, 1800))
        # Several shards under the thread sanitizer. UCX's hooks would call it in threads that have ended for it.
        tsan = os.path.join(build, "tsan")
        tsan_env = {"B": tsan, "BSIM_LONG": "", "BSIM_CC": "cc -fsanitize=thread", "TSAN_OPTIONS": "exitcode=66",
                    "BSIM_SANITIZE": "1", "UCX_MEM_MMAP_HOOK_MODE": "none", "UCX_MEM_EVENTS": "n"}
        threads = [f"{tsan}/tests/unit/{u}" for u in ("schedules", "shards")]
        builds.append(Suite("build-tsan", make + [f"B={tsan}", "OPT=-O1 -g -fsanitize=thread", "FAST=", "runtime"] + threads,
                            limit=1800, build=True))
        tests += [Suite("tsan/unit/" + os.path.basename(t), [f"./{t}"], {**tsan_env, **tap}, 600) for t in threads]
        tests.append(Suite("tsan/diff", runner("diff"), tsan_env, 1800))
        tests.append(Suite("corpus", ["python3", "scripts/corpus.py", "--build", build, "--only-slice"], here, 3600))
        tests.append(Suite("fuzz", ["python3", "tests/fuzz/run.py"], here, 14400))
        tests.append(Suite("mpich", ["python3", "tests/mpich/run.py"], here, 3600))
        tests.append(Suite("cases", ["python3", "scripts/predict.py", "--build", build, "--check", "heat2d", "cg",
                                     "wavefront", "cg-learned", "nas-is", "nas-ep", "nas-dt", "hpl", "tachyon",
                                     "pyrodist"],
                           limit=7200))
    return [(builds, 1), (tests, jobs + 1)]


def show(suite):
    word = "FAIL" if suite.failed else "ok  "
    skipped = f", {len(suite.skipped)} skipped" if suite.skipped else ""
    print(f"{word} {suite.name:28} {suite.passed} passed, {len(suite.failed)} failed{skipped}"
          f" ({suite.seconds:.1f} s)")
    for line in suite.failed:
        print(f"     FAIL {line}")
    for line in suite.skipped:
        print(f"     skip {line}")
    if suite.failed:
        # Without the tests that passed: a test says why it failed before its results, which come at its end.
        tail = [line for line in suite.text.splitlines() if not line.startswith("ok ")][-(60 if suite.build else 25):]
        print("".join("     | " + line[:200] + "\n" for line in tail), end="")
    sys.stdout.flush()


def temporary_folder():
    """The folder for temporary files: one in memory if there is room, since the tests make and remove thousands of files,
    which can be slow on a disk. None: the system's default."""
    shm = "/dev/shm"
    if os.environ.get("TMPDIR") or not os.access(shm, os.W_OK | os.X_OK) or shutil.disk_usage(shm).free < 8 << 30:
        return None
    return tempfile.mkdtemp(prefix="bsim-check.", dir=shm)


def use_this_python():
    """The tests' python3 is the interpreter that runs this script: a launcher of python3 that chooses among several versions
    takes longer than most of the tests' scripts do."""
    here = os.path.dirname(sys.executable)
    if here and os.access(os.path.join(here, "python3"), os.X_OK):
        os.environ["PATH"] = here + os.pathsep + os.environ.get("PATH", os.defpath)


def main():
    parser = argparse.ArgumentParser(prog="check.py", description="builds bsim and runs its tests")
    parser.add_argument("--build", default="build")
    parser.add_argument("--long", action="store_true", help="also the tests that take long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("only", nargs="*", metavar="SUITE", help="only the suites whose name begins so")
    args = parser.parse_args()
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    use_this_python()
    folder = temporary_folder()
    if folder:
        os.environ["TMPDIR"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    passed = failed = 0
    for batch, workers in suites(args.build, args.long, args.jobs):
        batch = [s for s in batch if not args.only or any(s.name.startswith(o) for o in args.only)]
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for done in concurrent.futures.as_completed([pool.submit(s.run, f"{args.build}/check") for s in batch]):
                suite = done.result()
                show(suite)
                passed += suite.passed
                failed += len(suite.failed)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
