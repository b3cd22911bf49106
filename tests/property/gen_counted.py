#!/usr/bin/env python3
"""Writes a small MPI program as people write them, for counted_random.py: gen_counted.py SEED [PATTERN] prints it.

A program has one or two of PATTERNS in a loop of steps: ways to divide work among ranks and to compute. In their texts N, M, S, RANK
and SIZE read the program's two sizes, its steps, the rank and the number of ranks; PARAMS and ARGS hand them on, all by one of CARRIED.
{a|b|c} is one of these texts, the same wherever the same choice stands in a pattern; @ is the pattern's number.
"""
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gen_counted_patterns import PATTERNS  # noqa: E402

NAMES = {"N": "n", "M": "m", "S": "steps", "RANK": "rank", "SIZE": "size"}
# How sizes come to functions: declarations of the file, of main, parameters, arguments, what stands in front of a name.
CARRIED = {
    "arguments": ("", "int n, m, steps, rank, size;", "int n, int m, int steps, int rank, int size", "n, m, steps, rank, size", ""),
    "globals": ("static int n, m, steps, rank, size;", "", "void", "", ""),
    "structure": ("struct config { int n, m, steps, rank, size; };", "struct config all;", "const struct config *c", "&all", "c->"),
    "global structure": ("static struct { int n, m, steps, rank, size; } all;", "", "void", "", "all."),
}


class Program:
    def __init__(self, seed, only=None):
        self.r = random.Random(seed)
        self.carried = self.r.choice(sorted(CARRIED))
        names = sorted(PATTERNS)
        self.names = [only] if only else [self.r.choice(names) for _ in range(self.r.choice([1, 1, 2]))]
        self.pieces = [self.piece(k, PATTERNS[name]) for k, name in enumerate(self.names)]

    def piece(self, number, text):
        """Declarations of the file, and lines of main for set-up and each step."""
        chosen = {}

        def choose(match):
            return chosen.setdefault(match.group(0), self.r.choice(match.group(1).split("|")))

        before = None
        while before != text:
            before, text = text, re.sub(r"\{([^{}\n;]*\|[^{}\n]*?)\}", choose, text)
        top, _, rest = text.partition("-- main\n")
        setup, _, step = rest.partition("-- step\n")
        return [part.replace("@", str(number)) for part in (top, setup, step)]

    def put(self, text, within):
        """A text with the sizes; within: of a function that has PARAMS."""
        _, _, params, args, prefix = CARRIED[self.carried]
        if self.carried == "structure" and not within:
            prefix = "all."
        text = re.sub(r"\b(N|M|S|RANK|SIZE)\b", lambda found: prefix + NAMES[found.group(1)], text)
        inner = {"structure": "c"}.get(self.carried, args) if within else args
        text = re.sub(r", PARAMS\b", "" if params == "void" else ", " + params, text)
        text = re.sub(r", ARGS\b", ", " + inner if inner else "", text)
        return re.sub(r"\bARGS\b", inner, re.sub(r"\bPARAMS\b", params, text))

    def text(self):
        top, local = CARRIED[self.carried][:2]
        out = ["#include <math.h>", "#include <mpi.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
        out += ["static unsigned draw(unsigned *state) {", "    *state = *state * 1664525u + 1013904223u;", "    return *state >> 8;", "}"]
        out += [top] if top else []
        out += [self.put(piece[0], True) for piece in self.pieces]
        setup = [local] if local else []
        setup += ["MPI_Init(&argc, &argv);", "MPI_Comm_rank(MPI_COMM_WORLD, &RANK);", "MPI_Comm_size(MPI_COMM_WORLD, &SIZE);",
                  "N = atoi(argv[1]);", "M = atoi(argv[2]);", "S = atoi(argv[3]);"]
        out += ["int main(int argc, char **argv) {"] + ["    " + self.put(line, False) for line in setup]
        out += ["    " + self.put(line, False) for piece in self.pieces for line in piece[1].splitlines()]
        out += [self.put("    for (int step = 0; step < S; step++) {", False)]
        out += ["        " + self.put(line, False) for piece in self.pieces for line in piece[2].splitlines()]
        out += ["    }", "    MPI_Finalize();", "    return 0;", "}"]
        return "\n".join(line for line in out if line) + "\n"

    def runs(self):
        """(measured, predicted): lists of (ranks, arguments). A user measures a few small sizes on one and two ranks."""
        r = self.r
        measured = [(1 + i % 2, [r.randrange(24, 180), r.randrange(12, 80), r.choice([2, 3])]) for i in range(r.choice([6, 8, 9]))]
        inputs = [[r.randrange(60, 150), r.randrange(25, 60), 4], [r.randrange(180, 300), r.randrange(80, 150), 3], [r.randrange(300, 500), r.randrange(30, 80), 5]]
        return measured, [(ranks, given) for given in inputs for ranks in (1, 2, 4, 9)]


if __name__ == "__main__":
    print(Program(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None).text(), end="")
