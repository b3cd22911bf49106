#!/usr/bin/env python3
"""synthetic.py - makes samples of blocks whose true times are known, for the quality of fits.

usage: synthetic.py [--seed N] [--per-class N] -o FOLDER

Writes for each class of functions CLASS.train.tsv, with noise, and CLASS.between.tsv and CLASS.beyond.tsv, without, in the format
of docs/reference/models.md. Owns the classes; does not know how samples are fitted.
"""
import argparse
import math
import os
import random

KB, MB = 1024, 1024 * 1024


class Block:
    """A block: names of parameters, true time in seconds, ranges of the training samples, and how those are made."""

    def __init__(self, params, time, ranges, points=None, noise=None, outliers=None, grid=None, draw=None, valid=None):
        self.params, self.time, self.ranges = params, time, ranges
        self.points, self.noise, self.outliers, self.grid = points, noise, outliers, grid
        self.draw = draw    # makes a vector of parameters from (rng, scale) instead of independent ones from ranges
        self.valid = valid  # whether a vector of parameters occurs


def log_between(rng, low, high):
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def pick(rng, low, high):
    """A whole number, evenly distributed in its logarithm."""
    return int(round(log_between(rng, low, high)))


def per_element(rng):
    return log_between(rng, 0.2e-9, 6e-9)


def side(rng, dims):
    """The range of a length, so that `dims` of them multiply to a usual number of elements."""
    low = log_between(rng, *{1: (200, 4000), 2: (16, 80), 3: (8, 20)}[dims])
    return int(low), int(low * log_between(rng, *{1: (30, 400), 2: (12, 50), 3: (8, 20)}[dims]))


# ---- classes: each is a function from a random generator to a Block ----

def constant(rng):
    c = log_between(rng, 1e-6, 1e-3)
    return Block(["n", "m"][:rng.randint(1, 2)], lambda x: c, [side(rng, 1), side(rng, 1)])


def linear(rng):
    a, c = per_element(rng), log_between(rng, 1e-7, 3e-6)
    shift = rng.choice((0, 0, 1, 2))
    return Block(["n"], lambda x: a * (x[0] - shift) + c, [side(rng, 1)])


def polynomial(rng):
    degree = rng.choice((2, 2, 3))
    low, high = (30, 3000) if degree == 2 else (12, 500)
    a, b, c = per_element(rng), log_between(rng, 2e-9, 2e-7) * rng.choice((0, 1, 1)), log_between(rng, 1e-7, 3e-6)
    return Block(["n"], lambda x: a * x[0] ** degree + b * x[0] ** (degree - 1) + c, [(low, high)])


def power(rng):
    """Powers that are no multiples of a half: matrix products by Strassen's method, surfaces of volumes, cache effects."""
    e = rng.choice((1 / 3, 2 / 3, 0.8, 1.25, 4 / 3, 5 / 3, 2.25, math.log2(7)))
    low, high = (30, 2000) if e > 2 else (300, 100000)
    a, c = log_between(rng, 2e-6, 2e-5) / low ** e, log_between(rng, 1e-7, 1e-6)
    return Block(["n"], lambda x: a * x[0] ** e + c, [(low, high)])


def root(rng):
    e = rng.choice((0.5, 0.5, 1.5))
    low, high = side(rng, 1)
    a, c = log_between(rng, 1e-6, 1e-5) / low ** e, log_between(rng, 1e-7, 1e-6)
    return Block(["n"], lambda x: a * x[0] ** e + c, [(low, high)])


def logarithm(rng):
    kind = rng.randint(0, 3)
    a, c = per_element(rng), log_between(rng, 1e-7, 2e-6)
    low, high = side(rng, 1)
    if kind == 0:
        return Block(["n"], lambda x: 300 * a * math.log2(x[0]) + c, [(low, high)])
    if kind == 1:
        return Block(["n"], lambda x: a * x[0] * math.log2(x[0]) ** 2 + c, [(low, high)])
    if kind == 2:
        return Block(["n"], lambda x: a * x[0] * math.log2(x[0]) + 5 * a * x[0] + c, [(low, high)])
    return Block(["n"], lambda x: a * x[0] * math.log2(x[0]) + c, [(low, high)])


