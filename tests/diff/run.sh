#!/bin/sh
# run.sh - differential tests: each tests/diff/NAME.c runs under real MPICH and on simulated ranks. The output of each rank
# (diff.h) and its communication trace must be equal.
#
# Prints "ok NAME@P" or "FAIL NAME@P: reason". B: build folder. Arguments: names, default all. A line "diff: ranks=2,4"
# in the program's head replaces the numbers of ranks, which are all of 1 2 3 4 7, or with BSIM_TURN (0 or 1) two or three of
# these; "diff: trace=no" leaves out the traces. With the largest number of ranks the
# program is also recorded, without times, and simulated: the predicted time must be that of the run, unless the program says
# "diff: record=no", or "diff: record=run": of what MPICH may do in another order only the trace of the run on simulated ranks is
# simulated. Ranks of a recording are replayed alone (below). The same holds for the trace of the run on simulated ranks (bsim run --record). It also runs on
# platforms with shared links and with network cards, unless it says "diff: links=no" (below).
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$root" && realpath -m "${B:-build}")
work=$build/tests/diff
PATH=$build/bin:$PATH
bad=0

real_cc() {
    mpicc -g -O1 -std=c11 -D_GNU_SOURCE -w "$1" -o "$2" -lm
}

# The preloaded libraries are not built with a sanitizer, so the real side never is.
plain=$build
[ -n "${BSIM_SANITIZE:-}" ] && plain=$work/plain
preload() {
    mkdir -p "$work" "$plain"
    if [ "$plain" != "$build" ]; then
        make -s -C "$root" B="$plain" "$plain/lib/libbsim-commtrace.so" "$plain/lib/libbsim-yield.so" || return 1
    fi
}

# simulated NAME P DIR SHARDS: runs the program on simulated ranks and compares it with the real run in DIR. With several
# shards it also compares the result with that of one shard, unless the program says "diff: times=no".
simulated() {
    name=$1 p=$2 d=$3 shards=$4
    rm -rf "$d/sim" "$d/sim-trace"
    mkdir -p "$d/sim"
    at=$name@$p
    [ "$shards" = 1 ] || at="$at on $shards shards"
    record=
    [ "$shards" != 1 ] || record="--record $d/run-recording"
    if ! DIFF_OUT=$d/sim timeout 120 bsim run $record -np "$p" --platform "$here/platform.json" --comm-trace "$d/sim-trace" \
        --shards "$shards" --json "$d/result-$shards.json" "$work/$name.sim" >"$d/sim.log" 2>&1; then
        echo "FAIL $at: runtime: $(grep -v '^ *$' "$d/sim.log" | tail -n 1)"
        return 1
    fi
    if ! diff -r "$d/real" "$d/sim" >"$d/diff"; then
        echo "FAIL $at: outputs differ ($d/diff): $(grep '^[<>]' "$d/diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
    if ! grep -q 'diff:.*trace=no' "$here/$name.c" && ! diff -r "$d/real-trace" "$d/sim-trace" >"$d/trace-diff"; then
        echo "FAIL $at: traces differ ($d/trace-diff): $(grep '^[<>]' "$d/trace-diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
    if ! grep -q '"predicted_time_s"' "$d/result-$shards.json"; then
        echo "FAIL $at: no result"
        return 1
    fi
    # Without the values of the host, which are at the end.
    sed '/"host"/,$d' "$d/result-$shards.json" >"$d/result-$shards"
    if ! grep -q 'diff:.*times=no' "$here/$name.c" && ! diff "$d/result-1" "$d/result-$shards" >"$d/result-diff"; then
        echo "FAIL $at: results differ ($d/result-diff): $(grep '^[<>]' "$d/result-diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
    unobserved
}

