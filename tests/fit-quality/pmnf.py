"""pmnf.py - fits models in the performance model normal form with Extra-P's published search spaces: the baseline of bsim fit.

One parameter (Calotoiu, Hoefler, Poke, Wolf: Using automated performance modeling to find scalability bugs in complex codes, SC13):
f(x) = c0 + sum over k = 1..n of ck * x^i * log2(x)^j, with n up to 2, i in EXPONENTS, j in 0, 1, 2. Every hypothesis is fitted by
linear least squares; the one with the least symmetric error (SMAPE) of left-out points is chosen.
Several parameters (Calotoiu, Beckingsale, Earl, Hoefler, Karlin, Schulz, Wolf: Fast multi-parameter performance modeling, CLUSTER
2016): the best model of each parameter, with the others constant, is combined with those of the others by + and *.

Owns the baseline; does not know bsim. Written from the papers. Two things are stronger here than there, so that the comparison is
not won by the design of the samples: where samples have no lines along which one parameter changes alone, the terms of each
parameter are chosen by turns for the whole model; and `relative` weights each sample by the inverse of its time.
"""
import itertools
import math

EXPONENTS = (0, 1/4, 1/3, 1/2, 2/3, 3/4, 1, 5/4, 4/3, 3/2, 5/3, 7/4, 2, 9/4, 7/3, 5/2, 8/3, 11/4, 3)
TERMS = [(i, j) for i in EXPONENTS for j in (0, 1, 2) if (i, j) != (0, 0)]
LINE = 5  # points that a line needs (SC13 asks for five sizes)


def value(term, x):
    """x^i * log2(x)^j; 0 where a root or a logarithm would have no value."""
    power = max(x, 0.0) ** term[0]
    return power * math.log2(x) ** term[1] if term[1] and x > 0 else 0.0 if term[1] else power


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def orthonormal(column, basis):
    """The part of a column that is orthogonal to the basis, with length 1; None if the basis explains it."""
    before = math.sqrt(dot(column, column))
    for q in basis:
        d = dot(q, column)
        column = [c - d * v for c, v in zip(column, q)]
    length = math.sqrt(dot(column, column))
    if not length > 1e-7 * before:
        return None
    return [c / length for c in column]


def smape(basis, y, weight):
    """The mean symmetric error of points that are left out of a least squares fit to y. The basis is orthonormal; its columns and y
    are multiplied by weight. (The residual of a left-out point is that of the fit divided by 1 - leverage.)"""
    fitted, leverage = [0.0] * len(y), [0.0] * len(y)
    for q in basis:
        d = dot(q, y)
        fitted = [f + d * v for f, v in zip(fitted, q)]
        leverage = [h + v * v for h, v in zip(leverage, q)]
    total = 0.0
    for f, h, t, w in zip(fitted, leverage, y, weight):
        if 1 - h < 1e-9:
            return math.inf
        out = (t - (t - f) / (1 - h)) / w
        total += 2 * abs(out - t / w) / (abs(out) + abs(t / w)) if out or t else 0.0
    return total / len(y)


def solve(columns, y):
    """Coefficients of least squares, by Gram and Schmidt's method; None if the columns depend on each other."""
    basis, upper = [], []
    for column in columns:
        row = []
        rest = column
        for q in basis:
            d = dot(q, rest)
            row.append(d)
            rest = [c - d * v for c, v in zip(rest, q)]
        length = math.sqrt(dot(rest, rest))
        if not length > 1e-7 * math.sqrt(dot(column, column)):
            return None
        basis.append([c / length for c in rest])
        upper.append(row + [length])
    coefs = [dot(q, y) for q in basis]
    for k in reversed(range(len(coefs))):
        coefs[k] /= upper[k][k]
        for m in range(k):
            coefs[m] -= upper[k][m] * coefs[k]
    return coefs