def logarithm2(rng):
    a, c = per_element(rng), log_between(rng, 1e-7, 2e-6)
    if rng.random() < 0.5:  # rows of FFTs
        return Block(["m", "n"], lambda x: a * x[0] * x[1] * math.log2(x[1]) + c, [side(rng, 2), side(rng, 2)])
    return Block(["q", "n"], lambda x: 20 * a * x[0] * math.log2(x[1]) + c, [side(rng, 1), side(rng, 1)])


def missing(rng):
    """Time for an element of a working set of so many bytes: one cache, with a sudden or a gradual change."""
    size, slow = log_between(rng, 64 * KB, 16 * MB), rng.uniform(1.3, 4)
    if rng.random() < 0.5:
        return lambda b: 1 if b <= size else slow
    return lambda b: 1 if b <= size else slow - (slow - 1) * size / b


def cache(rng):
    a, c, miss, arrays = per_element(rng), log_between(rng, 1e-7, 1e-6), missing(rng), rng.choice((8, 16, 24))
    return Block(["n"], lambda x: a * x[0] * miss(arrays * x[0]) + c, [(500, 3000000)], points=rng.randint(16, 50))


def cache2(rng):
    a, b, miss, arrays = per_element(rng), log_between(rng, 1e-9, 2e-8), missing(rng), rng.choice((8, 16))
    return Block(["nx", "ny"], lambda x: a * x[0] * x[1] * miss(arrays * x[0] * x[1]) + b * x[0] + 2e-7,
                 [(30, 2000), (30, 2000)], points=rng.randint(20, 60))


def product2(rng):
    a, b, c = per_element(rng), log_between(rng, 1e-9, 5e-8), log_between(rng, 1e-7, 2e-6)
    shift, edge = rng.choice((0, 0, 2)), rng.randint(0, 1)
    if rng.random() < 0.3:
        return Block(["m", "n"], lambda x: a * x[0] ** 2 * x[1] + c, [side(rng, 2), side(rng, 2)])
    return Block(["nx", "ny"], lambda x: a * (x[0] - shift) * (x[1] - shift) + b * x[edge] + c, [side(rng, 2), side(rng, 2)])


def product3(rng):
    a, b, c = per_element(rng), log_between(rng, 1e-9, 1e-8), log_between(rng, 1e-7, 2e-6)
    faces = rng.choice((0, 1))
    return Block(["nx", "ny", "nz"], lambda x: a * x[0] * x[1] * x[2] + faces * b * x[0] * x[1] + c, [side(rng, 3)] * 3)


def sums(rng):
    a, b, c = per_element(rng), per_element(rng), log_between(rng, 1e-7, 2e-6)
    if rng.random() < 0.5:
        return Block(["n", "m"], lambda x: a * x[0] + b * x[1] + c, [side(rng, 1), side(rng, 1)])
    return Block(["n", "k", "m"], lambda x: a * x[0] * x[1] + 4 * b * x[2] + c, [side(rng, 2), side(rng, 2), side(rng, 1)])


def tiles(rng):
    """Loops over tiles, and bounds that are the smaller or larger of two."""
    a, c, tile, kind = per_element(rng), log_between(rng, 1e-7, 1e-6), rng.choice((8, 16, 32, 64)), rng.randint(0, 3)
    if kind == 0:  # whole tiles are computed
        return Block(["n", "m"], lambda x: a * math.ceil(x[0] / tile) * tile * math.ceil(x[1] / tile) * tile + c,
                     [(30, 1000), (30, 1000)])
    if kind == 1:  # a cost for each tile
        return Block(["n", "m"], lambda x: a * x[0] * x[1] + 30 * a * math.ceil(x[0] / tile) * x[1] + c,
                     [side(rng, 2), side(rng, 2)])
    if kind == 2:
        return Block(["n", "m"], lambda x: a * 20 * min(x[0], x[1]) + c, [(100, 5000), (100, 5000)])
    return Block(["n", "m", "k"], lambda x: a * max(x[0], x[1]) * x[2] + c, [(30, 500)] * 3)


def differences(rng):
    a, c = per_element(rng), log_between(rng, 1e-7, 1e-6)
    if rng.random() < 0.6:
        return Block(["lo", "hi", "n"], lambda x: a * (x[1] - x[0]) * x[2] + c, [(1, 500), (20, 1500), (20, 600)],
                     valid=lambda x: x[1] - x[0] >= 10)
    return Block(["n", "k"], lambda x: a * (x[0] - x[1]) ** 2 + c, [(100, 2000), (1, 1500)],
                 valid=lambda x: x[0] - x[1] >= 20)


