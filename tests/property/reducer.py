"""reducer.py - reduces a failing C program: removes text as long as a check says that the program still fails.

The method is delta debugging: a pass lists edits (reduce_passes.py); halves of the list are tried, then quarters, down to single
edits. Passes that remove much come first, and are repeated while they help; passes on parts of statements follow. Must not know
the failure. The result depends only on the program and the check: of candidates that are tried in parallel, the first in the
list counts.
"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import tempfile
import time

import ctokens
import reduce_merge
import reduce_passes
from ctokens import Source
from reduce_passes import apply

SMALL = 40  # lines; below that, a round that takes little away is the last


class Reducer:
    def __init__(self, files, check, say, jobs=2, limit=1800, keep=lambda texts: None):
        """say(text) tells what goes on; keep(texts) gets the files after each pass."""
        self.check, self.say, self.limit, self.keep, self.told = check, say, limit, keep, time.monotonic()
        self.files = {name: ctokens.read(text) for name, text in files.items()}
        self.known, self.tries, self.start = {}, 0, time.monotonic()
        self.steps = []  # what the files were since the pass began
        self.ordered = True  # whether the program itself is in order
        self.strict = False  # whether each candidate must be in order, or only what a pass leaves
        self.work = tempfile.mkdtemp(prefix="reduce.")
        self.print = ctokens.write
        self.jobs, self.pool = jobs, concurrent.futures.ThreadPoolExecutor(jobs)

    # ---- candidates ----------------------------------------------------------
    def texts(self, files=None):
        return {name: self.print(tokens) for name, tokens in (files or self.files).items()}

    def ask(self, what, files, question):
        """The answer of a check about the files; it is asked once."""
        texts = self.texts(files)
        key = what + hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()
        if key not in self.known:
            folder = tempfile.mkdtemp(dir=self.work)
            for name, text in texts.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(text)
            self.known[key] = question(folder)
            shutil.rmtree(folder, ignore_errors=True)
        return self.known[key]

    def fails(self, files):
        """Whether the candidate still fails in the same way."""
        return self.ask("fails ", files, self.again) and (not self.strict or self.in_order(files))

    def again(self, folder):
        self.tries += 1
        return self.check.again(folder)

    def in_order(self, files):
        """Whether the candidate itself is in order, as far as the check can tell that."""
        return not self.ordered or self.ask("order ", files, self.check.in_order)

    def lines(self):
        return sum(len(text.splitlines()) for text in self.texts().values())

    def size(self):
        return sum(map(len, self.files.values()))

    def late(self):
        return time.monotonic() - self.start > self.limit

    def take(self, files):
        self.files = files
        self.steps.append(files)

    def attempt(self, files):
        """Takes the files if they still fail."""
        good = files != self.files and self.fails(files)
        if good:
            self.take(files)
        return good

    def shrink(self, name, edits, chunk=None):
        """Makes as many of the edits as still fail; whether any was made."""
        base, made, left = self.files[name], [], list(edits)
        size = min(chunk or len(left), len(left))
        while left and size and not self.late():
            at = 0
            while at < len(left) and not self.late():
                turns = [left[at + k * size:at + (k + 1) * size] for k in range(self.jobs)]
                turns = [t for t in turns if t]
                tried = [{**self.files, name: apply(base, made + t)} for t in turns]
                running = [self.pool.submit(self.fails, files) for files in tried]
                good = [r.result() for r in running]
                if time.monotonic() - self.told > 30:
                    self.tell(f"... {len(left)} edits, {size} at a time")
                if True in good:
                    first = good.index(True)
                    at += first * size
                    made += turns[first]
                    self.take(tried[first])
                    del left[at:at + len(turns[first])]
                else:
                    at += size * len(turns)
            size = size // 2
        return bool(made)

    # ---- passes --------------------------------------------------------------
    def merge(self, _):
        any(self.attempt(files) for files in reduce_merge.candidates(self.files))

    def unused(self, name):
        elsewhere = {word for n, tokens in self.files.items() if n != name for t in tokens for word in re.findall(r"\w+", t)}
        return self.shrink(name, reduce_passes.unused(Source(self.files[name]), elsewhere))

    def hollow(self, name):
        return self.shrink(name, reduce_passes.hollow(Source(self.files[name])))

    def statements(self, name):
        changed = self.unused(name)
        for depth in range(reduce_passes.DEPTHS):
            source = Source(self.files[name])
            if depth and not source.level(depth):
                break
            changed |= self.shrink(name, reduce_passes.statements(source, depth))
        return changed | self.unused(name)

    def plain_statements(self, name):
        changed = False
        for depth in range(reduce_passes.DEPTHS):
            source = Source(self.files[name])
            if depth and not source.level(depth):
                break
            changed |= self.shrink(name, reduce_passes.plain_statements(source, depth), 8)
        return changed

    def functions(self, name):
        """Functions go with their calls, or into their callers."""
        changed = self.shrink(name, reduce_passes.without_function(Source(self.files[name])))
        for function in list(Source(self.files[name]).definitions()):
            edit = reduce_passes.inlined(Source(self.files[name]), function)
            changed |= bool(edit) and self.shrink(name, [edit])
        return changed

    def expand_all(self, name):
        found = reduce_merge.expanded(self.files[name], None)
        return found is not None and self.attempt({**self.files, name: found})

    def expand(self, name):
        tokens = self.files[name]
        for only in reduce_merge.expansions(tokens):
            found = reduce_merge.expanded(self.files[name], only)
            if found is not None and self.attempt({**self.files, name: found}) and only is None:
                break
        return self.files[name] is not tokens

    def unwrap(self, name):
        return self.shrink(name, reduce_passes.unwrapped(Source(self.files[name])), 4)

    def elements(self, name):
        return self.shrink(name, reduce_passes.elements(Source(self.files[name])), 8)

    def parameters(self, name):
        """A parameter goes with its arguments."""
        changed = False
        for function in list(Source(self.files[name]).definitions()):
            k = 0
            while not self.late():
                edit = reduce_passes.without_parameter(Source(self.files[name]), function, k)
                if edit is None:
                    break
                if self.shrink(name, [edit]):
                    changed = True
                else:
                    k += 1
        return changed

    def expressions(self, name):
        return self.shrink(name, reduce_passes.expressions(Source(self.files[name]), ()), 8)

    def constants(self, name):
        return self.shrink(name, reduce_passes.expressions(Source(self.files[name]), ("0", "1")), 4)

    # ---- all of it -----------------------------------------------------------
    def run(self):
        if not self.fails(self.files):
            self.print = ctokens.write_as_read
            if not self.fails(self.files):
                raise ValueError("the program does not fail in the same way after it is read and written")
        self.ordered = self.in_order(self.files)
        if not self.ordered:
            self.tell(f"the program itself is not in order ({self.check.why}), so that smaller ones need not be")
        before, size = None, self.size()
        while before != self.key() and not self.late():
            before = self.key()
            self.coarse()
            self.fine()
            if self.lines() < SMALL and self.size() > 0.8 * size:
                break
            size = self.size()
        self.pool.shutdown()
        shutil.rmtree(self.work, ignore_errors=True)
        return self.texts()

    def coarse(self):
        """Passes that take much away, as long as they do."""
        size = None
        while (size is None or self.size() < 0.9 * size) and not self.late():
            size = self.size()
            self.one("files are merged", self.merge, once=True)
            self.one("macros are expanded", self.expand_all)
            self.one("what main cannot reach", self.unused)
            self.one("bodies of functions", self.hollow)
            self.one("statements with their names", self.statements)
            self.one("functions with their calls", self.functions)
            self.one("statements are unwrapped", self.unwrap)

    def fine(self):
        self.one("each macro is expanded", self.expand)
        self.one("statements", self.plain_statements)
        self.one("elements of lists", self.elements)
        self.one("parameters", self.parameters)
        self.one("expressions", self.expressions)
        self.one("statements", self.statements)
        if self.lines() < 2 * SMALL:
            self.one("constants", self.constants)

    def key(self):
        return repr(sorted((n, list(t)) for n, t in self.files.items()))

    def one(self, what, run, once=False):
        """A pass over all files. What it leaves must be in order: otherwise the pass goes back to a step that was, and each
        step from there must be in order."""
        for self.strict in (False, True):
            self.steps = [self.files]
            self.over_files(run, once)
            if self.strict or self.files == self.steps[0] or self.in_order(self.files):
                break
            low, high = 0, len(self.steps) - 1
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if self.in_order(self.steps[middle]) else (low, middle)
            self.ban(self.steps[high])
            self.files = self.steps[low]
            self.tell(f"{what}, a step of which is not in order ({self.check.why}): back")
        self.strict = False
        self.tell(what)
        self.keep(self.texts())

    def ban(self, files):
        """These files count as if they did not fail."""
        key = hashlib.sha256(repr(sorted(self.texts(files).items())).encode()).hexdigest()
        self.known["fails " + key] = False

    def tell(self, what):
        self.told = time.monotonic()
        self.say(f"{what}: {self.lines()} lines, {self.size()} tokens ({self.tries} programs tried, "
                 f"{self.told - self.start:.0f} s)")

    def over_files(self, run, once):
        for name in [sorted(self.files)[0]] if once else sorted(self.files):
            if name in self.files and not self.late():
                run(name)
                if not self.files.get(name) and len(self.files) > 1:
                    self.attempt({n: t for n, t in self.files.items() if n != name})