# Without a trace calls take the short way (lmpi/p2p/quick.h), to the same output and the same result. For simulated.
unobserved() {
    rm -rf "$d/quick"
    mkdir -p "$d/quick"
    if ! DIFF_OUT=$d/quick timeout 120 bsim run -np "$p" --platform "$here/platform.json" --shards "$shards" \
        --json "$d/result-quick.json" "$work/$name.sim" >"$d/quick.log" 2>&1; then
        echo "FAIL $at without a trace: runtime: $(grep -v '^ *$' "$d/quick.log" | tail -n 1)"
        return 1
    fi
    if ! diff -r "$d/real" "$d/quick" >"$d/diff"; then
        echo "FAIL $at without a trace: outputs differ ($d/diff): $(grep '^[<>]' "$d/diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
    sed '/"host"/,$d' "$d/result-quick.json" >"$d/result-quick"
    if ! grep -q 'diff:.*times=no' "$here/$name.c" && ! diff "$d/result-$shards" "$d/result-quick" >"$d/result-diff"; then
        echo "FAIL $at without a trace: results differ ($d/result-diff): $(grep '^[<>]' "$d/result-diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
}

# on_shared NAME P DIR: on platforms whose messages share links, or network cards, the outputs are the same, and the result is
# that of two shards. With "diff: cards=longer" the program takes no less time than without cards.
on_shared() {
    name=$1 p=$2 d=$3
    [ "$p" = "$most" ] && ! grep -q 'diff:.*links=no' "$here/$name.c" || return 0
    shared_run links 1 && shared_run links 2 && shared_equal links || return 1
    shared_run cards 1 && shared_run cards 2 && shared_equal cards || return 1
    grep -q 'diff:.*cards=longer' "$here/$name.c" || return 0
    shared_run cards 3 --whole-collectives && shared_run cards 4 --without-cards || return 1
    for n in 1 3; do
        if [ "$(printf '%s\n' "$(predicted "$d/cards-$n.json")" "$(predicted "$d/cards-4.json")" | sort -g | head -n 1)" = \
            "$(predicted "$d/cards-$n.json")" ]; then
            echo "FAIL $name@$p: with shared cards it takes $(predicted "$d/cards-$n.json"), without $(predicted "$d/cards-4.json")"
            return 1
        fi
    done
}

# shared_run KIND NUMBER [OPTION]: NUMBER is that of the run, and without an option that of its shards.
shared_run() {
    kind=$1 shards=$2 option=${3:-"--shards $2"}
    [ "$shards" != 2 ] || [ "$p" -gt 1 ] || return 0
    rm -rf "$d/$kind"
    mkdir -p "$d/$kind"
    if ! DIFF_OUT=$d/$kind timeout 120 bsim run -np "$p" --platform "$here/platform-$kind.json" $option \
        --json "$d/$kind-$shards.json" "$work/$name.sim" >"$d/$kind.log" 2>&1; then
        echo "FAIL $name@$p with shared $kind: $(grep -v '^ *$' "$d/$kind.log" | tail -n 1)"
        return 1
    fi
    if ! diff -r "$d/real" "$d/$kind" >"$d/diff"; then
        echo "FAIL $name@$p with shared $kind: outputs differ ($d/diff): $(grep '^[<>]' "$d/diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
    sed '/"host"/,$d' "$d/$kind-$shards.json" >"$d/$kind-$shards"
}

# shared_equal KIND: the results of one and two shards are the same.
shared_equal() {
    [ "$p" -gt 1 ] && ! grep -q 'diff:.*times=no' "$here/$name.c" || return 0
    if ! diff "$d/$1-1" "$d/$1-2" >"$d/result-diff"; then
        echo "FAIL $name@$p with shared $1: results differ ($d/result-diff): $(grep '^[<>]' "$d/result-diff" | head -n 2 | tr '\n' ' ')"
        return 1
    fi
}

predicted() {
    sed -n 's/.*"predicted_time_s": //p' "$1" | head -n 1
}