def together(rng):
    """Parameters that grow together: nearly in proportion, or one as the square of the other."""
    a, c, kind = per_element(rng), log_between(rng, 1e-7, 1e-6), rng.randint(0, 2)
    low, high = (32, 1200)

    def draw(r, scale):
        n = log_between(r, low, high) * scale
        if kind == 0:
            return [int(n), int(2 * n)]
        if kind == 1:
            return [int(n), int(n * log_between(r, 0.9, 1.1))]
        return [int(n), int(n) ** 2]
    if kind == 2:
        return Block(["n", "points"], lambda x: a * x[1] + 10 * a * x[0] + c, [(low, high), (low ** 2, high ** 2)], draw=draw)
    return Block(["nx", "ny"], lambda x: a * x[0] * x[1] + c, [(low, high), (low, 2 * high)], draw=draw)


def irrelevant(rng):
    """Four or five parameters of which one to three matter."""
    a, c, n, used = per_element(rng), log_between(rng, 1e-7, 1e-6), rng.randint(4, 5), rng.randint(1, 3)
    at = rng.sample(range(n), used)
    return Block([f"a{i}" for i in range(n)], lambda x: a * math.prod(x[i] for i in at) + c, [side(rng, used)] * n,
                 points=rng.randint(20, 60), grid=False)


def four(rng):
    """Products of four parameters, as a sweep over angles and a block of cells."""
    a, c = per_element(rng), log_between(rng, 1e-7, 1e-6)
    return Block(["nx", "ny", "nz", "angles"], lambda x: a * x[0] * x[1] * x[2] * x[3] + 4 * a * x[0] * x[1] * x[2] + c,
                 [(6, 60), (6, 60), (6, 60), (2, 24)], points=rng.randint(25, 60), grid=False)


def flags(rng):
    a, b, c = per_element(rng), rng.uniform(0.3, 3), log_between(rng, 1e-7, 1e-6)
    return Block(["n", "flag"], lambda x: a * x[0] * (1 + b * x[1]) + c, [side(rng, 1), (0, 1)], grid=False)


def quotient(rng):
    """A share of something: time that falls with a parameter."""
    a, c = per_element(rng), log_between(rng, 1e-7, 1e-6)
    return Block(["n", "p"], lambda x: 20 * a * x[0] / x[1] + c, [side(rng, 1), (1, 32)])


def few(rng):
    return fewer(rng, rng.choice((linear, polynomial, product2, logarithm, root)), rng.randint(3, 7))


def fewer(rng, kind, points):
    block = kind(rng)
    block.points, block.grid = points + 2 * (len(block.params) - 1), False
    return block


def many(rng):
    block = rng.choice((polynomial, product2, product3, logarithm, cache2))(rng)
    block.points, block.grid, block.noise = rng.randint(100, 250), False, rng.choice((0.05, 0.2))
    return block


def noisy(rng):
    block = rng.choice((linear, polynomial, product2, product3, logarithm, sums))(rng)
    block.noise, block.outliers = rng.choice((0.1, 0.2, 0.3)), 0
    return block


def outliers(rng):
    block = rng.choice((linear, polynomial, product2, product3, logarithm, sums))(rng)
    block.noise, block.outliers = 0.02, rng.choice((0.1, 0.15, 0.2))
    return block


CLASSES = (constant, linear, polynomial, power, root, logarithm, logarithm2, cache, cache2, product2, product3, sums, tiles,
           differences, together, irrelevant, four, flags, quotient, few, many, noisy, outliers)


# ---- points ----

def vector(block, rng, scale=1.0):
    """Parameters like those of the training samples, times scale."""
    while True:
        if block.draw:
            x = block.draw(rng, scale)
        else:
            x = [rng.randint(low, high) if high <= 2 else round(pick(rng, low, high) * scale)
                 for low, high in block.ranges[:len(block.params)]]
        if block.valid is None or block.valid(x):
            return x


