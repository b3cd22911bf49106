#!/usr/bin/env python3
"""namespaces.py - a run on two hosts with a network of their own between them: network namespaces of this machine.

usage: namespaces.py PLATFORM RANKS PROGRAM [ARGS...]  (bsim in PATH)
       namespaces.py PLATFORM RANKS --busy PROGRAM: a host that loses its network, and one that calculates for long (busy.c)

The namespaces are those of scripts/labnet.py; they go when this process ends. Compares the result with that of one process, and
prints "ok namespaces", "FAIL namespaces: reason", or "skip namespaces: reason" where namespaces cannot be made.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import labnet  # noqa: E402

RATE_MBIT = 1000


def result(folder, launcher, arguments):
    """The result without the host's own values, and what the ranks have printed, sorted."""
    path = os.path.join(folder, "result.json")
    done = subprocess.run([*launcher, "bsim", "run", "--json", path, "--quiet", *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120, env=labnet.environment() if launcher else None,
                          check=False)
    if done.returncode:
        raise labnet.LabError(f"exit code {done.returncode}: {done.stdout.strip()[-300:]}")
    with open(path) as f:
        told = json.load(f)
    del told["host"]
    return told, sorted(done.stdout.splitlines())


def launcher(network):
    return ["mpiexec", "-localhost", labnet.FRONT, "-launcher", "ssh", "-launcher-exec", network.launcher, "-iface", "eth0",
            "-hosts", network.hostlist(range(2)), "-ppn", "1", "-n", "2"]


def compare(arguments):
    network = labnet.Network(2)
    network.up(RATE_MBIT)
    mpiexec = launcher(network)
    with tempfile.TemporaryDirectory() as folder:
        alone, several = result(folder, [], arguments), result(folder, mpiexec, arguments)
    return "ok namespaces" if alone == several else "FAIL namespaces: the results differ"


def end(network, arguments, limit_s, after_s=None):
    """Exit code, what was printed, and seconds of a run. after_s: then the second host loses its network."""
    environment = dict(labnet.environment(), BSIM_HOST_LIMIT=str(limit_s))
    begin = time.monotonic()
    run = subprocess.Popen([*launcher(network), "bsim", "run", "--quiet", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, env=environment)
    if after_s:
        time.sleep(after_s)
        for host, other in ((0, 1), (1, 0)):
            labnet.run("ip", "-n", f"h{host}", "route", "add", "blackhole", labnet.address(other) + "/32")
    try:
        printed = run.communicate(timeout=60)[0]
    finally:
        run.kill()
    return run.returncode, printed, time.monotonic() - begin


def lose(arguments, busy):
    """A host that is silent ends the run; one that calculates, with full buffers, does not."""
    network = labnet.Network(2)
    network.up(RATE_MBIT)
    limit_s = 3
    code, printed, spent = end(network, [*arguments, busy, "10"], limit_s)
    if code or spent < 3 * limit_s:
        return f"FAIL namespaces-busy: exit code {code} after {spent:.0f} s: {printed.strip()[-300:]}"
    print("ok namespaces-busy")
    code, printed, spent = end(network, [*arguments, busy, "1000"], limit_s, after_s=4)
    if code == 0 or "has not answered for" not in printed:
        return f"FAIL namespaces-silent: exit code {code} after {spent:.0f} s: {printed.strip()[-300:]}"
    return "ok namespaces-silent"


def main():
    platform, ranks, *program = sys.argv[1:]
    if os.environ.get("BSIM_IN_NAMESPACES") != "1":
        why = labnet.missing()
        if why:
            print(f"skip namespaces: {why}")
            return 0
        os.environ["BSIM_IN_NAMESPACES"] = "1"
        return labnet.private([sys.executable, *sys.argv])
    try:
        if program[0] == "--busy":
            line = lose(["-np", ranks, "--platform", platform], program[1])
        else:
            line = compare(["-np", ranks, "--platform", platform, *program])
    except (labnet.LabError, subprocess.TimeoutExpired) as why:
        line = f"FAIL namespaces: {why}"
    print(line)
    return int(line.startswith("FAIL"))


if __name__ == "__main__":
    sys.exit(main())
