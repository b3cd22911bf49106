#!/usr/bin/env python3
"""same_results.py - checks that two builds of bsim make equal skeletons and bit-identical predictions.

same_results.py OLD NEW: slices the programs of benchmarks/apps with each build (folders such as build/), and runs each skeleton
in five settings (ranks, platform, model, scenarios, shards, noise; each block takes a microsecond). It compares the files of the
skeletons, and the results without the values of the host. Prints ok or FAIL for each comparison; exits 1 if any differs.
"""
import difflib
import json
import os
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = {"schema": "bsim-models/1", "blocks": {}, "other_blocks": {"time": "1e-6", "noise": 0.05}}
ARGS = {"heat2d": "-nx 768 -ny 640 -steps 40 -check 7", "cg": "-x 160 -y 480 -i 12 -r 2", "wavefront": "96 80 36 4 3 2",
        "md": "-x 16 -y 12 -z 12 -n 12 -N 5 -T 6"}
SETTINGS = [  # command, ranks, platform, its network model, options
    ("run", 1, "infiniband-cluster", "loggpo", ""),
    ("run", 7, "ethernet-10g", "loggpo", ""),
    ("sweep", 64, "infiniband-cluster", "loggpo", "--vary network.latency=1us,5us,20us"),
    ("run", 256, "infiniband-cluster", "loggpo", "--shards 2 --noise 1 --noise-seed 3"),
    ("run", 48, "ethernet-10g", "simple", ""),
]


def run(argv, folder):
    done = subprocess.run(argv, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(argv)}: exit {done.returncode}\n{done.stdout.decode(errors='replace')[-600:]}")


def write_platform(name, model, path):
    with open(os.path.join(ROOT, "models/platforms", name + ".json"), encoding="utf-8") as f:
        given = json.load(f)
    given["network"]["model"] = model
    for link in ("network", "intra_node") if model == "simple" else ():
        given[link] = {k: v for k, v in given[link].items() if not k.endswith("_overhead")}
    with open(path, "w", encoding="utf-8") as f:
        json.dump(given, f)


def written(folder):
    """The sources of a skeleton: name to text."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".c", ".h")):
                with open(os.path.join(where, name), encoding="utf-8", errors="replace") as f:
                    found[os.path.relpath(os.path.join(where, name), folder)] = f.read()
    return found


def predicted(path):
    """A result without the values of the host."""
    with open(path, encoding="utf-8") as f:
        result = json.load(f)

    def plain(value):
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if k not in ("host", "provenance")}
        return [plain(v) for v in value] if isinstance(value, list) else value

    return json.dumps(plain(result), indent=1, sort_keys=True)


def slice_with(build, app, folder):
    case = os.path.join(ROOT, "benchmarks/apps", app)
    sources = sorted(n for n in os.listdir(case) if n.endswith(".c"))
    run([os.path.join(build, "bin/skeletonize"), "--quiet", "-o", os.path.join(folder, "skeleton"), *sources, "--", "-O2"], case)
    os.environ["PATH"] = os.path.join(build, "bin") + ":" + PATH
    run(["make", "-s", "-C", os.path.join(folder, "skeleton")], folder)
    return written(os.path.join(folder, "skeleton"))


def main(old, new):
    bad, builds = 0, [os.path.abspath(old), os.path.abspath(new)]
    with tempfile.TemporaryDirectory(prefix="same.") as work:
        with open(os.path.join(work, "models.json"), "w", encoding="utf-8") as f:
            json.dump(MODELS, f)
        for app, arguments in ARGS.items():
            folders = [os.path.join(work, app + side) for side in "01"]
            texts = []
            for build, folder in zip(builds, folders):
                os.mkdir(folder)
                texts.append(slice_with(build, app, folder))
            bad += told(f"{app}: skeletons", *(json.dumps(text, indent=1, sort_keys=True) for text in texts))
            for number, (command, ranks, name, model, options) in enumerate(SETTINGS):
                results = []
                for build, folder in zip(builds, folders):
                    write_platform(name, model, os.path.join(folder, "platform.json"))
                    out = os.path.join(folder, f"result-{number}.json")
                    run([os.path.join(build, "bin/bsim"), command, "-np", str(ranks), "--platform", "platform.json",
                         "--models", "../models.json", "--json", out, *options.split(), "skeleton/skeleton",
                         *arguments.split()], folder)
                    results.append(predicted(out))
                bad += told(f"{app}: {command} of {ranks} ranks, {name}, {model} {options}".rstrip(), *results)
    return 1 if bad else 0


def told(what, old, new):
    if old == new:
        print(f"ok {what}", flush=True)
        return 0
    print(f"FAIL {what}: the two differ")
    print("".join("    " + line + "\n" for line in list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm=""))[:12]))
    return 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    PATH = os.environ["PATH"]
    sys.exit(main(sys.argv[1], sys.argv[2]))
