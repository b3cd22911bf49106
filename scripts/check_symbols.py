#!/usr/bin/env python3
"""check_symbols.py - every global symbol of the static libraries carries the prefix of the project or of MPI.

usage: check_symbols.py BUILD
"""
import re
import subprocess
import sys

ALLOWED = re.compile(r"^(bsim_|BSIM_|lmpi_|LMPI_|MPI_|__wrap_|omp_|__start_bsim_|__stop_bsim_)")
LIBS = ("libbsim.a", "liblmpi.a", "libbsim-instrument.a")


def main():
    bad = 0
    for lib in LIBS:
        path = f"{sys.argv[1]}/lib/{lib}"
        nm = subprocess.run(["nm", "-g", "--defined-only", "-P", path], capture_output=True, text=True, check=False)
        if nm.returncode:
            print(f"FAIL {lib}: {nm.stderr.strip()}")
            bad = 1
            continue
        names = [line.split()[0] for line in nm.stdout.splitlines() if len(line.split()) >= 2 and line[0] != " "]
        names = [n for n in names if not n.endswith(":") and "[" not in n]
        # A sanitizer build adds its own; x86 position-independent helpers come from the compiler.
        wrong = [n for n in names if not ALLOWED.match(n) and not n.startswith(("__asan", "__odr_asan", "DW.ref."))]
        if wrong or not names:
            print(f"FAIL {lib}: {'exports ' + ' '.join(sorted(set(wrong))) if wrong else 'has no symbols'}")
            bad = 1
        else:
            print(f"ok {lib}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
