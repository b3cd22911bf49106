"""command.py - tests of bsim check itself: places, exit codes, refusals, objects without --check, races."""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

TYPES = """#include <mpi.h>
int main(int argc, char **argv) {
    int rank, n = 1;
    float x;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&n, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(&x, 1, MPI_FLOAT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
# Rank 0 changes what it sends, and rank 1 what it receives, before it is complete.
BUFFERS = """#include <mpi.h>
int main(int argc, char **argv) {
    int rank, data[4] = {0};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Isend(data, 4, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(data, 4, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
    data[1] = 3;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
# The message is longer than the block, and what is behind it.
LONG = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank, data[1000] = {0}, *block = malloc(40);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    data[0] = argc;
    if (rank == 0)
        MPI_Send(data, 1000, MPI_INT, 1, 5, MPI_COMM_WORLD);
    else
        MPI_Recv(block, 1000, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(block);
    MPI_Finalize();
    return 0;
}
"""
# The sum does not depend on the match; with an argument the first of the messages is printed.
RACE = """#include <mpi.h>
#include <stdio.h>
static int total;
int main(int argc, char **argv) {
    int rank, size, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        total += n;
        if (i == 1 && argc > 1)
            printf("first %d\\n", n);
    }
    if (rank == 0)
        printf("total %d\\n", total);
    MPI_Finalize();
    return argc > 2 ? 3 : 0;
}
"""

# Rank 1 reads what rank 0 puts into its memory meanwhile.
PUT = """#include <mpi.h>
int main(int argc, char **argv) {
    int rank, *memory, n = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&n, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    else
        n = *memory ? 2 : 3;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return n == 0;
}
"""
# Rank 0 takes the message that the probe has found for that of rank 1.
PROBE = """#include <mpi.h>
int main(int argc, char **argv) {
    int rank, n;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    } else {
        MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
        MPI_Recv(&n, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&n, 1, MPI_INT, status.MPI_SOURCE == 1 ? 2 : 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
"""

# A signal that the runtime does not handle ends the run before the checker can write.
SIGNAL = """#include <mpi.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    syscall(SYS_kill, syscall(SYS_getpid), SIGXFSZ);
    MPI_Finalize();
    return 0;
}
"""
# A program as the MPI Bugs Initiative writes them, and one that says nothing of itself.
HEADER = """/*
BEGIN_MBI_TESTS
  $ mpirun -np 2 ${EXE}
  | %s
  | what it says is not read
END_MBI_TESTS
*/
"""
EMPTY = """#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
"""


class Commands:
    """A folder with programs, and the command."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        for name, text in (("types.c", TYPES), ("buffers.c", BUFFERS), ("race.c", RACE), ("put.c", PUT), ("probe.c", PROBE),
                           ("signal.c", SIGNAL), ("long.c", LONG)):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)

    def run(self, *arguments):
        return subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=self.folder)

    def check(self, *arguments):
        """Exit code, the report if there is one, standard output and error."""
        report = os.path.join(self.folder, "report.json")
        if os.path.exists(report):
            os.remove(report)
        done = self.run(f"{self.build}/bin/bsim", "check", "-o", "report.json", *arguments)
        said = None
        if os.path.exists(report):
            with open(report) as f:
                said = json.load(f)
        return done.returncode, said, done.stdout + done.stderr

    def bsimcc(self, *arguments):
        return self.run(f"{self.build}/bin/bsimcc", *arguments).returncode


def errors(said):
    return sorted({f["error"] for f in said["findings"] if not f["note"]}) if said else None


def places(c):
    code, said, text = c.check("-np", "2", "types.c")
    both = [(p["rank"], p["call"], p["file"], p["line"]) for p in said["findings"][0]["places"]]
    return code == 8 and both == [(0, "MPI_Send", "types.c", 8), (1, "MPI_Recv", "types.c", 10)] and "rank 1: MPI_Recv, types.c:10" in text


def lines_of_accesses(c):
    code, said, _ = c.check("-np", "2", "buffers.c")
    lines = sorted((p["rank"], p["line"]) for f in said["findings"] for p in f["places"] if p["call"] == "the program writes")
    return code == 8 and lines == [(0, 11), (1, 11)] and errors(said) == ["receive-buffer-written", "send-buffer-written"]


def lines_of_windows(c):
    code, said, text = c.check("-np", "2", "put.c")
    found = [(f["category"], [(p["rank"], p["call"], p["line"]) for p in f["places"]]) for f in said["findings"]]
    return (code == 8 and found == [("global-concurrency", [(0, "MPI_Put", 10), (1, "the program reads", 12)])] and
            "rank 1: the program reads, put.c:12" in text)