# recorded NAME P DIR: simulates a trace of the program under the real MPI, and compares the time with that of its run.
recorded() {
    name=$1 p=$2 d=$3
    [ "$p" = "$most" ] && [ -z "${BSIM_SANITIZE:-}" ] || return 0
    ! grep -Eq 'diff:.*(record|times)=no' "$here/$name.c" || return 0
    if ! timeout 120 bsim simulate "$d/run-recording" -q --platform "$here/platform.json" --json "$d/again.json" \
        >"$d/again.log" 2>&1 || [ "$(predicted "$d/again.json")" != "$(predicted "$d/result-1.json")" ]; then
        echo "FAIL $name@$p: the trace of the run takes $(predicted "$d/again.json"), the run $(predicted "$d/result-1.json")"
        return 1
    fi
    # "diff: lacks=NAME": the traces lack what the program did by MPI_NAME, and say so.
    lacks=$(sed -n 's/.*diff:.*lacks=\([A-Za-z_]*\).*/\1/p' "$here/$name.c")
    if [ "$lacks" ] && ! grep -q "lacks what the program did: MPI_$lacks is not recorded" "$d/again.log"; then
        echo "FAIL $name@$p: simulate the run: nothing tells of MPI_$lacks"
        return 1
    fi
    if grep -v "MPI_$lacks is" "$d/again.log" | grep -q 'is not recorded'; then
        echo "FAIL $name@$p: simulate the run: $(tail -n 1 "$d/again.log")"
        return 1
    fi
    ! grep -Eq 'diff:.*record=run' "$here/$name.c" || return 0
    content=--content
    ! grep -Eq 'diff:.*replay=no' "$here/$name.c" || content=
    mkdir -p "$d/recorded"
    if ! DIFF_OUT=$d/recorded timeout 120 bsim record -q --yield --clock none $content -o "$d/recording" -- mpiexec -n "$p" \
        "$work/$name.real" >"$d/record.log" 2>&1; then
        echo "FAIL $name@$p: record: $(tail -n 1 "$d/record.log")"
        return 1
    fi
    if ! timeout 120 bsim simulate "$d/recording" -q --platform "$here/platform.json" --json "$d/simulated.json" \
        >"$d/simulate.log" 2>&1 || grep -v 'reductions of the trace call functions of the program' "$d/simulate.log" |
        grep -v "MPI_${lacks:-none} is not recorded" | grep -v 'has no times' | grep -v 'combines vectors of' |
        grep -v 'collectives copy' |
        grep -v 'longer than the buffers of their receives'; then
        echo "FAIL $name@$p: simulate: $(tail -n 1 "$d/simulate.log")"
        return 1
    fi
    if [ "$lacks" ] && ! grep -q "lacks what the program did: MPI_$lacks is not recorded" "$d/simulate.log"; then
        echo "FAIL $name@$p: simulate: nothing tells of MPI_$lacks"
        return 1
    fi
    if [ "$(predicted "$d/simulated.json")" != "$(predicted "$d/result-1.json")" ]; then
        echo "FAIL $name@$p: the trace takes $(predicted "$d/simulated.json"), the run $(predicted "$d/result-1.json")"
        return 1
    fi
}

# replayed NAME P DIR: with the largest number of ranks the program is recorded with what its ranks receive; its first and its last
# rank are replayed alone, and write what they wrote. A program that says "diff: replay=no" calls what cannot be replayed.
replayed() {
    name=$1 p=$2 d=$3
    [ "$p" = "$most" ] && [ -z "${BSIM_SANITIZE:-}" ] || return 0
    ! grep -Eq 'diff:.*replay=no' "$here/$name.c" || return 0
    mkdir -p "$d/recorded" "$d/replayed"
    if [ ! -d "$d/recording" ] && ! DIFF_OUT=$d/recorded timeout 120 bsim record -q --yield --clock none --content -o "$d/recording" -- mpiexec -n "$p" \
        "$work/$name.real" >"$d/record.log" 2>&1; then
        echo "FAIL $name@$p: record --content: $(tail -n 1 "$d/record.log")"
        return 1
    fi
    for r in 0 $((p - 1)); do
        rm -f "$d/replayed/rank-$r"
        if ! DIFF_OUT=$d/replayed timeout 120 bsim replay -q --rank "$r" "$d/recording" -- "$work/$name.real" \
            >"$d/replay.log" 2>&1; then
            echo "FAIL $name@$p: replay: $(tail -n 1 "$d/replay.log")"
            return 1
        fi
        if ! diff "$d/recorded/rank-$r" "$d/replayed/rank-$r" >"$d/diff"; then
            echo "FAIL $name@$p: replayed rank $r: $(sed -n '2p' "$d/diff")"
            return 1
        fi
    done
}

