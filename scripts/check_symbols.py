#!/usr/bin/env python3
"""check_symbols.py - checks that every global symbol of the static libraries has a prefix of the project or of MPI, that no
code of the runtime takes the address of a thread-local variable, since its rank may move to another thread meanwhile, and that
switches prefetch what the next ones touch: compilers drop calls of functions that only do so.

usage: check_symbols.py BUILD
"""
import os
import re
import subprocess
import sys
import tempfile

ALLOWED = re.compile(r"^(bsim_|BSIM_|lmpi_|LMPI_|MPI_|MPIX_|__wrap_|omp_|__start_bsim_|__stop_bsim_|__tsan_|wait$)")  # wait: bsim/process/wait.c
LIBS = ("libbsim.a", "liblmpi.a", "libbsim-instrument.a", "libbsim-check.a")


SWITCHES = {"bsim_block", "bsim_yield", "bsim_ready"}


def disassembled(build):
    """A program with the whole runtime, as objdump tells it."""
    with tempfile.TemporaryDirectory() as folder:
        program, source = os.path.join(folder, "program"), os.path.join(folder, "empty.c")
        with open(source, "w") as f:
            f.write("int main(void) { return 0; }\n")
        subprocess.run([f"{build}/bin/bsimcc", source, "-o", program, "-Wl,--whole-archive", f"{build}/lib/liblmpi.a",
                        f"{build}/lib/libbsim.a", "-Wl,--no-whole-archive", "-Wl,--no-as-needed", "-lzstd"], check=True)
        return subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True,
                              check=True).stdout.splitlines()


def scan(lines):
    """The functions of the runtime that read the thread's base address (x86-64: word 0 of segment fs); whether any reads a
    variable of a thread; those that prefetch."""
    function, found, seen, fetching = "", set(), 0, set()
    for line in lines:
        name = re.match(r"^[0-9a-f]+ <(.*)>:", line)
        if name:
            function = name.group(1)
        seen += "%fs:0xff" in line
        if re.search(r"%fs:0x0\b", line):
            found.add(function)
        if "prefetch" in line:
            fetching.add(function)
    return sorted(found), seen, fetching


def main():
    bad = 0
    found, seen, fetching = scan(disassembled(sys.argv[1]))
    if found or not seen:
        print(f"FAIL thread-addresses: {' '.join(found) or 'no variable of a thread was seen'}")
        bad = 1
    else:
        print("ok thread-addresses")
    if SWITCHES - fetching:
        print(f"FAIL prefetches: {' '.join(sorted(SWITCHES - fetching))} prefetch nothing")
        bad = 1
    else:
        print("ok prefetches")
    for lib in LIBS:
        path = f"{sys.argv[1]}/lib/{lib}"
        nm = subprocess.run(["nm", "-g", "--defined-only", "-P", path], capture_output=True, text=True, check=False)
        if nm.returncode:
            print(f"FAIL {lib}: {nm.stderr.strip()}")
            bad = 1
            continue
        names = [line.split()[0] for line in nm.stdout.splitlines() if len(line.split()) >= 2 and line[0] != " "]
        names = [n for n in names if not n.endswith(":") and "[" not in n]
        # A sanitizer build adds symbols of its own; the compiler adds helpers for position-independent code on x86.
        wrong = [n for n in names if not ALLOWED.match(n) and not n.startswith(("__asan", "__odr_asan", "DW.ref."))]
        if wrong or not names:
            print(f"FAIL {lib}: {'exports ' + ' '.join(sorted(set(wrong))) if wrong else 'has no symbols'}")
            bad = 1
        else:
            print(f"ok {lib}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
