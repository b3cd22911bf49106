#!/bin/sh
# run.sh [--update] [CASE...]: golden tests of skeletonize; prints "ok CASE" or "FAIL CASE: ...".
#
# tests/golden/CASE/ holds input files and cmd, a shell script. cmd runs in a copy of the folder, with skeletonize, bsim and
# bsimcc in PATH. Its output, with the exit status of each line that "try" runs, must equal expected/messages. If it makes a
# tree out/, this must equal expected/out, apart from Makefile and skeleton.json. The tree, and trees out-*, must build with
# -Wall -Werror. --update rewrites expected/.
root=$(cd "$(dirname "$0")/../.." && pwd)
B=${B:-build}
case $B in /*) ;; *) B=$(realpath -m "$root/$B") ;; esac
PATH=$B/bin:$PATH
export B PATH root
update=
[ "${1:-}" = --update ] && update=1 && shift
cd "$root/tests/golden" || exit 1
[ $# -gt 0 ] || set -- */
bad=0

# Runs a command; says how it ended unless it succeeded.
cat >"${TMPDIR:-/tmp}/golden-try.$$" <<'END'
try() {
    "$@"
    status=$?
    [ $status = 0 ] || echo "(exit $status)"
}
END
trap 'rm -f "${TMPDIR:-/tmp}/golden-try.$$"' EXIT

# Copies the files of a tree that are compared to $2.
select_files() {
    (cd "$1" && find . -type f ! -name '*.o' ! -name Makefile ! -name skeleton.json ! -name skeleton | sort) |
        while read -r f; do
            mkdir -p "$2/$(dirname "$f")"
            cp "$1/$f" "$2/$f"
        done
}

for case in "$@"; do
    case=${case%/}
    [ -f "$case/cmd" ] || continue
    tmp=$(mktemp -d)
    cp -r "$case" "$tmp/case"
    rm -rf "$tmp/case/expected"
    mkdir "$tmp/got"
    (cd "$tmp/case" && . "${TMPDIR:-/tmp}/golden-try.$$" && . ./cmd) >"$tmp/messages" 2>&1
    sed -e "s|$tmp/case|.|g" -e "s|$tmp|TMP|g" "$tmp/messages" >"$tmp/got/messages"
    why=
    ! grep -q 'no communication call to compare' "$tmp/messages" || why="--verify compares two empty traces"
    for tree in "$tmp"/case/out "$tmp"/case/out-*; do
        [ -f "$tree/Makefile" ] || continue
        if [ "$(basename "$tree")" = out ]; then
            mkdir "$tmp/got/out"
            select_files "$tree" "$tmp/got/out"
        fi
        make -s -C "$tree" BSIMCC="$B/bin/bsimcc -Wall -Werror" MPICC="mpicc -Wall -Werror" BSIM="$B" \
            >"$tmp/make.log" 2>&1 || why="$(basename "$tree") does not build: $(head -3 "$tmp/make.log")"
    done
    if [ -n "$update" ]; then
        rm -rf "$case/expected"
        cp -r "$tmp/got" "$case/expected"
    elif [ -z "$why" ] && ! diff -ru "$case/expected" "$tmp/got" >"$tmp/diff" 2>&1; then
        why="differs from expected: $(grep -m1 '^[-+][^-+]' "$tmp/diff")"
        [ -n "${VERBOSE:-}" ] && cat "$tmp/diff"
    fi
    if [ -n "$why" ]; then
        echo "FAIL $case: $why"
        bad=1
    else
        echo "ok $case"
    fi
    rm -rf "$tmp"
done
exit $bad