class Fit:
    """Samples (points, times) and the hypotheses for them. A hypothesis is a list of products, each a tuple of (parameter, term)."""

    def __init__(self, points, times, relative):
        self.points, self.times = points, times
        self.weight = [1 / t if relative else 1.0 for t in times]
        self.y = [t * w for t, w in zip(times, self.weight)]
        self.one = orthonormal(self.weight, [])
        self.known = {}

    def column(self, product):
        if product not in self.known:
            self.known[product] = [w * math.prod(value(t, x[p]) for p, t in product) for x, w in zip(self.points, self.weight)]
        return self.known[product]

    def score(self, products):
        if len(products) + 2 > len(self.y):
            return math.inf
        basis = [self.one]
        for product in products:
            q = orthonormal(self.column(product), basis)
            if q is None:
                return math.inf
            basis.append(q)
        return smape(basis, self.y, self.weight)

    def best_single(self, p, terms=2):
        """The best terms of parameter p alone: the list of 0 to 2 of them, and its score."""
        best, score = [], smape([self.one], self.y, self.weight)
        directions = []
        for t in TERMS:
            q = orthonormal(self.column(((p, t),)), [self.one])
            if q is not None:
                directions.append((t, q))
        if len(self.y) < 3:
            return best, score
        for t, q in directions:
            s = smape([self.one, q], self.y, self.weight)
            if s < score:
                best, score = [t], s
        if terms < 2 or len(self.y) < 4:
            return best, score
        for (t, q), (u, r) in itertools.combinations(directions, 2):
            rest = orthonormal(r, [q])
            if rest is not None:
                s = smape([self.one, q, rest], self.y, self.weight)
                if s < score:
                    best, score = [t, u], s
        return best, score

    def model(self, products):
        coefs = solve([self.weight] + [self.column(p) for p in products], self.y)
        if coefs is None:
            return lambda x: sum(self.times) / len(self.times)
        return lambda x: coefs[0] + sum(c * math.prod(value(t, x[p]) for p, t in product)
                                        for c, product in zip(coefs[1:], products))


def longest_line(points, p):
    """The numbers of points that differ in parameter p alone; the longest such line."""
    lines = {}
    for i, x in enumerate(points):
        lines.setdefault(tuple(v for k, v in enumerate(x) if k != p), []).append(i)
    return max(lines.values(), key=lambda line: len({points[i][p] for i in line}))


def families(parameters):
    """Sums of products of parameters in which each occurs: "combined by + and *"."""
    subsets = [s for n in range(len(parameters), 0, -1) for s in itertools.combinations(parameters, n)]
    most = 3 if len(parameters) <= 3 else 2
    for n in range(1, most + 1):
        for family in itertools.combinations(subsets, n):
            if {p for s in family for p in s} == set(parameters):
                yield family


def combinations(families_, terms):
    """The hypotheses from the terms of each parameter. A parameter with two terms puts both in the place of its term."""
    for family in families_:
        products = []
        for subset in family:
            products += [tuple(zip(subset, chosen)) for chosen in itertools.product(*(terms[p] for p in subset))]
        yield products


def best_combination(fit, terms):
    parameters = [p for p in sorted(terms) if terms[p]]
    best, score = [], fit.score([])
    if parameters:
        for products in combinations(families(parameters), terms):
            s = fit.score(products)
            if s < score:
                best, score = products, s
    return best, score


def from_lines(points, times, relative, varying):
    """The best terms of each parameter with the others constant; None if a parameter has no line."""
    terms = {}
    for p in varying:
        line = longest_line(points, p)
        if len({points[i][p] for i in line}) < min(LINE, len({x[p] for x in points})) or len(line) < 4:
            return None
        fit = Fit([points[i] for i in line], [times[i] for i in line], relative)
        terms[p] = fit.best_single(p)[0]
    return terms


def by_turns(fit, varying):
    """One term for each parameter, chosen by turns for the best product or sum of all; parameters that do not help have none."""
    best, best_score = {}, math.inf
    for start in ((1, 0), None):  # from the product of all parameters, and from nothing
        terms = {p: [start] if start else [] for p in varying}
        score = math.inf
        for _ in range(3):
            before = score
            for p in varying:
                for t in [None] + TERMS:
                    trial = dict(terms)
                    trial[p] = [t] if t else []
                    used = [q for q in varying if trial[q]]
                    shapes = [tuple((q, trial[q][0]) for q in used)], [((q, trial[q][0]),) for q in used]
                    s = min(fit.score(shape if used else []) for shape in shapes)
                    if s < score:
                        terms, score = trial, s
            if score == before:
                break
        if score < best_score:
            best, best_score = terms, score
    return best


def make(points, times, relative=False):
    """A function from parameters to time."""
    fit = Fit(points, times, relative)
    varying = [p for p in range(len(points[0])) if len({x[p] for x in points}) > 1] if points[0] else []
    if len(varying) == 0:
        return fit.model([])
    if len(varying) == 1:
        p = varying[0]
        return fit.model([((p, t),) for t in fit.best_single(p)[0]])
    terms = from_lines(points, times, relative, varying)
    return fit.model(best_combination(fit, terms if terms is not None else by_turns(fit, varying))[0])