def probes(c):
    code, said, _ = c.check("-np", "3", "probe.c")
    first = c.check("-np", "3", "--explore", "0", "probe.c")
    return (code == 8 and {"deadlock", "wildcard-race"} <= set(errors(said)) and first[0] == 0 and
            [f["text"] for f in first[1]["findings"]] == ["a probe of any rank may find one message or another"])


def without_check(c):
    """Objects without --check: what they write is seen in a digest. A program linked without it is refused."""
    if c.bsimcc("-c", "buffers.c", "-o", "plain.o") or c.bsimcc("--check", "plain.o", "-o", "mixed") or c.bsimcc("plain.o", "-o", "plain"):
        return False
    code, said, _ = c.check("-np", "2", "./mixed")
    refused, none, text = c.check("-np", "2", "./plain")
    other = c.run(f"{c.build}/bin/bsim", "run", "-np", "2", "--platform", "infiniband-cluster", "./mixed")
    if other.returncode != 2 or "bsimcc --check" not in other.stderr:
        return False
    return code == 8 and "send-buffer-written" in errors(said) and refused == 2 and none is None and "bsimcc --check" in text


def races(c):
    if c.bsimcc("--check", "-c", "race.c") or c.bsimcc("--check", "race.o", "-o", "race"):
        return False
    code, said, _ = c.check("-np", "4", "./race")
    again = c.check("-np", "4", "./race")[1]
    strict = c.check("-np", "4", "--strict", "./race")
    printed = c.check("-np", "4", "./race", "x")
    none = c.check("-np", "4", "--explore", "0", "./race", "x")
    return (code == 0 and said["errors"] == 0 and said["findings"][0]["note"] and said == again and strict[0] == 8 and printed[0] == 8 and
            errors(printed[1]) == ["wildcard-race"] and none[0] == 0 and none[1]["runs"] == 1 and not none[1]["complete"])


def signals(c):
    """What a run has found is lost if a signal ends it; that is told, and is no success."""
    code, said, _ = c.check("-np", "2", "--explore", "0", "signal.c")
    return code == 8 and errors(said) == ["crash"] and "signal" in said["findings"][0]["text"]


def damaged_heaps(c):
    """What is found before a message destroys the lists of malloc is told, with its place. What lies behind the block differs
    from run to run."""
    right = c.bsimcc("--check", "-g", "long.c", "-o", "long") == 0
    for _ in range(30):
        code, said, _ = c.check("-np", "2", "--explore", "0", "./long")
        first = said["findings"][0]
        right = (right and code == 8 and first["error"] == "buffer-longer-than-block" and "has 4000 bytes" in first["text"] and
                 [(p["rank"], p["call"], p["line"]) for p in first["places"]] == [(1, "MPI_Recv", 11)])
    return right


def suites_of_others(c):
    """others.py reads what a program's header or path expects, and fails if the tool does not tell it."""
    folder = os.path.join(c.folder, "others")
    os.makedirs(os.path.join(folder, "correct"))
    for name, text in (("types.c", HEADER % "ERROR: DatatypeMatching" + TYPES), ("wrong.c", HEADER % "OK" + TYPES), ("correct/empty.c", EMPTY)):
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
    command = (sys.executable, f"{HERE}/others.py", "--build", os.path.abspath(c.build), folder)
    good, bad = c.run(*command, "types", "empty"), c.run(*command, "wrong")
    return (good.returncode == 0 and "| parameter-matching | 1 | 1 | 1.000 | 1 |" in good.stdout and
            "correct programs: 1, without a finding: 1;" in good.stdout and bad.returncode == 1 and
            "other wrong.c: expected correct, found parameter-matching" in bad.stdout)


def exit_codes(c):
    return (c.check("-np", "2", "./race", "x", "y", "--explore", "0")[0] in (1, 8) and c.check("./race")[0] == 2 and
            c.check("-np", "2", "./nothing")[0] == 2 and c.check("-np", "2", "--explore", "-1", "./race")[0] == 2 and
            c.check("-np", "2", "--time-limit", "no", "./race")[0] == 2)


def network_cards(c):
    """A platform whose cards messages share is refused, and the message says what helps."""
    code, _, text = c.check("-np", "2", "--platform", "infiniband-cluster", "./mixed")
    without = c.check("-np", "2", "--platform", "infiniband-cluster", "--without-cards", "./mixed")[0]
    return code == 2 and "--without-cards" in text and without == 8


def test(build):
    """(name, whether it is right) of each test."""
    with tempfile.TemporaryDirectory() as folder:
        commands = Commands(build, folder)
        for one in (places, lines_of_accesses, lines_of_windows, probes, without_check, network_cards, races, signals, damaged_heaps, suites_of_others, exit_codes):
            yield "command: " + one.__name__.replace("_", " "), one(commands)
