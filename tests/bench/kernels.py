"""kernels.py - tests of bsim bench --kernels, for run.py: with a stand-in for the measuring program, whose times are known, and
with the real one.

The stand-in has to stand beside bsim, so that each test runs a copy of bsim.
"""
import json
import os
import re
import shutil
import subprocess

from formulas import time_of

# mul_ takes 0.1 ns * m * n + 10 ns * m; vec_ takes 0.1 ns * n up to 30000 (a cache), and then 0.3 ns * n; both 0.5 % more or less.
# sort_ wants products of 2, 3 and 5. slow_ never reaches sizes above 1000.
STAND_IN = r"""#!/bin/sh
if [ "$1" = list ]; then
    printf 'mul_\tcblas_mul\tm=10:2000,n=10:2000\tany\tC = A B\tok\t/lib/libmul.so.3\n'
    printf 'vec_\t\tn=1000:1000000\tany\tx = y\tok\t/lib/libmul.so.3\n'
    printf 'sort_\t\tn=64:1000000\tsmooth\tsorts\tok\t/lib/libsort.so\n'
    printf 'slow_\t\tn=64:1000000\tany\tis slow\tok\t/lib/libsort.so\n'
    printf 'crash_\t\tn=64:1000000\tany\tcrashes\tok\t/lib/libcrash.so\n'
    printf 'gone_\tcblas_gone\tn=64:1000000\tany\tis not there\tmissing\tlibgone.so.3 is not installed (package libgone3)\n'
    exit 0
fi
kernel=$2
shift 3
[ $kernel = crash_ ] && kill -SEGV $$
[ "$OPENBLAS_NUM_THREADS" = 1 ] || exit 5
for size; do echo $size; done | awk -F, -v kernel=$kernel -v seed=$$ 'BEGIN { srand(seed) } {
    if (kernel == "mul_") t = 1e-10 * $1 * $2 + 1e-8 * $1
    if (kernel == "vec_") t = $1 <= 30000 ? 1e-10 * $1 : 3e-10 * $1
    if (kernel == "sort_") { n = $1; while (n % 2 == 0) n /= 2; while (n % 3 == 0) n /= 3; while (n % 5 == 0) n /= 5
                             if (n > 1) exit 6; t = 1e-9 * $1 }
    if (kernel == "slow_") { t = 1e-9 * $1; if ($1 > 1000) exit }
    printf "%s", $0
    for (i = 0; i < 5; i++) printf "\t%.6g", t * (1 + 0.01 * (rand() - 0.5))
    printf "\n"
}'
"""
SKELETON = r"""
#include <bsim/bsim.h>
#include <mpi.h>
static const char *const params[] = {"m", "n"};
const bsim_block_info bsim_blocks[] = {{"cblas_mul", "a.c", 12, 14, 2, params, 0, 0}};
const int bsim_nblocks = 1;
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, 300, 500));
    MPI_Finalize();
    return 0;
}
"""
TRUTH = {"mul_": lambda v: 1e-10 * v["m"] * v["n"] + 1e-8 * v["m"], "vec_": lambda v: (1e-10 if v["n"] <= 30000 else 3e-10) * v["n"],
         "sort_": lambda v: 1e-9 * v["n"]}


def bench(b, *more, code=0, says=(), stand_in=True):
    """(standard output, standard error) of bsim bench --kernels in the folder of the test."""
    from run import BSIM
    exe = BSIM
    if stand_in:
        exe = shutil.copy(BSIM, b.path("bsim"))
        b.write("bsim-kernels", STAND_IN)
        os.chmod(b.path("bsim-kernels"), 0o755)
    done = subprocess.run([exe, "bench", "-o", "k.json", "--kernels", *more], cwd=b.folder, capture_output=True, text=True,
                          timeout=120, check=False)
    text = done.stdout + done.stderr
    codes = code if isinstance(code, tuple) else (code,)
    assert done.returncode in codes, f"exit {done.returncode}, not {code}: {text[-900:]}"
    for one in [says] if isinstance(says, str) else says:
        assert one in text, f'"{one}" is not in: {text[-900:]}'
    return done.stdout, done.stderr


def samples(b, name):
    """[(kernel, parameters, typical_s)]"""
    lines = [line.split("\t") for line in b.text("k.samples", name).splitlines() if not line.startswith(("#", "block\t"))]
    return [(f[0], {k: float(v) for k, v in (p.split("=") for p in f[1].split(","))}, float(f[7])) for f in lines]


