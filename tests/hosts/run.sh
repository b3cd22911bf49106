#!/bin/sh
# run.sh - runs on several hosts (mpiexec -n H bsim run ...): each program runs in one process and on 2 and 3 hosts, which are
# processes of this machine. Results, outputs, messages and exit codes must be equal, apart from the host's own values. What
# a run on several hosts does not have must be refused by name, once.
#
# Prints "ok NAME" or "FAIL NAME: reason". B: build folder.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$root" && realpath -m "${B:-build}")
work=$build/tests/hosts
platform=$root/tests/diff/platform.json
PATH=$build/bin:$PATH
bad=0
mkdir -p "$work"
cd "$work" || exit 1

fail() {
    echo "FAIL $1: $2"
    bad=1
}

compile() {
    bsimcc -g -O1 -std=c11 -D_GNU_SOURCE -w "$1" -o "$work/$2" -lm || fail "$2" "does not compile"
}

# run TO HOSTS RANKS ARGS...: 1 host is one process. Files TO/*; lines of ranks are sorted, since hosts print beside each other.
run() {
    to=$1 hosts=$2 np=$3
    shift 3
    rm -rf "$to"
    mkdir "$to"
    mpi=
    [ "$hosts" = 1 ] || mpi="mpiexec -n $hosts"
    DIFF_OUT=$to timeout 100 $mpi bsim run -np "$np" --platform "$platform" --json "$to/result" --quiet "$@" >"$to/out" 2>"$to/err"
    echo $? >"$to/code"
    [ ! -f "$to/result" ] || sed -i '/"host"/,$d' "$to/result"
    # The launcher's own words about a process that ended badly.
    sed -i -e '/^Abort(/d' -e '/^bsim: host [0-9]/d' -e '/^=/d' -e '/^$/d' -e '/^\(YOUR APPLICATION\|This typically\|Please see\) /d' "$to/err"
    sort -o "$to/out" "$to/out"
}

# same NAME RANKS ARGS...: equal on 1, 2 and 3 hosts.
same() {
    name=$1
    shift
    run one 1 "$@"
    for h in 2 3; do
        run several "$h" "$@"
        if diff -r one several >difference; then
            echo "ok $name@$h"
        else
            fail "$name@$h" "$(head -n 4 difference | tr '\n' ' ')"
        fi
    done
}

# refused NAME WHAT ARGS...: exit code 2, and one line, with the name of what is refused.
refused() {
    name=$1 what=$2
    shift 2
    run several 2 4 "$@"
    if [ "$(cat several/code)" != 2 ]; then
        fail "refuses-$name" "exit code $(cat several/code): $(head -n 1 several/err)"
    elif [ "$(grep -vc '^bsim: on host 0' several/err)" != 1 ] || ! grep -q "a run on several hosts does not support $what" several/err; then
        fail "refuses-$name" "$(head -n 3 several/err | tr '\n' ' ')"
    else
        echo "ok refuses-$name"
    fi
}

compile "$here/core.c" core
compile "$here/ends.c" ends
compile "$here/shapes.c" shapes
for n in 3 7 8; do
    same "core-$n" "$n" ./core
done
# Seeds and steps of random collectives of derived datatypes and with operators of the program; the last seed is the day's.
for n in 3 5 8; do
    same "shapes-$n" "$n" ./shapes "$n" 300
done
day=${BSIM_SEED:-$(date +%Y%m%d)0}
echo "hosts: the seed of the day is $day"
same "shapes-day-$day" 7 ./shapes "$day" 300
# Operators round as the ranks do. So do times, in the last bit.
run one 1 4 ./shapes 4 100 up
run several 2 4 ./shapes 4 100 up
if cmp -s one/out several/out && [ "$(cat one/code several/code | tr -d '\n')" = 00 ]; then
    echo "ok rounding"
else
    fail rounding "other results on two hosts"
fi
same noise 6 --noise 1 --noise-seed 3 ./core
# Messages have the draws that they have in one process.
sed 's/"eager_limit"/"noise": {"latency": 0.5, "bandwidth": 0.2}, &/' "$platform" >noise.json
platform=$PWD/noise.json
same noise-messages 6 --noise 1 --noise-seed 3 ./core
platform=$root/tests/diff/platform.json
# Each rank counts its own first messages.
sed 's/"eager_limit"/"first_messages": [{"count": 1, "time": "9us"}, {"from": 8, "count": 5, "time": "2us"}], &/' "$platform" >first.json
platform=$PWD/first.json
same first-messages 7 ./core
platform=$root/tests/diff/platform.json
for p in ring halo2d wavefront allreduce; do
    compile "$root/benchmarks/perf/$p.c" "$p"
    same "$p" 16 "./$p" 10
done
for p in polls mprobe mprobe_polled mprobe_short isendrecv isendrecv_any isendrecv_polled idle groups cart icoll_random icoll_sparse memory; do
    compile "$root/tests/diff/$p.c" "$p"
    same "$p" 5 "./$p"
done
for how in ring absent kinds roots long counts operators commutes types unstarted abort crash leak code; do
    same "ends-$how" 20 ./ends "$how"