def grid(block, rng):
    """All combinations of a few sizes of each parameter, as Extra-P asks for."""
    n = len(block.params)
    steps = {1: rng.randint(6, 12), 2: rng.randint(5, 6), 3: 4}[n]
    axes = []
    for low, high in block.ranges[:n]:
        axis = sorted({round(low * (high / low) ** (k / (steps - 1))) for k in range(steps)})
        axes.append(axis)
    points = [[]]
    for axis in axes:
        points = [p + [v] for p in points for v in axis]
    return [p for p in points if block.valid is None or block.valid(p)]


def training(block, rng):
    use_grid = block.grid if block.grid is not None else not block.draw and rng.random() < 0.5
    if use_grid:
        return grid(block, rng)
    n = block.points or rng.randint(8, 20) + 8 * (len(block.params) - 1)
    return [vector(block, rng) for _ in range(n)]


def between(block, rng, used):
    low = [min(x[k] for x in used) for k in range(len(block.params))]
    high = [max(x[k] for x in used) for k in range(len(block.params))]
    out = []
    while len(out) < 5:
        x = vector(block, rng)
        if x not in used and all(a <= v <= b for a, v, b in zip(low, x, high)) or len(used) < 8 and len(block.params) > 1:
            out.append(x)
    return out


def beyond(block, rng, used):
    """Two to eight times as large in one or all parameters as the largest training samples. A flag stays one."""
    out = []
    while len(out) < 5:
        factor, n = log_between(rng, 2, 8), len(block.params)
        if block.draw:
            x = block.draw(rng, 1.0)
            top = max(u[0] for u in used)
            x = block.draw(rng, factor * top / x[0])
            if x[0] < 2 * top or x[0] > 8 * top:
                continue
        else:
            which = [rng.randrange(n)] if rng.random() < 0.5 else range(n)
            x = vector(block, rng)
            for k in which:
                if block.ranges[k][1] > 2:
                    x[k] = round(max(u[k] for u in used) * factor)
        top = [max(u[k] for u in used) for k in range(n)]
        if any(v >= 1.9 * t for v, t in zip(x, top)) and (block.valid is None or block.valid(x)):
            out.append(x)
    return out


def disturbed(time, block_noise, block_outliers, rng):
    t = time * math.exp(rng.gauss(0, block_noise) - block_noise ** 2 / 2)
    return t * rng.uniform(2, 8) if rng.random() < block_outliers else t


HEADER = "# bsim-samples/1; machine: synthetic (seed {seed});\nblock\tparams\tcount\tmedian_s\n"


def line(name, block, x, count, time):
    params = ",".join(f"{p}={v}" for p, v in zip(block.params, x))
    return f"{name}\t{params}\t{count}\t{time:.4g}\n"


def make(kind, seed, number):
    """The lines of one block: training, between, beyond."""
    rng = random.Random(f"{seed} {kind.__name__} {number}")
    name, block = f"{kind.__name__}.{number}", kind(rng)
    noise = block.noise if block.noise is not None else rng.choice((0.003, 0.01, 0.03, 0.05))
    bad = block.outliers if block.outliers is not None else rng.choice((0, 0, 0.05))
    used, count = training(block, rng), rng.choice((3, 20, 200))
    return ([line(name, block, x, count, disturbed(block.time(x), noise, bad, rng)) for x in used],
            [line(name, block, x, 1, block.time(x)) for x in between(block, rng, used)],
            [line(name, block, x, 1, block.time(x)) for x in beyond(block, rng, used)])


def write(folder, seed, per_class):
    os.makedirs(folder, exist_ok=True)
    for kind in CLASSES:
        blocks = [make(kind, seed, k) for k in range(per_class)]
        for part, name in enumerate(("train", "between", "beyond")):
            with open(os.path.join(folder, f"{kind.__name__}.{name}.tsv"), "w") as f:
                f.write(HEADER.format(seed=seed) + "".join(line for b in blocks for line in b[part]))


def main():
    parser = argparse.ArgumentParser(prog="synthetic.py", description="samples of blocks with known times")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-class", type=int, default=10)
    parser.add_argument("-o", required=True, metavar="FOLDER")
    args = parser.parse_args()
    print(f"seed {args.seed}: {len(CLASSES)} classes of {args.per_class} blocks")
    write(args.o, args.seed, args.per_class)


if __name__ == "__main__":
    main()
