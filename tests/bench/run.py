#!/usr/bin/env python3
"""run.py - bsim bench from its command line to its models: with a stand-in for the instrumented program, whose times are known,
and with a real one under mpiexec. kernels.py and case.py hold more tests. Prints an ok or FAIL line for each test.

The stand-in writes samples as the library of an instrumented program does. Its mpiexec runs it once, so that no test depends on
how busy the host is.
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import case
import kernels
from formulas import time_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("B") or "build")
BSIM = os.path.join(BUILD, "bin", "bsim")

# work takes 10 ns * nx * ny + 200 ns * nx, and 0.3 % more or less, and 1.6 times as long in each of two copies; setup takes 1 ms.
STAND_IN = r"""#!/bin/sh
case "$3" in fail) echo "no such mesh" >&2; exit 3;; silent) exit 0;; esac
[ "$3" = slow ] && [ "$1" -gt 500 ] && { setsid sleep 98.@PID@ & sleep 98.@PID@; }
[ "$3" = file ] && { read nx ny < input.txt; set -- "$nx" "$ny"; }
[ "$3" = stdin ] && { read nx ny; set -- "$nx" "$ny"; }
[ "$3" = long ] && sleep 0.3
[ "$3" = crawl ] && sleep 1
[ "$3" = seven ] && trap 'exit 7' EXIT
awk -v nx="$1" -v ny="$2" -v process=$$ 'BEGIN {
    noise = 1 + 0.003 * (((nx * 7919 + ny * 104729) % 1000) / 500 - 1)
    copies = ENVIRON["BSIM_COPIES"]
    t = (1e-8 * nx * ny + 2e-7 * nx) * noise * (1 + 0.6 * (copies - 1))
    print "# bsim-samples/1; machine: test (none); rank 0 of 1; busy cores: " copies "; timer: none; overhead 0 s subtracted"
    print "# process " process
    print "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s"
    printf "work\tnx=%d,ny=%d\t50\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t0\n", nx, ny, t, t, t, t, t
    t = 1e-3 * noise
    printf "setup\t\t1\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t0\n", t, t, t, t, t
    for (b = 0; b < 30 * ("'"$3"'" == "many"); b++)
        for (i = 1; i <= 20; i++) {
            t = 1e-8 * nx * ny * i + 2e-7 * nx * (b + 1)
            printf "many%d\tnx=%d,ny=%d,i=%d\t1\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t0\n", b, nx, ny, i, t, t, t, t, t
        }
}' > "$BSIM_SAMPLES.rank0"
"""
MPIEXEC = '#!/bin/sh\nshift 2\nexec "$@"\n'
SKELETON = r"""
#include <bsim/bsim.h>
#include <mpi.h>
#include <stdlib.h>
static const char *const params[] = {"nx", "ny"};
const bsim_block_info bsim_blocks[] = {{"work", "a.c", 12, 14, 2, params, 0}, {"setup", "a.c", 8, 8, 0, 0, 0}};
const int bsim_nblocks = 2;
int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(1));
    for (int i = 0; i < 100; i++) {
        BSIM_Add_time(BSIM_cost(0, atoi(argv[1]) / size, atoi(argv[2])));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""
REAL = r"""
#include <bsim/bsim.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static const char *const params[] = {"n"};
const bsim_block_info bsim_blocks[] = {{"sum", "b.c", 9, 9, 1, params, 0}};
const int bsim_nblocks = 1;
int main(int argc, char **argv) {
    double x = 0;
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 20; step++) {
        int n = atoi(argv[1]);
        BSIM_Block_begin(0, n);
        for (int i = 0; i < n; i++)
            x = x * 0.999 + i;
        BSIM_Block_end(0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%g\n", x);
    MPI_Finalize();
    return 0;
}
"""
RANGES = ["--range", "nx=20:2000", "--range", "ny=20:2000"]
ARGS = ["--", "{nx}", "{ny}"]


class Failure(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failure(text)


class Bench:
    """A folder with the programs, and runs of bsim bench there."""

    def __init__(self, folder):
        self.folder = folder
        for name, text in (("program", STAND_IN.replace("@PID@", str(os.getpid()))), ("mpiexec", MPIEXEC)):
            self.write(name, text)
            os.chmod(self.path(name), 0o755)

    def path(self, *name):
        return os.path.join(self.folder, *name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def text(self, *name):
        with open(self.path(*name), encoding="utf-8") as f:
            return f.read()

    def argv(self, *more, mpiexec=True):
        return [BSIM, "bench", "-o", "models.json", "--instrumented", "program", *(["--mpiexec", "./mpiexec"] if mpiexec else []),
                "--ranks", "1", *more]

    def start(self, *more, **options):
        for old in ("models.json", "models.samples"):
            if os.path.isdir(self.path(old)):
                shutil.rmtree(self.path(old))
            elif os.path.exists(self.path(old)):
                os.remove(self.path(old))
        return subprocess.Popen(self.argv(*more, **options), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *more, code=0, says=(), **options):
        """(standard output, standard error), after the exit code and the texts that must stand in them are checked."""
        process = self.start(*more, **options)
        out, err = process.communicate(timeout=120)
        check(process.returncode == code, f"exit {process.returncode}, not {code}: {out[-300:]} {err[-600:]}")
        for text in [says] if isinstance(says, str) else says:
            check(text in out + err, f"\"{text}\" is not in: {out[-300:]} {err[-600:]}")
        return out, err

    def time_of(self, block, **values):
        """The time by models.json."""
        return time_of(json.loads(self.text("models.json"))["blocks"][block], values)

    def runs(self, use=None):
        lines = [line.split("\t") for line in self.text("models.samples", "runs.tsv").splitlines()[1:]]
        return [line for line in lines if use is None or line[3] == use]


def left_behind(what):
    out = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in out.splitlines() if what in line and "ps -eo" not in line]


def test_known_times(b):
    out, err = b.run(*RANGES, "--budget", "30s", *ARGS, says=["all blocks that matter are known", "work"])
    check("\r" not in out + err and "not known" not in out, f"in a pipe: {out!r} {err!r}")
    for nx, ny in ((100, 100), (33, 1700), (1500, 40), (1900, 1900)):
        truth, model = 1e-8 * nx * ny + 2e-7 * nx, b.time_of("work", nx=nx, ny=ny)
        check(abs(model / truth - 1) < 0.03, f"work({nx}, {ny}) is {model}, and not {truth}")
    check(len(b.runs("warm-up")) == 1, "the first run is a warm-up")
    check(not os.path.exists(b.path("models.samples", "run-0001.tsv.rank0")), "which has no samples")
    made = json.loads(b.text("models.json"))["provenance"]
    check(made["made_by"].startswith("bsim bench") and made["seed"] == 1, str(made))


def test_prediction(b):
    b.write("skeleton.c", SKELETON)
    subprocess.run([os.path.join(BUILD, "bin", "bsimcc"), "skeleton.c", "-o", "skeleton"], cwd=b.folder, check=True)
    predict = ["--skeleton", "skeleton", "--predict"]
    out, _ = b.run(*RANGES, "--budget", "30s", *predict, "nx=2000,ny=500,np=4", *ARGS, says=["a.c:12", "of the predicted calculation"])
    share = re.search(r"work.*?([\d.]+) %\s+([\d.]+) %", out)
    # 100 steps of 2.6 ms beside 1 ms
    check(share and abs(float(share[2]) - 100 * 0.26 / 0.261) < 0.5, f"the share of work: {out}")
    asked = json.loads(b.text("models.samples", "dry-run", "parameters.json"))
    check(asked["ranks"] == 4 and asked["blocks"][0]["calls"] == 400, str(asked)[:300])
    begin = time.monotonic()
    _, err = b.run(*RANGES, "--budget", "300s", "--error", "10%", *predict, "nx=80000,ny=500,np=4", *ARGS, code=7,
                   says=["not known", "the ranges do not reach what is not known"])
    check(time.monotonic() - begin < 100, "runs that could tell nothing")
    check("bsim: warning: the runs do not reach what the prediction has of work (a.c:12); give other --range" in err, err)
    check(err.count("the prediction has nx = 20000, the runs reach") == 1, err)
    b.run("--range", "nx=100:2000", "--set", "ny=500", "--skeleton", "program", "--predict", "nx=1,ny=1,np=4", *ARGS, code=2,
          says="the prediction has ny = 1, and all runs have 500 (--set)")
    b.run(*RANGES, *predict, "nx=80000,np=4", *ARGS, code=2, says="--predict: ny has no value")
    b.run(*RANGES, *predict, "nx=80000,ny=1", *ARGS, code=2, says="np=N")
    b.run(*RANGES, *predict, "nx=80000,ny=1,np=4,nz=3", *ARGS, code=2, says='"nz" has neither')
    b.run(*RANGES, "--skeleton", "program", "--predict", "nx=1,ny=1,np=4", *ARGS, code=2, says="the dry run at the predicted sizes failed")


def test_dry_run_with_models(b):
    """A skeleton that needs models runs after the first design, in the part of the budget that was kept back for it."""
    os.mkdir(b.path("s"))
    b.write("s/skeleton.c", SKELETON)
    b.write("s/skeleton.json", '{"learned": {}}')
    subprocess.run([os.path.join(BUILD, "bin", "bsimcc"), "skeleton.c", "-o", "real"], cwd=b.path("s"), check=True)
    predict = ["--budget", "30s", "--skeleton", "s", "--predict", "nx=2000,ny=500,np=4", *ARGS]
    b.write("s/skeleton", '#!/bin/sh\nsleep 1\nexec "${0%skeleton}real" "$@"\n')
    os.chmod(b.path("s/skeleton"), 0o755)
    process = b.start(*RANGES, *predict)
    out, err = process.communicate(timeout=120)
    check(process.returncode in (0, 7) and "of the predicted calculation" in out, f"{process.returncode}: {out} {err}")
    account = re.search(r"budget: 30.00 s; of this runs ([\d.]+ m?s), (.*)fits ([\d.]+ [mu]?s), dry run ([\d.]+) s, other .*, not used", out)
    check(account and float(account[4]) >= 1, out)
    b.write("s/skeleton", '#!/bin/sh\necho "no mesh for $1" >&2\nexit 3\n')
    b.run(*RANGES, *predict, code=7, says=["the dry run at the predicted sizes failed", "no mesh for 2000", "which stay in"])
    check(set(json.loads(b.text("models.json"))["blocks"]) == {"work", "setup"}, b.text("models.json"))
    # One that does not end takes no more than half of the budget; the rest is for the fits that follow it.
    b.write("s/skeleton", f'#!/bin/sh\nexec sleep 97.{os.getpid()}\n')
    predict[1] = "4s"
    begin = time.monotonic()
    _, err = b.run(*RANGES, *predict, code=7, says=["the dry run at the predicted sizes was ended after", "what was left for it"])
    check(time.monotonic() - begin < 8, f"{time.monotonic() - begin} s for a budget of 4 s: {err}")
    check(not left_behind(f"sleep 97.{os.getpid()}"), "the dry run is left behind")


def test_fits_in_budget(b):
    """Models of many sizes take longer than the budget leaves: then they are made without their tests, or of fewer runs."""
    process = b.start(*RANGES, "--budget", "8s", *ARGS, "many")
    begin = time.monotonic()
    out, err = process.communicate(timeout=120)
    over = time.monotonic() - begin - 8
    check(process.returncode in (0, 7) and re.search(r"fits [\d.]+ (m?s|min)", out), f"{process.returncode}: {out} {err}")
    check(len(json.loads(b.text("models.json"))["blocks"]) == 32, "a block has no model")
    check(over < 1 or "more than the budget of 8.000 s: runs took" in err, f"{over} s more than a budget of 8 s: {out} {err}")



def test_wrong_inputs(b):
    for argv, says in ((["--range", "nx=5:3", "--", "{nx}"], "lower end 5 is above the upper end 3"),
                       ([*RANGES, "--", "{nx}", "{ny}", "{nyy}"], 'did you mean "ny"'),
                       ([*RANGES, "--", "{nx}"], "{ny} stands in no argument"),
                       ([*RANGES, "--ranks", "9999", *ARGS], "--oversubscribe"),
                       ([*RANGES, "--copies", "9999", *ARGS], "9999 copies of 1 rank do not have a core each"),
                       ([*RANGES, "--copies", "two", *ARGS], '"two" is no number of copies'),
                       ([*RANGES, "--set", "nx=3", *ARGS], "nx has a value or a range already"),
                       ([*RANGES, "--set", "np=3", *ARGS], '"np" is set for each run'),
                       ([*RANGES, "--budget", "5", *ARGS], "--budget"),
                       ([*RANGES, "--error", "3x", *ARGS], "--error"),
                       ([*RANGES, "--mpiexec", "no-such-mpiexec", *ARGS], '"no-such-mpiexec" is no program in PATH'),
                       ([*RANGES, "--instrumented", "nowhere", *ARGS], "--instrumented"),
                       ([*RANGES, "--file", "a=nowhere.txt", *ARGS], "nowhere.txt: cannot be read"),
                       ([*RANGES, *ARGS, "fail"], "no such mesh"),
                       ([*RANGES, *ARGS, "silent"], "it wrote no samples"),
                       (["--", "1"], "--range NAME=LOW:HIGH")):
        b.run(*argv, code=2, says=says)
        check(not os.path.exists(b.path("models.json")), f"{argv}: models are there")
    os.mkdir(b.path("full"))
    b.write("full/mine.txt", "mine")
    b.run(*RANGES, "--samples", "full", *ARGS, code=2, says="is not empty")
    check(b.text("full", "mine.txt") == "mine", "a folder of someone else was touched")


def test_files(b):
    b.write("input.template", "{nx} {ny}\n")
    b.run(*RANGES, "--budget", "30s", "--file", "input.txt=input.template", "--", "0", "0", "file")
    nx, ny = b.text("models.samples", "run-0002", "input.txt").split()
    check(f"nx={nx}, ny={ny}, ranks=1" == b.runs()[1][1], "the file of the second run")
    b.write("input.template", "1\n{nz}\n")
    b.run(*RANGES, "--file", "input.txt=input.template", "--", "0", "0", "file", code=2, says="input.template:2: {nz}")


def test_stdin(b):
    """What a run reads from its standard input has its sizes, for the program and for the skeleton."""
    b.write("sizes", "{nx} {ny}\n")
    b.run(*RANGES, "--budget", "30s", "--stdin", "sizes", "--", "0", "0", "stdin")
    nx, ny = b.text("models.samples", "run-0002", "stdin").split()
    check(f"nx={nx}, ny={ny}, ranks=1" == b.runs()[1][1], "the standard input of the second run")
    b.run(*RANGES, "--stdin", "nowhere", *ARGS, code=2, says="nowhere: cannot be read")
    b.run(*RANGES, "--file", "stdin=sizes", *ARGS, code=2, says="is given by --stdin")


def test_copies(b):
    """Half of the first inputs run as two copies at once; times with one busy core and with two are not mixed. On a host
    that others use no run counts, and the models are made from all."""
    if len(os.sched_getaffinity(0)) < 2:
        return
    b.run(*RANGES, "--budget", "30s", "--copies", "2", *ARGS, says="work")
    made = json.loads(b.text("models.json"))["blocks"]["work"]
    check(made["fit"]["busy"] == [1, 2] and abs(made["fit"]["slower"] / 1.6 - 1) < 0.01, str(made["fit"]))
    truth, model = 1e-8 * 700 * 900 + 2e-7 * 700, b.time_of("work", nx=700, ny=900)
    check(abs(model / truth - 1) < 0.03, f"work(700, 900) is {model}, and not {truth}")
    twice = [line for line in b.runs() if line[1].endswith(", copies=2") and line[3] in ("counts", "disturbed")]
    check(len(twice) >= 5 and all(line[1][:-len(", copies=2")] in [l[1] for l in b.runs()] for line in twice), str(b.runs()))
    check(os.path.exists(b.path("models.samples", f"run-{int(twice[0][0]):04d}-copy1.tsv.rank0")), "samples of the second copy")


def test_late(b):
    """A run that takes too long is ended with all that it has started, and the budget holds."""
    begin = time.monotonic()
    _, err = b.run("--range", "nx=20:2000", "--set", "ny=50", "--budget", "12s", *ARGS, "slow", code=7, says="took too long")
    check(time.monotonic() - begin < 20, f"{time.monotonic() - begin} s for a budget of 12 s")
    left = left_behind(f"sleep 98.{os.getpid()}")
    check(not left, f"left behind: {left}")
    check(os.path.exists(b.path("models.json")), f"no models: {err}")


def test_exit_code(b):
    """A program that does not end with 0 is measured if it is told with what it ends."""
    args = [*RANGES, "--budget", "5s", *ARGS, "seven"]
    b.run(*args, code=2, says="exit code 7, which --exit-code would allow")
    check(not os.path.exists(b.path("models.json")), "models of runs that failed")
    b.run("--exit-code", "7", *args, says="work")
    b.run("--exit-code", "3", *args, code=2, says="exit code 7")
    for bad in ("256", "-1", "x", ""):
        b.run("--exit-code", bad, *args, code=2, says=f'--exit-code: "{bad}" is no exit code; accepted: 0 to 255')


def test_small_budget(b):
    """Where the budget ends the measuring, bsim bench says that more of it helps."""
    b.run(*RANGES, "--budget", "3s", *ARGS, "crawl", code=7, says="give more with --budget")


def test_interrupt(b):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # scripts start what runs in the background with SIGINT ignored
    process = b.start(*RANGES, "--budget", "30s", *ARGS, "long")
    until = time.monotonic() + 30
    while len(glob.glob(b.path("models.samples", "*.rank0"))) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    check(process.returncode == 130, f"exit {process.returncode}: {err}")
    check("the samples stay" in err.lower() and glob.glob(b.path("models.samples", "*.rank0")), f"samples: {err}")
    check(not glob.glob(b.path("models.json*")) and not glob.glob(b.path(".models*")), "models are there")


def test_mpiexec(b):
    """An instrumented program under the real mpiexec, with as many ranks as this host has cores for."""
    b.write("real.c", REAL)
    subprocess.run(["mpicc", "-O1", "-I", os.path.join(ROOT, "include"), "real.c", "-o", "program", "-L", os.path.join(BUILD, "lib"),
                    "-lbsim-instrument", "-lpapi", "-lm"], cwd=b.folder, check=True)
    ranks = min(2, len(os.sched_getaffinity(0)))
    process = b.start("--ranks", str(ranks), "--range", "n=1000:300000", "--budget", "10s", "--error", "20%", "--", "{n}",
                      mpiexec=False)
    out, err = process.communicate(timeout=60)
    check(process.returncode in (0, 7), f"exit {process.returncode}: {out} {err}")  # a busy host may know nothing well
    slope = b.time_of("sum", n=200000) / b.time_of("sum", n=100000)
    check(1.2 < slope < 3, f"twice the work takes {slope} times as long: {out} {err}")
    check(glob.glob(b.path("models.samples", f"*.rank{ranks - 1}")), "samples of each rank")


TWO = {"sums.c": """double sums(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] / 3;
    return sum;
}
""", "main.c": """#include <mpi.h>
#include <stdlib.h>
double sums(const double *x, int n);
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *x = calloc(n, sizeof *x), all;
    MPI_Init(&argc, &argv);
    double sum = sums(x, n);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0;
}
"""}


def functions(exe):
    """The places of a program's functions in their pages."""
    listed = subprocess.run(["nm", exe], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    found = {words[2]: int(words[0], 16) % 4096 for words in map(str.split, listed) if len(words) == 3}
    return {name: found[name] for name in ("main", "sums")}


def test_untimed(b):
    """The program without timers has its functions where the original has them: loops are faster in some places. GNU ld begins a
    page for code; gold does not."""
    own_ld = {**os.environ, "MPICH_CC": "cc"}
    for name, text in TWO.items():
        b.write(name, text)
    subprocess.run(["mpicc", "-O2", *TWO, "-o", "original"], cwd=b.folder, check=True, env=own_ld)
    subprocess.run([os.path.join(BUILD, "bin", "skeletonize"), "--quiet", "--instrument", "-o", "instrumented", *TWO, "--", "-O2"],
                   cwd=b.folder, check=True)
    subprocess.run(["make", "-s", "-C", "instrumented", f"BSIM={BUILD}", "untimed"], cwd=b.folder, check=True, env=own_ld)
    own, untimed = functions(b.path("original")), functions(b.path("instrumented", "untimed"))
    check(own == untimed, f"the original's functions are at {own}, those of the program without timers at {untimed}")
    subprocess.run(["mpiexec", "-n", "1", "instrumented/untimed", "100000"], cwd=b.folder, check=True,
                   env={**os.environ, "BSIM_SAMPLES": b.path("untimed.tsv")})
    with open(b.path("untimed.tsv.rank0")) as f:
        samples = f.read()
    check("# without timers" in samples and "# ran: " in samples and '["100000"]' in samples, samples)


ONE_BLOCK = """#include <bsim/bsim.h>
#include <mpi.h>
#include <stdlib.h>
static const char *const params[] = {"n"};
const bsim_block_info bsim_blocks[] = {{"sum", "k.c", 8, 9, 1, params, 0, 0}};
const int bsim_nblocks = 1;
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, atoi(argv[1])));
    MPI_Finalize();
    return 0;
}
"""
LOCAL = {"schema": "bsim-platform/1", "nodes": 2, "cores_per_node": 2, "busy_speed": 1,
         "network": {"model": "simple", "latency": "1us", "bandwidth": "1GB/s"}}
RUN_OF = """# bsim-samples/1; machine: m; rank 0 of 1; busy cores: 1;
{untimed}block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s
{sample}# ran: {ran} s
# timers: 0 s
# run: {{"args": ["{n}"], "folder": "{folder}"}}
"""


def runs_of_one_block(b, ran):
    """Runs of ONE_BLOCK with n = 1 to 8 and blocks of n times 10 ms, with and without timers, for which ran(n, kind) is the whole time.
    Returns the models and what bsim fit writes to stderr."""
    for n in range(1, 9):
        for kind in ("timed", "untimed"):
            sample = f"sum\tn={n}\t1" + f"\t{0.01 * n}" * 5 + "\t0\n" if kind == "timed" else ""
            b.write(f"{n}-{kind}.tsv.rank0", RUN_OF.format(untimed="# without timers\n" if kind == "untimed" else "", sample=sample, n=n,
                                                           folder=b.path(kind), ran=ran(n, kind)))
    fit = subprocess.run([os.path.join(BUILD, "bin", "bsim"), "fit", "-q", "--platform", "local.json", "--skeleton", "./k", "-o", "m.json",
                          *[f"{n}-{kind}.tsv.rank0" for n in range(1, 9) for kind in ("timed", "untimed")]],
                         cwd=b.folder, stderr=subprocess.PIPE, text=True)
    check(fit.returncode == 0, fit.stderr)
    with open(b.path("m.json")) as f:
        return json.load(f), fit.stderr


def set_up_one_block(b):
    b.write("k.c", ONE_BLOCK)
    b.write("local.json", json.dumps(LOCAL))
    subprocess.run([os.path.join(BUILD, "bin", "bsimcc"), "k.c", "-o", "k"], cwd=b.folder, check=True)


def test_rest(b):
    """Time in no block makes no scale of blocks. What follows a block's time is predicted, and the rest is told."""
    set_up_one_block(b)
    for longer in (1.1, 1):
        models, errors = runs_of_one_block(b, lambda n, kind: 0.01 * n * (longer if kind == "untimed" else 1))
        check(abs(models.get("scale", 1) - longer) < 0.001, f"scale {models.get('scale')} for {longer}: {errors}")
        check("rest" not in models and "in no block" not in errors, errors)
    models, errors = runs_of_one_block(b, lambda n, kind: 0.01 * n + (0.02 if n % 3 == 0 else 0))
    check("scale" not in models and "rest" not in models, str(models))
    check("10.0 % of the measured runs' time" in errors and "predictions lack it" in errors, errors)


def test_predicted_rest(b):
    """The rest of measured runs is in predictions: 1 ms, and a fifth of the block's longest execution on each rank."""
    set_up_one_block(b)
    models, errors = runs_of_one_block(b, lambda n, kind: 0.001 + 0.012 * n)
    rest = models["rest"]
    check("scale" not in models and "in no block" not in errors, f"{models} {errors}")
    check(rest["block"] == "sum" and abs(rest["longest"] - 0.2) < 1e-6 and abs(rest["constant_s"] - 0.001) < 1e-9, str(rest))
    check(rest["fit"]["longest_s"] == [0.01, 0.08] and rest["fit"]["runs"] == 8, str(rest))
    check(all(abs(run["predicted_s"] / run["measured_s"] - 1) < 1e-6 for run in models["runs"]), str(models["runs"]))

    def predict(n, *options):
        subprocess.run([os.path.join(BUILD, "bin", "bsim"), "run", "-q", "-np", "4", "--platform", "local.json", "--models", "m.json",
                        "--json", "result.json", *options, "./k", str(n)], cwd=b.folder, check=True)
        with open(b.path("result.json")) as f:
            return json.load(f)

    result = predict(5)
    check(abs(result["predicted_time_s"] - 0.061) < 1e-9, str(result["predicted_time_s"]))
    check(abs(result["rest"]["time_s"] - 4 * 0.011) < 1e-9 and result["rest"]["block"] == "sum", str(result["rest"]))
    check(abs(result["times"]["calc_s"]["mean"] - 0.061) < 1e-9, str(result["times"]))
    check(predict(5, "--shards", "2")["predicted_time_s"] == result["predicted_time_s"], "two threads give another time")
    near, far = result["interval"], predict(64)["interval"]
    check((far["high_s"] - far["low_s"]) / far["low_s"] > (near["high_s"] - near["low_s"]) / near["low_s"], f"{near} {far}")
    b.write("local.json", json.dumps({**LOCAL, "speed": 2}))
    check(abs(predict(5)["predicted_time_s"] - 0.0305) < 1e-9, "a rest at twice the speed")


def main():
    bad = 0
    for name, test in sorted({**globals(), **vars(kernels), **vars(case)}.items()):
        if not name.startswith("test_") or (sys.argv[1:] and name[5:] not in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory(prefix="bsim-bench.") as folder:
            try:
                test(Bench(folder))
                print(f"ok {name[5:]}", flush=True)
            except (Failure, AssertionError, subprocess.SubprocessError, OSError) as error:
                bad = 1
                print(f"FAIL {name[5:]}: {' '.join(str(error).split())[:900]}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
