"""benchrun.py - what the benchmarks beside SimGrid SMPI share: building a program for both tools, and running it within a limit.

Must not know platforms, patterns or what a program prints.
"""
import os
import signal
import subprocess

import bsimcase


def build(build_dir, out, name, beside_smpi=True):
    """benchmarks/perf/NAME.c for both tools, as NAME.bsim and, beside SMPI, NAME.smpi in the folder out."""
    source = os.path.join(bsimcase.ROOT, "benchmarks", "perf", name + ".c")
    subprocess.run([os.path.join(build_dir, "bin", "bsimcc"), "-O2", source, "-o", os.path.join(out, name + ".bsim")], check=True)
    if beside_smpi:
        subprocess.run(["smpicc", "-O2", source, "-o", os.path.join(out, name + ".smpi")], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)


def run(argv, cwd, limit_s):
    """(what the program has printed, its processor time in s); None if it does not end within limit_s. An exit code other than 0
    ends the benchmark. All that the program has started ends with it: smpirun is a script, whose simulator would go on."""
    before = os.times()
    with subprocess.Popen(argv, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            out, errors = process.communicate(timeout=limit_s)
        except BaseException as why:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(why, subprocess.TimeoutExpired):
                return None
            raise
    after = os.times()
    if process.returncode:
        raise SystemExit(f"{' '.join(argv)}: exit {process.returncode}\n{errors[-600:]}")
    return out, after.children_user + after.children_system - before.children_user - before.children_system
