"""hostwatch.py - tells whether a measurement on this host was disturbed: by other processes, a hypervisor, or slower cores.

Owns: the counters of /proc/stat, the time of a short computation on all cores at a time, and the limits, which are those of `bsim bench`
(bsim/bench/host.c). Must not know what is measured.
"""
import hashlib
import math
import os
import resource
import statistics
import threading
import time

OTHER, STOLEN, SLOWER = 0.15, 0.03, 0.08  # processors that others had; that the hypervisor took; how much slower a core was
LEAST_S = 0.03  # /proc/stat counts in hundredths of a second for each processor
MOST_CORES = 8  # that are timed


def counters():
    """Seconds since boot, over all processors: (in use, taken by the hypervisor)."""
    with open("/proc/stat") as f:
        ticks = [int(t) for t in f.readline().split()[1:9]] + [0] * 8
    tick = 1.0 / os.sysconf("SC_CLK_TCK")
    return tick * (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]), tick * ticks[7]


def own_s():
    """Processor time of this process and of its children that have ended."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def repeat_on(core, together, found):
    """Times a short computation on a core; all threads that wait for the same barrier begin together. The median, since interrupts
    make single ones longer, and the first and the last may have had the processor for themselves."""
    os.sched_setaffinity(0, {core})  # of this thread
    data, times = bytes(131072), []
    together.wait()
    for _ in range(7):
        begin = time.perf_counter()
        hashlib.sha512(data).digest()  # other threads of Python run meanwhile
        times.append(time.perf_counter() - begin)
    found[core] = statistics.median(times)


def computation_s():
    """The time of a short computation on each core, on all of them at the same time: processors of a virtual machine may share one
    core of the host now and have one each later, which only shows while both are busy."""
    cores, found = sorted(os.sched_getaffinity(0))[:MOST_CORES], {}
    together = threading.Barrier(len(cores))
    threads = [threading.Thread(target=repeat_on, args=(core, together, found)) for core in cores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def verdict(other_s, stolen_s, wall_s, slower):
    """What disturbed a measurement of wall_s seconds, as a text; "" if nothing did. slower: of the slowest core, 0.1 for a tenth."""
    texts = []
    if other_s > LEAST_S and other_s / wall_s > OTHER:
        texts.append(f"other processes used {other_s / wall_s:.2g} processors")
    if stolen_s > LEAST_S and stolen_s / wall_s > STOLEN:
        texts.append(f"the hypervisor took {stolen_s / wall_s:.2g} processors")
    if slower > SLOWER:
        texts.append(f"a core was {100 * slower:.0f} % slower")
    return "; ".join(texts)


class Watch:
    """Watches one measurement after the other, between begin() and end()."""

    def __init__(self):
        self.best = {}  # of each core: the least time of the computation ever
        for _ in range(3):
            self.compute()

    def compute(self):
        found = computation_s()
        for core, seconds in found.items():
            self.best[core] = min(seconds, self.best.get(core, math.inf))
        return found

    def begin(self):
        self.before = self.compute()
        self.began = time.monotonic(), *counters(), own_s()

    def end(self):
        """What disturbed the measurement ("": nothing)."""
        wall, busy, stolen, own = (now - was for now, was in zip((time.monotonic(), *counters(), own_s()), self.began))
        after = self.compute()
        slower = max(min(self.before[c], after[c]) / self.best[c] - 1 for c in after)  # one that is interrupted tells nothing
        return verdict(busy - own, stolen, max(wall, 1e-6), slower)
