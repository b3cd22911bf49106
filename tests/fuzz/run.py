#!/usr/bin/env python3
"""run.py - fuzzes the readers of all input files with libFuzzer (commands.c).

run.py [--runs N] [--seconds S] [--seed N] [TARGET...]: N inputs for all targets together (default 10,000,000, or what S seconds
for each target allow). Prints "ok TARGET" with the number of inputs, or FAIL with what was found; the input that shows it stays
in B/fuzz/TARGET. Seeds are the files of the repository, and files that bsim writes here. B: build folder.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.realpath(os.path.join(ROOT, os.environ.get("B") or "build"))
SEPARATOR = b"\n--8<--\n"
MOST_BYTES = {"trace": 60000, "platform": 20000, "models": 20000}
OPTIONS = "-O1 -g1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=vptr -fno-sanitize-recover=undefined"


def read(path):
    with open(path, "rb") as f:
        return f.read()


def of_schema(kind):
    """The shipped files of a schema, good and bad."""
    for path in glob.glob(os.path.join(ROOT, "**", "*.json"), recursive=True):
        if os.path.relpath(path, ROOT).startswith("build"):
            continue
        text = read(path)
        if f'"bsim-{kind}/1"'.encode() in text and len(text) < 20000:
            yield text


def programs(folder):
    """Files that bsim writes: a result and traces."""
    source = os.path.join(folder, "a.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write("#include <mpi.h>\nint main(int c, char **v) { int r, n, x = 0; MPI_Init(&c, &v); MPI_Comm_rank(MPI_COMM_WORLD, &r);"
                " MPI_Comm_size(MPI_COMM_WORLD, &n); for (int i = 0; i < 5; i++) { if (r) MPI_Send(&x, 1, MPI_INT, 0, i, MPI_COMM_WORLD);"
                " else for (int j = 1; j < n; j++) MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
                " MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); } MPI_Finalize(); return 0; }\n")
    with open(os.path.join(folder, "b.c"), "w", encoding="utf-8") as f:
        f.write("#include <mpi.h>\nint main(int c, char **v) { int x[9] = {0}; MPI_Win w; MPI_File f; MPI_Request r; MPI_Init(&c, &v);"
                " MPI_Win_create(x, 36, 4, MPI_INFO_NULL, MPI_COMM_SELF, &w); MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);"
                " MPI_Rget(x, 2, MPI_INT, 0, 3, 2, MPI_INT, w, &r); MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Win_unlock(0, w); MPI_Win_free(&w);"
                " MPI_File_open(MPI_COMM_SELF, \"b.c\", MPI_MODE_RDONLY, MPI_INFO_NULL, &f); MPI_File_iread(f, x, 3, MPI_INT, &r);"
                " MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_File_close(&f);"
                " MPI_Psend_init(x, 3, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r);"
                " MPI_Start(&r); MPI_Pready_range(0, 2, r); MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Request_free(&r);"
                " MPI_Finalize(); return 0; }\n")

    def call(*argv):
        subprocess.run(argv, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    call(os.path.join(BUILD, "bin", "bsimcc"), "-o", "a", "a.c")
    call(os.path.join(BUILD, "bin", "bsim"), "run", "-np", "4", "--platform", os.path.join(ROOT, "tests/diff/platform.json"), "--json",
         "result.json", "--record", "trace", "./a")
    call(os.path.join(BUILD, "bin", "bsimcc"), "-o", "b", "b.c")
    call(os.path.join(BUILD, "bin", "bsim"), "run", "-np", "2", "--platform", os.path.join(ROOT, "tests/diff/platform.json"),
         "--record", "objects", "./b")


def decompressed(path):
    return subprocess.run(["zstd", "-dc", path], check=True, stdout=subprocess.PIPE).stdout


def seeds(target, made):
    """The seeds of a target, as bytes."""
    if target in ("platform", "scenarios", "models"):
        yield from of_schema(target)
    if target == "scenarios":
        yield (b'{"schema": "bsim-scenarios/1", "scenarios": [{"name": "slow", "set": {"network.latency": "10us"}}, '
               b'{"name": "fast", "set": {"network.bandwidth": 1e9, "speed": 2}}]}')
    if target == "table":
        yield b'{"schema": "bsim-sweep/1", "vary": ["a"], "rows": [{"a": "1", "predicted_time_s": 2}]}'
        yield b"a,b,predicted_time_s\n1,2,0.5\n1,3,0.25\n"
    elif target == "result":
        yield read(os.path.join(made, "result.json"))
    elif target == "measurements":
        yield (b"# bsim-measurements/1\n# date 2026-01-02\n# machine m\n# hosts a,b\n# nodes 2\n# first_use 65536 6e-5\n"
               b"size\thalf\tsend\trecv\tgap\tlate\n" +
               b"".join(b"%d\t%g\t3e-7\t2e-7\t1e-7\tnan\n" % (n, 1e-6 + n * 1e-10 + (5e-6 if n > 9000 else 0))
                        for _ in (1, 2) for n in (0, 1, 8, 64, 128, 1024, 4096, 8192, 16384, 65536, 262144, 1048576)) +
               b"# eager_limit 8255\n# pairs 1 131072 4 1e-3\n# pairs 1 1 256 1e-3\n# both_ways 2 131072 4 3e-3\n# pairs 2 1 256 2e-3\n"
               b"# library MPICH\n# reduction 8 1e-8\n# reduction 4096 1e-6\n# reduction 4096 1e-6 1\n"
               b"# copy 4096 1e-6\n# copy 65536 1e-5\n# coll bcast 8 4 64 1e-5\n# coll barrier 8 4 0 2e-5\n")
    elif target == "samples":
        yield (b"# bsim-samples/1; machine: m; rank 0 of 1; busy cores: 1; timer: t; overhead 0 s subtracted\n"
               b"block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\n" +
               b"".join(b"w\tn=%d,m=%d\t5\t%g\t%g\t%g\t%g\t%g\t0\n" % (n, m, *[1e-9 * n * m] * 5) for n in (1, 2, 4) for m in (3, 9)))
    elif target == "trace":
        for name in ("trace", "objects"):
            at = os.path.join(made, name)
            about = json.loads(read(os.path.join(at, "trace.json")))
            window = {"what": "MPI_Barrier:1-", "calls": 1, "ranks": [[0, 1]] * about["ranks"]}
            for text in (about, {**about, "schema": "bsim-trace/3", "window": window}):
                yield SEPARATOR.join([json.dumps(text).encode(), decompressed(os.path.join(at, "calls.zst")),
                                      decompressed(os.path.join(at, "times.zst"))])
    elif target == "simgrid":
        head = b'<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1"><zone id="z" routing='
        yield head + (b'"Full"><host id="a" speed="1Gf"/><host id="b" speed="1Gf" core="2"/><link id="l" bandwidth="1GBps" latency="1us"/>'
                      b'<route src="a" dst="b"><link_ctn id="l"/></route></zone></platform>')
        yield head + (b'"Cluster"><cluster id="c" prefix="n-" suffix="" radical="0-7" speed="1Gf" bw="125MBps" lat="50us" topology="FAT_TREE" '
                      b'topo_parameters="2;4,2;1,2;1,2" bb_bw="1GBps" bb_lat="1us"/></zone></platform>')
    elif target == "dimemas":
        text = read(os.path.join(ROOT, "tests", "unit", "platform_import.c")).decode()
        literal = re.search(r'char dimemas\[\] =(.*?");\n\n', text, re.S)[1]
        yield "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literal)).encode().decode("unicode_escape").encode()


def dictionary(path):
    """Keys of the schemas, and what the other formats have."""
    words = set('"<>,:;[]{}') | {"true", "false", "null", "1e999", "-1", "0", "1us", "GB/s", "NaN", "\\x09", "\\x0a"}
    for schema in glob.glob(os.path.join(ROOT, "models", "schema", "*.json")):
        words |= {w for w in re.findall(r'"([A-Za-z0-9_/-]{2,40})"', read(schema).decode())}
    with open(path, "w", encoding="utf-8") as f:
        for word in sorted(words):
            f.write('"%s"\n' % word.replace('"', '\\"'))


def build():
    """The fuzzer; make of a build folder of its own."""
    b = os.path.join(BUILD, "fuzz", "build")
    exe = os.path.join(b, "tests", "fuzz")
    subprocess.run(["make", "-s", f"-j{os.cpu_count() or 1}", "-C", ROOT, f"B={b}", "CC=clang-19", f"OPT={OPTIONS}", exe], check=True)
    return exe


def fuzz(exe, target, made, words, args, runs):
    work = os.path.join(BUILD, "fuzz", target)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(os.path.join(work, "seeds"))
    os.makedirs(os.path.join(work, "new"))
    for i, seed in enumerate(seeds(target, made)):
        with open(os.path.join(work, "seeds", str(i)), "wb") as f:
            f.write(seed)
    with tempfile.TemporaryDirectory(prefix="bsim-fuzz.", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        good = {"scenarios": os.path.join(ROOT, "tests/diff/platform.json")}.get(target)
        with open(os.path.join(folder, "other.json"), "wb") as f:
            f.write(read(good) if good else b'{"schema": "bsim-models/1", "blocks": {"w": {"pieces": [{"time": "1e-9"}]}}}')
        argv = [exe, f"-runs={runs}", f"-seed={args.seed}", f"-dict={words}", f"-max_len={MOST_BYTES.get(target, 6000)}", "-timeout=20", "-rss_limit_mb=4000", "-len_control=20",
                "-close_fd_mask=3", f"-artifact_prefix={work}/found-", "-print_final_stats=1", os.path.join(work, "new"), os.path.join(work, "seeds")]
        env = dict(os.environ, BSIM_FUZZ=target, BSIM_FUZZ_FOLDER=folder, ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:max_malloc_fill_size=0:malloc_context_size=4:quarantine_size_mb=32",
                   UBSAN_OPTIONS="print_stacktrace=1")
        if not any(subprocess.run([exe, os.path.join(work, "seeds", seed)], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, check=False, env=dict(env, BSIM_FUZZ_GOOD="1")).returncode == 0
                   for seed in os.listdir(os.path.join(work, "seeds"))):
            print(f"FAIL {target}: no seed is a good file", flush=True)
            return 1
        if args.seconds:
            argv.insert(1, f"-max_total_time={args.seconds}")
        done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              env=env)
    text = done.stdout.decode(errors="replace")
    with open(os.path.join(work, "log"), "w", encoding="utf-8") as f:
        f.write(text)
    ran = re.search(r"number_of_executed_units:\s*(\d+)", text)
    if done.returncode == 0 and ran:
        print(f"ok {target} ({ran[1]} inputs, seed {args.seed})", flush=True)
        return 0
    why = re.search(r"(SUMMARY: .*|ERROR: .*|runtime error: .*)", text)
    print(f"FAIL {target}: {why[1] if why else text[-300:]} ({work}/log, seed {args.seed})", flush=True)
    return 1


TARGETS = ["platform", "scenarios", "models", "simgrid", "dimemas", "measurements", "samples", "result", "table", "trace"]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--runs", type=int, default=10_000_000)
    p.add_argument("--seconds", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("target", nargs="*", metavar="TARGET")
    args = p.parse_args()
    chosen = args.target or TARGETS
    bad = 0
    exe = build()
    with tempfile.TemporaryDirectory(prefix="bsim-fuzz-seeds.") as made:
        programs(made)
        words = os.path.join(made, "words")
        dictionary(words)
        for target in chosen:
            bad |= fuzz(exe, target, made, words, args, args.runs // len(chosen))
    return bad


if __name__ == "__main__":
    sys.exit(main())
