"""Nests of loops for gen_parameters.py: each counts its work by WORK in its innermost loops. A shape's text has the sizes A, B and C,
which read the forms, WRITE, which changes one of them, and {inner}, which is one of HELPERS."""
import re

SHAPES = {
    "for": ["for (int i = 0; i < A; i++) {", "    {inner}", "}"],
    "for from one": ["for (int i = 1; i <= A; i++) {", "    {inner}", "}"],
    "downwards": ["for (int i = A; i > 0; i--) {", "    {inner}", "}"],
    "while": ["int i = 0;", "while (i < A) {", "    {inner}", "    i++;", "}"],
    "while not zero": ["int i = A;", "while (i-- > 0) {", "    {inner}", "}"],
    "do": ["int i = 0;", "do {", "    {inner}", "} while (++i < A);"],
    "stride": ["for (int i = 0; i < 24; i += A + 1) {", "    {inner}", "}"],
    "strided bound": ["for (int i = 0; i < A; i += 2) {", "    {inner}", "}"],
    "from": ["for (int i = A; i < 9; i++) {", "    {inner}", "}"],
    "break": ["for (int i = 0; i < 16; i++) {", "    if (i >= A)", "        break;", "    {inner}", "}"],
    "break behind": ["for (int i = 0;; i++) {", "    {inner}", "    if (i >= A)", "        break;", "}"],
    "return": ["for (int i = 0; i < 16; i++) {", "    if (i >= A)", "        return;", "    {inner}", "}"],
    "early return": ["if (A < 3)", "    return;", "for (int i = 0; i < 9; i++) {", "    {inner}", "}"],
    "continue": ["for (int i = 0; i < 16; i++) {", "    if (i > A)", "        continue;", "    for (int j = 0; j < 6; j++) {", "        {inner}", "    }", "}"],
    "continue to little": ["for (int i = 0; i < 16; i++) {", "    if (i > A)", "        continue;", "    {inner}", "}"],
    "up to": ["for (int i = 0; i < 16; i++)", "    if (i <= A) {", "        {inner}", "    }"],
    "below the diagonal": ["for (int i = 0; i < 4; i++)", "    for (int j = 0; j < 9; j++)", "        if (j <= i + A) {", "            {inner}", "        }"],
    "condition": ["if (A > 2) {", "    for (int i = 0; i < 12; i++) {", "        {inner}", "    }", "}"],
    "else": ["if (A > 2)", "    for (int i = 0; i < 12; i++) {", "        {inner}", "    }", "else", "    for (int i = 0; i < 40; i++) {", "        {inner}", "    }"],
    "switch": ["switch ((int)(A)) {", "case 0:", "case 1:", "    for (int i = 0; i < 12; i++) {", "        {inner}", "    }", "    break;", "case 3:", "    for (int i = 0; i < 30; i++) {",
               "        {inner}", "    }", "default:", "    for (int i = 0; i < 20; i++) {", "        {inner}", "    }", "}"],
    "chosen bound": ["int most = A > 2 ? 20 : 5;", "for (int i = 0; i < most; i++) {", "    {inner}", "}"],
    "bound by if": ["int most = 12;", "if (A > 2)", "    most = 5;", "for (int i = 0; i < most; i++) {", "    {inner}", "}"],
    "copied bound": ["int most = A;", "most += 3;", "for (int i = 0; i < most; i++) {", "    {inner}", "}"],
    "clipped bound": ["int most = A;", "if (most > 4)", "    most = 4;", "for (int i = 0; i < most; i++) {", "    {inner}", "}"],
    "summed bound": ["int most = 0;", "for (int k = 0; k < 3; k++)", "    most += A;", "for (int i = 0; i < most; i++) {", "    {inner}", "}"],
    "bounds in array": ["int lo[2] = {0, 1}, hi[2];", "hi[0] = A, hi[1] = 5;", "for (int d = 0; d < 2; d++)", "    for (int i = lo[d]; i < hi[d]; i++) {", "        {inner}", "    }"],
    "triangle": ["for (int i = 0; i < A; i++)", "    for (int j = 0; j <= i; j++) {", "        {inner}", "    }"],
    "goto": ["int i = 0;", "again:", "if (i < A) {", "    {inner}", "    i++;", "    goto again;", "}"],
    "halving": ["for (int i = 1 << (int)(A); i > 1; i /= 2) {", "    for (int j = 0; j < 4; j++) {", "        {inner}", "    }", "}"],
    "pointer": ["double *end = data + (int)(A);", "for (double *p = data; p < end; p++) {", "    *p += 1;", "    {inner}", "}"],
    "two bounds": ["for (int i = 0; i < A && i < B; i++) {", "    {inner}", "}"],
    "either bound": ["for (int i = 0; i < A || i < B; i++) {", "    {inner}", "}"],
    "between": ["for (int i = A; i < B + 3; i++) {", "    {inner}", "}"],
    "nested condition": ["for (int i = 0; i < 6; i++)", "    if (A > B) {", "        for (int j = 0; j < 9; j++) {", "            {inner}", "        }", "    }"],
    "both conditions": ["if (A > 1 && B > 2) {", "    for (int i = 0; i < 12; i++) {", "        {inner}", "    }", "}"],
    "difference of bounds": ["int many = A - B;", "if (many < 0)", "    many = -many;", "for (int i = 0; i < many; i++) {", "    {inner}", "}"],
    "square loop": ["for (int i = 0; i * i < A; i++)", "    for (int j = 0; j < 3; j++) {", "        {inner}", "    }"],
    "floating loop": ["double x = 0;", "for (int i = 0; x < A; x += 0.5, i++) {", "    {inner}", "}"],
    "unrolled": ["int i = 0, most = A;", "for (; i + 1 < most; i += 2) {", "    {inner}", "    WORK(i);", "}", "for (; i < most; i++) {", "    {inner}", "}"],
    "rounds by inner": ["int left = 12;", "for (int i = 0; left > 0; i++) {", "    left -= A + 1;", "    {inner}", "}"],
    "changed behind": ["for (int i = 0; i < A; i++) {", "    {inner}", "}", "WRITE"],
    "changed in front": ["WRITE", "for (int i = 0; i < A; i++) {", "    {inner}", "}"],
    "changed within": ["for (int i = 0; i < 3; i++) {", "    for (int j = 0; j < A; j++) {", "        {inner}", "    }", "    WRITE", "}"],
}
# Functions that a kernel calls with sizes.
HELPERS = {
    "called": ("static void help@(int n) {\n    for (int i = 0; i < n; i++)\n        WORK(i);\n}", "help@(B);"),
    "called twice": ("static void help@(int n) {\n    for (int i = 0; i < n; i++)\n        WORK(i);\n}", "help@(3);\nhelp@(B);"),
    "by pointer": ("static void help@(const int *n) {\n    for (int i = 0; i < *n; i++)\n        WORK(i);\n}", "{\n    int m = B;\n    help@(&m);\n}"),
    "recursion": ("static void help@(int n) {\n    if (n <= 0)\n        return;\n    for (int i = 0; i < 5; i++)\n        WORK(i);\n    help@(n - 1);\n}", "help@(B);"),
    "loop": ("", "for (int l = 0; l < B; l++)\n    WORK(l);"),
    "loop with three": ("", "for (int l = 0; l < B; l++)\n    for (int m = 0; m < C; m++)\n        WORK(l + m);"),
    "condition": ("", "if (B > 2)\n    for (int l = 0; l < 9; l++)\n        WORK(l);"),
    "work": ("", "WORK(3);"),
}


