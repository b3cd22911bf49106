"""labnet.py - a small cluster on one host: network namespaces as hosts, joined by a bridge, with limited links.

Owns: namespaces, links and limits, and how MPI programs are started on the hosts. Everything is inside of namespaces that
private() makes for one process: network, mounts, processes. The kernel removes them all when that process ends, however it
ends. The host's own network is not touched.

Each host has a link to the bridge. tbf (token bucket) limits it in both directions: at the host's end what leaves the host,
at the bridge's end what comes in. The queues drop nothing, as in networks with flow control. With leaves, groups of hosts
stand behind uplinks that they share: each group has a bridge of its own, whose link to the first one has another limit.
"""
import ctypes
import os
import shutil
import signal
import subprocess

NEEDED = ("ip", "tc", "unshare", "mpiexec", "mount")
QUEUE = "64mb"               # the longest queue
PACKET, SLACK_S = 1514, 1e-4 # bytes on the wire; how late a timer may be without loss of bandwidth
FRONT = "10.77.0.254"        # mpiexec's address
# Sockets that hold a whole message, so that the kernel sends while a process sleeps; no congestion control that paces (BBR).
# This host's cores may pass packets out of order, which is no loss, either; STEER has one core pass the packets of a connection.
SETTINGS = ("net.ipv4.tcp_congestion_control=reno", "net.ipv4.tcp_slow_start_after_idle=0", "net.ipv4.tcp_no_metrics_save=1",
            "net.ipv4.tcp_wmem=4096 4194304 8388608", "net.ipv4.tcp_rmem=4096 4194304 8388608", "net.ipv4.tcp_early_retrans=0",
            "net.ipv4.tcp_recovery=0", "net.ipv4.tcp_reordering=250", "net.ipv4.tcp_max_reordering=1000",
            "net.ipv4.tcp_timestamps=0")
STEER = "for queue in {}/class/net/{}/queues/rx-*/rps_cpus; do echo {:x} > $queue; done"
# Nothing is lost here, so TCP need not feel its way: else each new connection waits for acknowledgements, which wait behind
# the data of the other direction, and long queues look like losses.
SEGMENT, WINDOW = 1460, 4000 # the data of a packet, and packets of a window
TUNED = ("initcwnd", str(WINDOW), "initrwnd", str(WINDOW), "rto_min", "20s")
LAUNCHER = """#!/bin/sh
# What mpiexec takes for ssh: runs a command on a host, which is a network namespace.
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
exec ip netns exec "h$((${host##*.} - 1))" sh -c "$*"
"""


class LabError(Exception):
    """What the lab needs is missing, or a command failed."""


