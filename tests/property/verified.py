"""verified.py - whether skeletonize --verify finds the traces of a random program and of its skeleton equal."""
import glob
import os
import subprocess

from seeds import Failed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def verify(folder, ranks, options, flags, limit=600):
    """Of the sources in folder/src, with the skeleton in folder/skeleton. Raises Failed where it does not."""
    command = [os.path.join(ROOT, "build/bin/skeletonize"), "-o", os.path.join(folder, "skeleton"), "--verify", ranks,
               "--verify-limit", "60", *options, *sorted(glob.glob(os.path.join(folder, "src", "*.c"))), "--", *flags]
    env = dict(os.environ, PATH=os.path.join(ROOT, "build/bin") + ":" + os.environ["PATH"])
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, env=env, cwd=folder)
    except subprocess.TimeoutExpired as late:
        raise Failed(f"no answer within {limit} s") from late
    if run.returncode != 0:
        lines = [line for line in run.stdout.decode(errors="replace").splitlines() if "warning:" not in line]
        raise Failed(f"exit {run.returncode}\n" + "\n".join("    " + line for line in lines[-12:]))
    if b"no communication call to compare" in run.stdout:
        raise Failed("two empty traces are compared")
