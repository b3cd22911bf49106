#!/usr/bin/env python3
"""make_models.py - writes the models of this case from the published tables: models-*.json.

Owns: how the published numbers become files that bsim reads. dgemm.csv has the times of dgemm for each processor. Nothing
here comes from a run of HPL.

usage: make_models.py [FOLDER]     writes into FOLDER (default: this script's)

models-one.json    one dgemm model for all cores: the mean of all processors but those of nodes 13 to 16, as published
models-cpu.json    dgemm by processor: a kind of node for each node, in which ranks with odd numbers have processor 1
models-noise.json  the same with its published variation: a half-normal distribution about the same mean
"""
import csv
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TERMS = "abcde"
SLOW_NODES = range(13, 17)  # left out of the published mean
PRODUCTS = ("", "*m*n*k", "*m*n", "*m*k", "*n*k")
HALF_NORMAL_MEAN = 1.3236  # docs/explanation/noise.md: the mean of a factor is 1 + 1.3236 times its deviation
MOST = 0.7  # the largest deviation, relative to the mean

SOURCE = {
    "dgemm": "T. Cornebize, https://github.com/Ezibenroc/hpl, src/blas/HPL_dgemm.c (dgemm.csv); its use: Cornebize and "
             "Legrand, Simulation-based optimization and sensibility analysis of MPI applications: variability matters, "
             "J. Parallel Distrib. Comput. 166 (2022)",
    "assumed": [
        "dtrsm takes as long for an operation as dgemm, with m n min(m,n) in the place of m n k",
        "matrix-vector and vector kernels, and what copies and swaps rows, take no time; the published simulations give "
        "some of them times",
        "node n of the platform is dahu-(n+1); even ranks are on processor 0 of a node, odd ones on processor 1",
    ],
}


def rows():
    """The table: {(node, processor): {column: number}}."""
    with open(os.path.join(HERE, "dgemm.csv"), encoding="utf-8") as f:
        table = csv.DictReader(line for line in f if not line.startswith("#"))
        return {(int(r["node"]), int(r["processor"])): {k: float(v) for k, v in r.items()} for r in table}


def seconds(row, prefix=""):
    """The formula over m, n, k of a row's mean, or with "dev_" of its standard deviation."""
    return "+".join(f"{row[prefix + t]:.7g}{p}" for t, p in zip(TERMS, PRODUCTS)).replace("+-", "-")


def deviation(row):
    """The standard deviation. Of calls below some microseconds the published one exceeds the mean: no half-normal
    distribution has that, and it is limited to 0.7 of the mean."""
    return f"min(max(0,{seconds(row, 'dev_')}),{MOST}*({seconds(row)}))"


def undisturbed(row):
    """The time without disturbances: the half-normal distribution's least value."""
    return f"({seconds(row)}-{HALF_NORMAL_MEAN}*{deviation(row)})"


def by_rank(even, odd):
    return even if even == odd else f"mod(rank,2)<1 ? {even} : {odd}"


def by_node(formulas, first=0):
    """A formula that chooses among those of nodes first, first + 1, ... by halves."""
    if len(formulas) == 1:
        return formulas[0]
    half = len(formulas) // 2
    return f"(node<{first + half} ? {by_node(formulas[:half], first)} : {by_node(formulas[half:], first + half)})"


def mean_row(table):
    used = [r for (node, _), r in table.items() if node not in SLOW_NODES]
    return {k: sum(r[k] for r in used) / len(used) for k in used[0]}


def other_kernels(mean):
    """The kernels that are equal on all processors."""
    per_operation = mean["b"] + mean["c"] / 128  # of a long and wide product with k = 128, the block size
    kernels = {"cblas_dtrsm": {"params": {"m": "m", "n": "n"}, "time": f"{per_operation:.5g}*m*n*min(m,n)"}}
    for name in ("dgemv", "dger", "dtrsv", "daxpy"):
        kernels["cblas_" + name] = {"time": 0}
    return kernels


def models(dgemm, mean):
    return {"schema": "bsim-models/1", "provenance": {"made_by": "make_models.py", **SOURCE},
            "blocks": {"cblas_dgemm": {"params": {v: v for v in "mnk"}, **dgemm}, **other_kernels(mean)},
            "other_blocks": {"time": 0}}


def dgemm_by_processor(table, mean, time=seconds):
    nodes = sorted({node for node, _ in table})
    kinds = {f"dahu{n}": {"time": by_rank(*(time(table[n, p]) for p in (0, 1)))} for n in nodes}
    return {"time": time(mean), "by_kind": kinds}


def noise(table):
    """The deviation of each processor's times relative to the undisturbed time: dev / (mean - 1.3236 dev), with dev at
    most 0.7 mean. (Written with mean and dev once: formulas may have 20,000 characters.)"""
    nodes = sorted({node for node, _ in table})

    def part(row):
        return f"1/(max({1 / MOST:.5g},({seconds(row)})/max(1e-12,{seconds(row, 'dev_')}))-{HALF_NORMAL_MEAN})"

    return by_node([by_rank(part(table[n, 0]), part(table[n, 1])) for n in nodes])


def write(folder, name, what):
    path = os.path.join(folder, name)
    with open(path + ".new", "w", encoding="utf-8") as f:
        json.dump(what, f, indent=1)
        f.write("\n")
    os.replace(path + ".new", path)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    table = rows()
    mean = mean_row(table)
    write(folder, "models-one.json", models({"time": seconds(mean)}, mean))
    write(folder, "models-cpu.json", models(dgemm_by_processor(table, mean), mean))
    disturbed = dgemm_by_processor(table, mean, undisturbed)
    disturbed["noise"] = {"execution": {"halfnormal": noise(table)}}
    write(folder, "models-noise.json", models(disturbed, mean))


main()
