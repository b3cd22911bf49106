#!/usr/bin/env python3
"""models.py - writes models for all blocks of a skeleton, with errors: a time that grows with each parameter.

usage: models.py SKELETON.json
"""
import json
import sys


def model(block):
    names = [p if isinstance(p, str) else p.get("name") for p in block.get("params", block.get("parameters", []))]
    out = {"time": "1e-6" + "".join(f" + 1e-9*abs(p{i})" for i in range(len(names))),
           "fit": {"samples": 5, "error_median": 0.05, "error_max": 0.1}}
    if names:
        out["params"] = {f"p{i}": name for i, name in enumerate(names)}
        out["fit"]["range"] = {"p0": [1, 1e9]}
    return out


def main():
    with open(sys.argv[1]) as f:
        blocks = json.load(f)["blocks"]
    json.dump({"schema": "bsim-models/1", "blocks": {b["name"]: model(b) for b in blocks}}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
