"""local_platform.py - the platform of this node, with which predictions are held against real runs on it.

Owns: the file in the build folder, when it is measured again, and what `bsim calibrate --check` means to the scripts: the processors of a
virtual machine move, and messages between them then take another time, while nothing else disturbs the node.
"""
import json
import os
import re
import subprocess

import bsimcase


def moved(bsim, platform):
    """How far apart the processors are now, and were when a platform was measured, as a text; "" if they have not moved, or nothing is
    known."""
    found = subprocess.run([bsim, "calibrate", "--check", platform], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if found.returncode != 1:
        return ""
    latencies = re.search(r"core-to-core latency of (.*), and now it is (.*): this", found.stdout)
    return f"core-to-core latency is {latencies[2]}, and was {latencies[1]} when the platform was measured" if latencies else \
        "platform is of another machine"


class LocalPlatform:
    """The file, for one case. run: the case's bsimcase.Runner."""

    def __init__(self, run):
        self.run, self.path = run, os.path.join(run.build, "local-platform.json")
        self.bsim = run.bin("bsim")
        self.fresh = False  # whether it is known to hold

    def stale(self):
        """Whether it is to be measured: there is none, or one of an earlier bsim calibrate, or of processors that have moved since."""
        if not os.path.exists(self.path):
            return True
        with open(self.path) as f:
            platform = json.load(f)
        if "first_messages" not in platform.get("network", {}):
            return True
        return bsimcase.cores() > 1 and ("core_latency" not in platform["provenance"] or moved(self.bsim, self.path) != "")

    def get(self):
        """The path of the file. It is measured once for a build folder, and again if it does not hold when a case begins."""
        if not self.fresh and self.stale():
            self.run.progress("calibrating this node")
            self.run.command("calibrate", [self.bsim, "calibrate", "-o", self.path], timeout=600)
        self.fresh = True
        return self.path

    def moved(self, ranks):
        """Where the processors are, if they are not where they were when the file was made, and that matters to so many ranks;
        else ""."""
        return moved(self.bsim, self.path) if ranks > 1 and os.path.exists(self.path) else ""