# one NAME P: runs both sides and compares them.
one() {
    name=$1 p=$2 d=$work/$1.$2
    rm -rf "$d"
    mkdir -p "$d/real" "$d/sim"
    if ! DIFF_OUT=$d/real BSIM_COMM_TRACE=$d/real-trace timeout 120 mpiexec -n "$p" \
        -env LD_PRELOAD "$plain/lib/libbsim-yield.so $plain/lib/libbsim-commtrace.so" "$work/$name.real" >"$d/real.log" 2>&1; then
        echo "FAIL $name@$p: real MPI: $(tail -n 1 "$d/real.log")"
        return 1
    fi
    empty=
    for r in $(seq 0 $((p - 1))); do
        [ -s "$d/real/rank-$r" ] || empty="rank $r has written nothing"
        [ -f "$d/real-trace/rank-$r.tsv" ] || empty="there is no trace of rank $r"
    done
    grep -q 'diff:.*trace=no' "$here/$name.c" || cat "$d"/real-trace/* | grep -q . || empty="all traces are empty"
    if [ "$empty" ]; then
        echo "FAIL $name@$p: real MPI: $empty"
        return 1
    fi
    for shards in 1 2 3; do
        [ "$shards" -le "$p" ] || break
        simulated "$name" "$p" "$d" "$shards" || return 1
    done
    on_shared "$name" "$p" "$d" || return 1
    recorded "$name" "$p" "$d" || return 1
    replayed "$name" "$p" "$d" || return 1
    echo "ok $name@$p"
}

preload || { echo "FAIL preload: does not build"; exit 1; }
[ $# -gt 0 ] || { all=yes; set -- $(cd "$here" && ls ./*.c | sed 's,^\./,,; s,\.c$,,'); }
for name in "$@"; do
    if ! real_cc "$here/$name.c" "$work/$name.real" >"$work/$name.cc" 2>&1; then
        echo "FAIL $name: mpicc: $(grep error "$work/$name.cc" | head -n 1)"
        bad=1
        continue
    fi
    if ! bsimcc -O1 -std=c11 -D_GNU_SOURCE -w "$here/$name.c" -o "$work/$name.sim" -lm >"$work/$name.cc" 2>&1; then
        echo "FAIL $name: bsimcc: $(grep -E 'error|undefined' "$work/$name.cc" | head -n 1)"
        bad=1
        continue
    fi
    ranks=$(sed -n 's/.*diff:.*ranks=\([0-9,]*\).*/\1/p' "$here/$name.c" | tr ',' ' ')
    case ${BSIM_SANITIZE:+s}${BSIM_TURN:-} in s?) usual="4 7" ;; 0) usual="3 7" ;; 1) usual="1 2 4" ;; *) usual="1 2 3 4 7" ;; esac
    for p in ${ranks:-$usual}; do most=$p; done
    for p in ${ranks:-$usual}; do
        one "$name" "$p" || bad=1
    done
done
# Every function of the tables must be called by some test.
if [ "${all:-}" ]; then
    # Calls as the preprocessor leaves them, since many come from macros; of the tests alone, not of headers.
    mkdir -p "$work"
    for c in "$here"/*.c; do
        bsimcc -E -std=c11 -D_GNU_SOURCE -w "$c" | awk '/^# [0-9]+ "/ { own = index($3, "/diff/") } own'
    done >"$work/calls"
    missing=$( (
        sed -n 's/^MPI_CALL([A-Za-z_]*, \([A-Za-z0-9_]*\),.*/\1/p' "$root/include/lmpi/mpi_calls.def"
        sed -n 's/^MPI_LARGE[A-Z_]*(\([A-Za-z0-9_]*\), (.*/\1_c/p' "$root/include/lmpi/mpi_large.def"
    ) | while read -r f; do
        grep -qw "MPI_$f" "$work/calls" || echo "$f"
    done)
    if [ -n "$missing" ]; then
        echo "FAIL coverage: no test calls $(echo $missing)"
        bad=1
    else
        echo "ok coverage"
    fi
fi
exit $bad
