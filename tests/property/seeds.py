"""seeds.py - the loops over seeds: main makes a folder for a random program, calls a check, keeps what failed; loop has one folder
for all seeds, each of which may have several results."""
import argparse
import concurrent.futures
import os
import shutil
import tempfile
import time


class Failed(Exception):
    """A check has failed; the text says why."""


def loop(name, about, count, check, prepare=lambda folder, options: None, add_options=lambda parser: None):
    """prepare(folder, options) is called once. check(seed, folder, options) yields (what was checked, what is wrong or None) once or
    more. Prints `ok NAME SEED WHAT` or `FAIL NAME SEED WHAT: why` for each; returns the exit code."""
    p = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=count)
    p.add_argument("--seed", type=int, default=int(time.time()))
    add_options(p)
    a = p.parse_args()
    print(f"{name}: seeds {a.seed} .. {a.seed + a.count - 1}", flush=True)
    bad = 0
    with tempfile.TemporaryDirectory(prefix=name + ".") as folder:
        prepare(folder, a)
        for seed in range(a.seed, a.seed + a.count):
            for what, wrong in check(seed, folder, a):
                bad |= bool(wrong)
                print(f"FAIL {name} {seed} {what}: {wrong}" if wrong else f"ok {name} {seed} {what}", flush=True)
    return bad


def main(name, about, count, check, add_options=lambda parser: None, after=lambda options, folder: ""):
    """check(seed, folder, options) raises Failed. Prints `ok NAME SEED` or `FAIL NAME SEED: why`; returns the exit code.
    after(options, folder) of a failing program, once it is kept, may tell more."""
    p = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=count)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--jobs", type=int, default=1, help="programs at a time")
    p.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), name))
    add_options(p)
    a = p.parse_args()
    print(f"{name}: seeds {a.seed} .. {a.seed + a.count - 1}")

    def one(seed):
        folder = tempfile.mkdtemp(prefix=name + ".")
        try:
            check(seed, folder, a)
            print(f"ok {name} {seed}", flush=True)
        except Failed as failed:
            kept = os.path.join(a.keep, str(seed))
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            more = after(a, kept)
            print(f"FAIL {name} {seed}: program kept in {kept}: {failed}" + (f"\n    {more}" if more else ""), flush=True)
            return 1
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return 0

    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        return 1 if sum(pool.map(one, range(a.seed, a.seed + a.count))) else 0
