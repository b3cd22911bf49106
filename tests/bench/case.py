"""case.py - tests of bsim bench CASE, for run.py: a program outside of the repository, from its case.json to its models."""
import json
import os
import subprocess

PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = 0, steps = 4, size;
    double sum = 0, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 4) {
        n = atoi(argv[2]);
        steps = atoi(argv[4]);
    } else {
        FILE *f = fopen("in.txt", "r");
        if (f == NULL || fscanf(f, "points %d", &n) != 1)
            MPI_Abort(MPI_COMM_WORLD, 9);
        fclose(f);
    }
    int local = n / size;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < local; i++)
            sum = sum * 0.999 + i;
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return argc > 4 ? 0 : 3;
}
"""
CASE = {"schema": "bsim-case/1", "root": ".", "sources": ["*.c"],
        "benchmark": [{"ranks": 1, "args": "-n 2000 -steps 20"}, {"ranks": 1, "args": "-n 30000 -steps 40"},
                      {"ranks": 1, "args": "-n 100000 -steps 10"}],
        "predict": [{"ranks": 8, "platform": "local", "args": "-n 400000 -steps 7"}]}


def make(b, **change):
    os.makedirs(b.path("own"), exist_ok=True)
    b.write("own/main.c", PROGRAM)
    b.write("own/case.json", json.dumps({**CASE, **change}))


def bench(b, *argv, code=(0, 7), says=(), case="own"):
    from run import BSIM
    done = subprocess.run([BSIM, "bench", "-o", "m.json", "--error", "25%", *argv, *([case] if case else [])], cwd=b.folder,
                          capture_output=True, text=True, timeout=300, check=False)
    text = done.stdout + done.stderr
    assert done.returncode in (code if isinstance(code, tuple) else (code,)), f"exit {done.returncode}, not {code}: {text[-900:]}"
    for one in [says] if isinstance(says, str) else says:
        assert one in text, f'"{one}" is not in: {text[-900:]}'
    return text


def inputs(b):
    """The values of each run: [{"n": 2000, ...}]"""
    lines = [line.split("\t") for line in b.text("m.samples", "runs.tsv").splitlines()[1:]]
    return [{k: float(v) for k, v in (one.split("=") for one in line[1].split(", "))} for line in lines]


def test_case_from_its_runs(b):
    """Ranges come from the benchmark runs; what the prediction needs from its first prediction. Options of the command line count
    more."""
    make(b)
    text = bench(b, "--budget", "8s", says=["bsim: case own, ranks 1: n 2000:100000; steps 10:40", "of the predicted calculation"])
    blocks = json.loads(b.text("m.json"))["blocks"]
    assert any("local" in m["params"].values() or "n" in m["params"].values() for m in blocks.values()), f"{blocks} {text}"
    asked = json.loads(b.text("m.samples", "dry-run", "parameters.json"))
    assert asked["ranks"] == 8 and any(k["calls"] == 8 * 7 for k in asked["blocks"]), str(asked)[:400]
    assert all(2000 <= run["n"] <= 100000 and 10 <= run["steps"] <= 40 for run in inputs(b)), str(inputs(b))
    bench(b, "--budget", "5s", "--range", "n=500:900", "--set", "steps=3", code=7, says="the prediction has")
    assert all(500 <= run["n"] <= 900 and "steps" not in run for run in inputs(b)), str(inputs(b))


def test_case_with_files(b):
    """Names in the files of a case, an exit code of its own, its environment, and "bench"."""
    make(b, exit_code=3, files={"in.txt": ["points {points}"]}, env={"BSIM_TEST": "1"}, predict=[],
         benchmark=[{"ranks": 1, "set": {"points": 1000}}], bench={"range": {"points": "1000:50000"}, "ranks": [1]})
    bench(b, "--budget", "5s", says="bsim: case own, ranks 1: points 1000:50000")
    assert all(1000 <= run["points"] <= 50000 for run in inputs(b)), str(inputs(b))
    first = inputs(b)[1]["points"]
    assert b.text("m.samples", "run-0002", "in.txt") == f"points {first:.0f}\n", "the file of the second run"
    make(b, predict=[], benchmark=[{"ranks": 1, "args": f"-n {n} -steps 3 {{root}}/a.dat"} for n in (1000, 9000)])
    bench(b, "--budget", "5s", says="bsim: case own, ranks 1: n 1000:9000")
    words = json.loads(b.text("m.build", "plan.json"))["arguments"]
    assert words == ["-n", "{n}", "-steps", "3", b.path("own/a.dat")], str(words)
    make(b, files={"in.txt": ["points {points}"]}, predict=[], benchmark=[{"ranks": 1, "set": {"points": 1000}}],
         bench={"range": {"points": "1000:50000"}})
    os.remove(b.path("m.json"))
    bench(b, "--budget", "5s", code=2, says="exit code 3")


def test_case_wrong_inputs(b):
    runs = CASE["benchmark"]
    for change, says in (
            ({"benchmark": [*runs, {"ranks": 1, "args": "-n many -steps 3"}]}, "differ in more than numbers"),
            ({"benchmark": [*runs, {"ranks": 1, "args": "-n 5"}]}, "differ in more than numbers"),
            ({"benchmark": [], "predict": []}, "there is nothing to measure"),
            ({"benchmark": runs[:1], "predict": []}, "the case gives no sizes"),
            ({"predict": [{"ranks": 8, "platform": "local", "args": "-m 4 -steps 7"}]}, 'the arguments "-m 4 -steps 7" are not as'),
            ({"bench": {"rang": {}}}, "unknown key 'rang'"),
            ({"bench": {"range": {"q": "1:2"}}}, "'q' stands neither in the arguments nor in the files"),
            ({"bench": {"range": {"n": "9:1"}}}, "the lower end 9 is above the upper end 1"),
            ({"sources": ["*.f90"]}, "match no file"),
            ({"cflags": ["-DMPI_Init=no_such("]}, "skeletonize")):
        make(b, **change)
        bench(b, code=2, says=says)
        assert not os.path.exists(b.path("m.json")), f"{change}: models are there"
    make(b)
    bench(b, case="nowhere", code=2, says="there is no case 'nowhere'")
    bench(b, "own", "--quiet", case=None, code=2, says='"--quiet" stands behind the case "own"')
    bench(b, "--skeleton", "x", code=2, says="--skeleton has no effect on a case")
    bench(b, case=None, code=2, says="the program is missing: a CASE, or --instrumented PATH")