def missing():
    """What this process lacks to make a lab, as a text; None if nothing."""
    tools = [t for t in NEEDED if not shutil.which(t)]
    if tools:
        return f"programs are missing: {', '.join(tools)} (Debian: iproute2, util-linux, mount, mpich)"
    probe = subprocess.run(unshare() + ["sh", "-c", "mount -t tmpfs tmpfs /run && ip netns add h0 && "
                                        "ip link add eth0 type veth peer name eth0 netns h0 && "
                                        f"tc qdisc add dev eth0 root tbf rate 1mbit burst {burst(1)} limit {QUEUE}"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if probe.returncode:
        why = (probe.stderr.strip().splitlines() or ["no reason given"])[-1]
        return ("network namespaces with veth links and tbf cannot be made here: " + why +
                ". It needs root (CAP_SYS_ADMIN and CAP_NET_ADMIN) and a kernel with CONFIG_NET_NS, CONFIG_VETH, "
                "CONFIG_BRIDGE and CONFIG_NET_SCH_TBF")
    return None


def burst(rate_mbit):
    """Bytes that a link lets pass at once: a packet, and what it carries while a timer is late."""
    return PACKET + round(rate_mbit * 1e6 / 8 * SLACK_S)


def burst_data(rate_mbit):
    """The data of messages in these bytes."""
    return burst(rate_mbit) * SEGMENT // PACKET


def unshare():
    """The beginning of a command that runs in new namespaces, and ends them with it."""
    return ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]


def die_with_parent():
    """For subprocess: the child is killed when its parent ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def private(argv):
    """Runs argv in namespaces of its own; its exit code. An interrupt ends all that runs there."""
    child = subprocess.Popen(unshare() + argv, preexec_fn=die_with_parent)
    try:
        return child.wait()
    finally:
        child.kill()
        child.wait()


def run(*argv):
    """Runs a command that must succeed."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise LabError(f"{' '.join(argv)}: {done.stdout.strip()}")
    return done.stdout


def address(host):
    return f"10.77.0.{host + 1}"


class Network:
    """The cluster. To be used inside of private(). leaf: so many hosts share an uplink; 0: there are none.
    tuned: TCP knows that nothing is lost."""

    def __init__(self, hosts, leaf=0, tuned=True):
        self.hosts, self.leaf, self.tuned = hosts, leaf, tuned
        self.launcher = "/run/bsim-lab-launcher"
        self.leaves = -(-hosts // leaf) if leaf else 0

    def up(self, rate_mbit, uplink_mbit=None):
        """Makes everything. Rates in Mbit/s."""
        run("mount", "-t", "tmpfs", "tmpfs", "/run")
        os.mkdir("/run/sys")
        run("mount", "-t", "sysfs", "sysfs", "/run/sys")  # that of the bridge's namespace
        with open(self.launcher, "w") as f:
            f.write(LAUNCHER)
        os.chmod(self.launcher, 0o755)
        run("ip", "link", "set", "lo", "up")
        self.bridge("eth0")  # mpiexec looks for the interface by the name that it has on the hosts
        run("ip", "addr", "add", FRONT + "/24", "dev", "eth0")
        for leaf in range(self.leaves):
            self.bridge(f"leaf{leaf}")
            run("ip", "link", "add", f"up{leaf}", "type", "veth", "peer", "name", f"down{leaf}")
            for end, bridge in ((f"up{leaf}", f"leaf{leaf}"), (f"down{leaf}", "eth0")):
                run("ip", "link", "set", end, "master", bridge, "up", "gso_max_segs", "1")
        for host in range(self.hosts):
            self.host(host)
        self.limit(rate_mbit, uplink_mbit)

    @staticmethod
    def bridge(name):
        run("ip", "link", "add", name, "type", "bridge")
        run("ip", "link", "set", name, "up")

    def host(self, host):
        """A namespace hN with eth0, the other end of which is vN at a bridge."""
        name, link = f"h{host}", f"v{host}"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", link, "master", f"leaf{host // self.leaf}" if self.leaf else "eth0", "up", "gso_max_segs", "1")
        run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "-n", name, "addr", "add", address(host) + "/24", "dev", "eth0")
        run("ip", "-n", name, "link", "set", "eth0", "up", "gso_max_segs", "1")  # packets, not heaps of them, pass the limits
        run("ip", "-n", name, "route", "add", "default", "via", FRONT)
        run("ip", "netns", "exec", name, "sysctl", "-qw", *SETTINGS)
        cores = (1 << os.cpu_count()) - 1
        run("ip", "netns", "exec", name, "sh", "-c", STEER.format("/sys", "eth0", cores))
        run("sh", "-c", STEER.format("/run/sys", link, cores))
        if self.tuned:
            run("ip", "-n", name, "route", "replace", "10.77.0.0/24", "dev", "eth0", "proto", "kernel", "scope", "link", "src",
                address(host), *TUNED)

    def limit(self, rate_mbit, uplink_mbit=None):
        """Sets the rates of all links."""
        def tbf(where, device, mbit):
            run("tc", *where, "qdisc", "replace", "dev", device, "root", "tbf", "rate", f"{mbit}mbit", "burst", str(burst(mbit)),
                "limit", QUEUE)
        for host in range(self.hosts):
            tbf(["-n", f"h{host}"], "eth0", rate_mbit)
            tbf([], f"v{host}", rate_mbit)
        for leaf in range(self.leaves):
            tbf([], f"up{leaf}", uplink_mbit or rate_mbit)
            tbf([], f"down{leaf}", uplink_mbit or rate_mbit)

    def hostlist(self, hosts):
        return ",".join(address(h) for h in hosts)

    def mpiexec(self, build):
        """mpiexec with what it needs to start programs on the hosts, whose processes sleep while they wait; -hosts, -ppn and -n
        are still to follow."""
        return ["mpiexec", "-localhost", FRONT, "-launcher", "ssh", "-launcher-exec", self.launcher, "-iface", "eth0", "-genv",
                "LD_PRELOAD", os.path.join(os.path.abspath(build), "lib", "libbsim-wait.so")]


def environment(more=()):
    """The environment of mpiexec: MPICH uses TCP only."""
    return {**os.environ, "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "eth0", "UCX_WARN_UNUSED_ENV_VARS": "n", **dict(more)}