done
refused window MPI_Win_create ./ends window
refused bottom "MPI_Allreduce with MPI_BOTTOM" ./ends bottom
refused neighbours MPI_Neighbor_allgather ./ends neighbours
refused shards --shards --shards 2 ./core
refused delay --delay --delay rank.0=1us ./core
refused parameters --parameters --parameters several.tsv ./core
refused noise-runs --noise-runs --noise 1 --noise-runs 3 ./core
refused sensitivities --sensitivities --sensitivities ./core
echo '{"schema": "bsim-models/1", "blocks": {}, "operators": {"shapes.c:add": {"call_s": "60ns", "element_s": "1ns"}}}' >operators.json
refused operators "times of the program's operators" --models operators.json ./shapes
refused record --record --record several.trace ./core
refused comm-trace --comm-trace --comm-trace several.lines ./core
platform=$root/tests/diff/platform-links.json
refused contention "network cards and links" ./core
refused cards "network cards.*; --without-cards leaves cards out" ./core
platform=$root/tests/diff/platform.json

# Skeletons with models: what each host has executed and extrapolated comes together.
skeleton() {
    app=$1 name=skeleton-$1
    rm -rf "$name"
    if ! skeletonize "$root"/benchmarks/apps/"$app"/*.c -o "$name" >log 2>&1 || ! make -s -C "$name" BSIMCC=bsimcc >>log 2>&1; then
        fail "$name" "$(tail -n 1 log)"
        return
    fi
    python3 "$here/models.py" "$name/skeleton.json" >"$name.json"
    shift
    same "$name" 6 --models "$name.json" "$name/skeleton" "$@"
}
skeleton cg -x 64 -y 64 -i 10
skeleton heat2d
skeleton wavefront

# The end of a run waits for no answer of MPICH, whose MPI_Finalize may not come (launcher.h): late.c makes it so. A launcher that
# hosts cannot speak to takes MPI_Finalize, and a limit of 10 s.
cc -shared -fPIC -O1 -w "$here/late.c" -o late.so || fail late "does not compile"
late() {
    name=late-$1
    shift
    export MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo
    rm -f late.json
    if ! env "$@" timeout 40 mpiexec -n 2 -genv LD_PRELOAD "$work/late.so" bsim run -np 7 --platform "$platform" --json late.json --quiet \
        ./ring 10 >out 2>err; then
        fail "$name" "does not end, or not well: $(head -n 3 err | tr '\n' ' ')"
    elif ! sed '/"host"/,$d' late.json | cmp -s - one/result; then
        fail "$name" "another result than one process has"
    else
        echo "ok $name"
    fi
    unset MPIR_CVAR_NOLOCAL UCX_TLS UCX_NET_DEVICES
}
run one 1 7 ./ring 10
late end
late other-launcher PMI_VERSION=01
for p in "bsim-pingpong first 1" "bsim-collectives 0.01 64 barrier"; do
    if MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo timeout 60 mpiexec -n 2 -genv LD_PRELOAD "$work/late.so" $p >out 2>err; then
        echo "ok late-${p%% *}"
    else
        fail "late-${p%% *}" "does not end, or not well: $(head -n 3 err | tr '\n' ' ')"
    fi
done

# A host that does not come ends the others, which MPICH would have wait for it. lost NAME CODES MESSAGE: of what follows `bsim run` on
# the second host. The codes are those of the launcher: of that host, or of one that it has ended.
lost() {
    name=lost-$1 codes=$2 message=$3
    shift 3
    timeout 30 mpiexec -n 1 bsim run -np 7 --platform "$platform" ./ring 10 : -n 1 bsim run -np 7 "$@" >out 2>err
    code=$?
    case " $codes " in
    *" $code "*) ;;
    *) fail "$name" "exit code $code: $(head -n 3 err | tr '\n' ' ')" && return ;;
    esac
    if grep -q "$message" err; then
        echo "ok $name"
    else
        fail "$name" "$(head -n 3 err | tr '\n' ' ')"
    fi
}
printf '#!/bin/sh\nkill -9 $$\n' >killed
chmod +x killed
lost input "2 9 11" "none.json: cannot be read" --platform none.json ./ring 10
lost program "2 9 11" "./none: cannot be run" --platform "$platform" ./none 10
lost process "5 9" "./killed: was ended by signal 9" --platform "$platform" ./killed 10
printf '#!/bin/sh\nkill -9 $(ps -o ppid= -p $PPID)\nexec sleep 60\n' >killer
chmod +x killer
lost launcher 255 "" --platform "$platform" ./killer 10
# One that fails while results are gathered.
cc -shared -fPIC -O1 -w "$here/poor.c" -o poor.so || fail poor "does not compile"
timeout 30 mpiexec -n 2 -genv LD_PRELOAD "$work/poor.so" bsim run -np 7 --platform "$platform" ./ring 10 >out 2>err
code=$?
if [ $code = 2 ] && grep -q "out of memory" err; then
    echo "ok lost-at-the-end"
else
    fail lost-at-the-end "exit code $code: $(head -n 3 err | tr '\n' ' ')"
fi

# Over a network of their own.
python3 "$here/namespaces.py" "$platform" 7 ./core || bad=1
compile "$here/busy.c" busy
python3 "$here/namespaces.py" "$platform" 4 --busy ./busy || bad=1
exit $bad