def test_kernels_known_times(b):
    out, err = bench(b, "--budget", "10s", "mul_", "vec_", "sort_", says="held out")
    assert "\r" not in out + err and "not known" not in out, f"in a pipe: {out!r} {err!r}"
    blocks = json.loads(b.text("k.json"))["blocks"]
    held = samples(b, "held-out.tsv")
    fitted = [(k, tuple(v.values())) for k, v, _ in samples(b, "fit.tsv")]
    assert len(held) == 16 + 14 + 14 and len(fitted) == 48 + 46 + 46, f"{len(held)} {len(fitted)}"
    for kernel, values, seconds in held:
        assert (kernel, tuple(values.values())) not in fitted, f"{kernel} {values} is in the fit"
        assert abs(seconds / TRUTH[kernel](values) - 1) < 0.006, f"{kernel} {values}: {seconds}"
    for kernel in TRUTH:
        row = re.search(rf"^  {kernel} .*? (\d+) +(\d+) +([\d.]+) % +([\d.]+) %", out, re.M)
        errors = sorted(abs(time_of(blocks[kernel], v) / t - 1) for k, v, t in held if k == kernel)
        assert row and abs(float(row[3]) / 100 - errors[len(errors) // 2]) < 0.004, f"{kernel}: {out} {errors}"
        assert abs(float(row[4]) / 100 - errors[-1]) < 0.001, f"{kernel}: {out} {errors}"
        assert errors[len(errors) // 2] < 0.01, f"{kernel}: {errors}"
    assert blocks["cblas_mul"]["pieces"] == blocks["mul_"]["pieces"], "the other name of mul_"
    assert blocks["mul_"]["place"] == "/lib/libmul.so.3" and blocks["mul_"]["label"] == "C = A B", str(blocks["mul_"])


def test_kernels_files_are_of_use(b):
    """The samples give the same models with bsim fit; bsim models and bsim run read them; the pictures have both kinds of
    samples."""
    from run import BSIM, BUILD, ROOT
    bench(b, "--budget", "5s", "mul_", "vec_")
    subprocess.run([BSIM, "fit", "k.samples/fit.tsv", "-o", "again.json", "--quiet"], cwd=b.folder, check=True, capture_output=True)
    for name in ("mul_", "vec_"):
        again, first = (json.loads(b.text(f))["blocks"][name] for f in ("again.json", "k.json"))
        assert again["pieces"] == first["pieces"] and again["fit"] == first["fit"], f"{name}: {again} {first}"
    shown = subprocess.run([BSIM, "models", "show", "k.json"], cwd=b.folder, check=True, capture_output=True, text=True).stdout
    assert "C = A B" in shown, shown
    b.write("skeleton.c", SKELETON)
    subprocess.run([os.path.join(BUILD, "bin", "bsimcc"), "skeleton.c", "-o", "skeleton"], cwd=b.folder, check=True)
    platform = os.path.join(ROOT, "models", "platforms", "infiniband-cluster.json")
    subprocess.run([BSIM, "run", "-np", "1", "--platform", platform, "--models", "k.json", "--json", "r.json", "./skeleton"],
                   cwd=b.folder, check=True, capture_output=True)
    time = json.loads(b.text("r.json"))["predicted_time_s"]
    assert abs(time / TRUTH["mul_"]({"m": 300, "n": 500}) - 1) < 0.02, f"a program that calls cblas_mul: {time} s"
    rings = re.findall('<circle class="ring"', b.text("k.samples", "plots", "vec_.svg"))
    assert len(rings) == 14 + 1, f"a ring for each size that was held out, and one in the legend: {len(rings)}"
    assert "held out, median" in b.text("k.samples", "plots", "index.html")


def test_kernels_that_fail(b):
    """What a library does not have, or does wrong, is told; the others have their models."""
    out, err = bench(b, "--budget", "5s", code=7)
    assert re.search(r"crash_ .*no model: the library crashed \(signal 11\)", out), out
    assert "gone_ was not measured: libgone.so.3 is not installed (package libgone3)" in err, err
    assert re.search(r"the largest sizes of slow_ \(\d+\) take longer than the budget allows", err), err
    blocks = json.loads(b.text("k.json"))["blocks"]
    assert sorted(blocks) == ["cblas_mul", "mul_", "slow_", "sort_", "vec_"], str(sorted(blocks))
    assert blocks["slow_"]["fit"]["range"]["n"][1] <= 1000, "the range ends where sizes were reached"
    bench(b, "crash_", code=2, says="no kernel could be measured (crash_: the library crashed")
    bench(b, "cblas_gone", code=2, says="libgone.so.3 is not installed (package libgone3)")


def test_kernels_wrong_inputs(b):
    for argv, says in ((["mull"], 'no kernel "mull"; there are: mul_ vec_ sort_'),
                       (["--range", "q=1:5"], 'no kernel that is measured has a parameter "q"'),
                       (["--range", "m=1.5:9.5"], "whole numbers"),
                       (["--range", "m=9:1"], "above the upper end"),
                       (["--set", "m=1"], "--kernels takes no --set"),
                       (["--instrumented", "x"], "--kernels takes no --instrumented"),
                       (["--budget", "5"], "--budget")):
        bench(b, *argv, code=2, says=says)
        assert not os.path.exists(b.path("k.json")), f"{argv}: models are there"
    bench(b, "--range", "m=50:80", "--budget", "5s", "cblas_mul", code=(0, 7))
    assert {v["m"] >= 50 and v["m"] <= 80 for _, v, _ in samples(b, "fit.tsv")} == {True}, "sizes outside of --range"
    os.remove(b.path("k.json"))


def test_kernels_of_this_host(b):
    """The real measuring program, on what each host has. A busy host may know nothing well."""
    out, _ = bench(b, "--budget", "4s", "memcpy", "qsort", code=(0, 7), stand_in=False)
    blocks = json.loads(b.text("k.json"))["blocks"]
    for name, small, large in (("memcpy", 1e5, 5e7), ("qsort", 1000, 5e5)):
        growth = time_of(blocks[name], {"n": large}) / time_of(blocks[name], {"n": small}) / (large / small)
        # A copy within a cache may be 50 times as fast as one in memory that other virtual machines use; a wrong unit or term is
        # off by 1000.
        assert 0.5 < growth < 100, f"{name}: {growth} {out}"
