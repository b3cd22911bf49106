#!/usr/bin/env python3
"""goal.py LATENCY_NS NS_PER_BYTE FILE... - reads GOAL schedules strictly, carries them out, and prints when the last rank of each ends.

Sends cost nothing and end at once; a message is there after the latency and its bytes. The grammar is that of LogGOPSim's
txt2bin: a line is a label, a colon and an operation, or two labels with "requires" or "irequires" between them.
"""
import re
import sys

OPERATION = re.compile(r"l(\d+): (?:calc (\d+)|(send|recv) (\d+)b (to|from) (\d+) tag (\d+))$")
DEPENDENCY = re.compile(r"l(\d+) (i?)requires l(\d+)$")


def parse(path):
    ranks, rank = {}, None
    lines = [line.strip() for line in open(path) if line.strip()]
    n = int(re.fullmatch(r"num_ranks (\d+)", lines[0]).group(1))
    for line in lines[1:]:
        begin = re.fullmatch(r"rank (\d+) \{", line)
        if begin:
            assert rank is None
            rank = ranks[int(begin.group(1))] = {}
            continue
        if line == "}":
            rank = None
            continue
        operation, dependency = OPERATION.match(line), DEPENDENCY.match(line)
        if operation:
            label, calc, kind, size, word, peer, tag = operation.groups()
            assert label not in rank and word == {"send": "to", "recv": "from", None: None}[kind], line
            assert calc or (int(size) > 0 and 0 <= int(peer) < n and int(tag) < 1 << 32), line
            rank[label] = {"kind": kind or "calc", "size": int(calc or size), "peer": peer and int(peer), "tag": tag,
                           "front": []}
        else:
            assert dependency, line
            rank[dependency.group(1)]["front"].append((dependency.group(3), dependency.group(2)))
            assert dependency.group(3) in rank, line
    assert sorted(ranks) == list(range(n)) and all(ranks.values())
    return ranks


def run(ranks, latency, per_byte):
    sent, busy, last = {}, {r: 0 for r in ranks}, 0
    waiting = [(r, label) for r in sorted(ranks) for label in ranks[r]]
    while waiting:
        left = []
        for r, label in waiting:
            operation = ranks[r][label]
            front = [ranks[r][f].get("begin" if i else "end") for f, i in operation["front"]]
            arrivals = sent.get((operation["peer"], r, operation["tag"]), [])
            if None not in front:
                operation["begin"] = max(front, default=0)
            if None in front or (operation["kind"] == "recv" and not arrivals):
                left.append((r, label))
                continue
            begin = end = operation["begin"]
            if operation["kind"] == "calc":
                begin = max(begin, busy[r])
                end = busy[r] = begin + operation["size"]
            elif operation["kind"] == "send":
                sent.setdefault((r, operation["peer"], operation["tag"]), []).append(
                    (end + latency + per_byte * operation["size"], operation["size"]))
            else:
                arrival, size = arrivals.pop(0)
                assert size <= operation["size"], (r, label, size)
                end = max(begin, arrival)
            operation["begin"], operation["end"] = begin, end
            last = max(last, end)
        assert len(left) < len(waiting), f"nothing goes on: {left[:5]}"
        waiting = left
    assert not any(sent.values()), "messages that nobody receives"
    return last


for path in sys.argv[3:]:
    print(f"{run(parse(path), float(sys.argv[1]), float(sys.argv[2])):.0f}")