def deeper(lines, by=1):
    return [line if line.startswith("#") else "    " * by + line for line in lines]


def nest(r, number, sizes):
    """Declarations and lines of a kernel over the sizes."""
    shape = r.choice(sorted(SHAPES))
    helper = r.choice(sorted(HELPERS)) if len(sizes) > 1 or r.random() < 0.3 else "work"
    reads = [s["expr"] for s in sizes]
    r.shuffle(reads)
    a, b, c = reads[0], reads[1 % len(reads)], reads[2 % len(reads)]
    top, inner = HELPERS[helper]
    written = [s["expr"] for s in sizes if s["write"]]
    write = f"{r.choice(written)} = ({r.choice(['(int)' + a, '(int)' + b])} + 1) % 6;" if written else ";"
    out = []
    for line in SHAPES[shape]:
        pad = line[: len(line) - len(line.lstrip())]
        if line.strip() == "{inner}":
            out += [pad + text for text in inner.splitlines()]
        else:
            out.append(line)
    out = [put(line, {"A": a, "B": b, "C": c, "WRITE": write}) for line in out]
    helped = top.replace("@", f"_{number}").splitlines()
    return helped, [line.replace("@", f"_{number}") for line in out]


def put(line, values):
    return re.sub(r"\b(A|B|C|WRITE)\b", lambda m: values[m.group(1)], line)


def between(r):
    """What stands between two kernels."""
    return r.choice([["MPI_Barrier(MPI_COMM_WORLD);"], ["MPI_Allreduce(MPI_IN_PLACE, data, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);"],
                     ["MPI_Sendrecv(data, 4, MPI_DOUBLE, (rank + 1) % size, 7, data + 8, 4, MPI_DOUBLE, (rank + size - 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"]])
