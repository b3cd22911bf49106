#!/usr/bin/env python3
"""record_others.py FOLDER [--replay]: C functions that wrap what libbsim-record.so does not record, so that a trace tells what it lacks.

FOLDER has MPICH's headers. Wrapped is each function that communicates and is not in a recorded family of include/lmpi/mpi_calls.def.
--replay: for libbsim-replay.so, which refuses them, and whatever else it neither answers nor may leave to MPICH.
record_others.py --check: no C. Tells functions of the headers that are neither recorded nor wrapped nor known to leave other processes alone, so
that a new MPICH brings none that a trace lacks without a word.
"""
import glob
import re
import subprocess
import sys

RECORDED = ("ENV", "P2P_SEND", "P2P_RECV", "P2P_SENDRECV", "P2P_ISENDRECV", "P2P_INIT", "P2P_START", "PROBE", "MRECV", "COMPLETE", "COLL",
            "ICOLL", "COLL_INIT", "COMM", "IO_DATA", "RMA_DATA",
            "PART_INIT", "PART")
# Recorded, though others of their family are not.
ALSO = {"Request_get_status", "Comm_idup", "Comm_idup_with_info", "Intercomm_create", "Intercomm_merge"}
WRAPPED = re.compile(r"^(?:int RECORD_ENTRY|USES_FILE|ENDS_ACCESS|SYNCHRONIZES)\((File_\w+|Win_\w+)", re.M)
LARGE = re.compile(r"^MPI_LARGE_TWIN\((\w+), ", re.M)
ENTRY = re.compile(r"^MPI_CALL\([\w ]+\*?, ?(\w+),.*?\), (\w+), \"\w*\"\)$", re.M | re.S)
PROTOTYPE = re.compile(r"^int MPI_(\w+)\(([^)]*)\)[^;{]*;", re.M)
# Functions that communicate, wait for others, or make something with which programs communicate.
COMMUNICATES = re.compile(
    r"(I?[bsr]?send|I?[Bb]send|Ssend|Rsend|Send|I?[Rr]ecv|I?[Mm]probe|I?[Mm]recv|Im\w+|Isendrecv\w*|Sendrecv\w*|Probe|Iprobe)(_init)?(_c)?$|"
    r"I?(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|reduce|allreduce|reduce_scatter(_block)?|scan|exscan|"
    r"neighbor_\w+)(_init)?(_c)?$|"
    r"(R?(put|get|accumulate|get_accumulate)|Fetch_and_op|Compare_and_swap)(_c)?$|"
    r"Win_(create|create_dynamic|allocate|allocate_shared|fence|start|complete|post|wait|test|lock|lock_all|unlock|unlock_all|"
    r"flush\w*|sync|free)(_c)?$|"
    r"File_(open|close|sync|set_size|set_view|preallocate|i?(read|write)\w*)$|"
    r"Comm_(spawn\w*|accept|connect|join|idup\w*|create_from_group)$|Intercomm_\w+$|Grequest_\w+$|P(ready|arrived|send|recv)\w*$",
    re.I)
# What MPICH answers in a process that is alone as it did in the recorded one.
ALONE = re.compile(
    r"(Type|Op|Info|Status|Errhandler|Keyval|Attr|T)_\w+$|(Pack|Unpack)\w*$|Get_(address|count|elements|version|library)\w*$|"
    r"Get_processor_name$|Address$|Error_(class|string)$|Add_error_\w+$|Test_cancelled$|Dims_create$|Reduce_local(_c)?$|"
    r"(Alloc|Free)_mem$|Buffer_(at|de)tach(_c)?$|Pcontrol$|Init\w*$|Finalized?$|Abort$|Query_thread$|Is_thread_main$|DUP_FN$|"
    r"Comm_(\w+_keyval|\w+_attr|\w+_errhandler|[gs]et_name|[gs]et_info|test_inter|remote_(size|group)|get_parent)$|"
    r"(Win|File|Session)_(create_keyval|free_keyval|create_errhandler)$|File_(get|set|call)_errhandler$|"
    r"Win_((get|set|delete)_attr|(get|set)_name|set_info|(get|set|call)_errhandler)$")
# What else leaves other processes alone, or only tells them what communication that is recorded or wrapped needs. (In a replay
# it is answered or refused.)
LOCAL = re.compile(
    r"Cart(dim)?_(coords|get|map|rank|shift)$|Graph(dims)?_(get|map|neighbors(_count)?)$|Dist_graph_neighbors(_count)?$|Topo_test$|"
    r"Group_\w+$|Comm_(compare|disconnect|free|group|rank|size)$|(Open|Close)_port$|"
    r"(Lookup|Publish|Unpublish)_name$|Register_datarep(_c)?$|Session_\w+$|"
    r"File_(get_\w+|seek|(call|set)_errhandler)$|Win_(attach|detach|delete_attr|(get|set)_\w+|call_errhandler|shared_query(_c)?)$")
DEFINED = re.compile(r"^(?:int|double) MPI_(\w+)\(|^CONTENT_LOCAL\((\w+),", re.M)


def names_of(parameters):
    """The names of a list of parameters, in order."""
    if parameters.strip() in ("", "void"):
        return []
    return [re.sub(r"\[.*?\]", "", p).split()[-1].lstrip("*") for p in parameters.split(",")]


def replayed():
    """The functions that libbsim-replay.so defines itself."""
    found = set()
    for path in glob.glob("lmpi/replay/*.c") + ["lmpi/record/record.c", "lmpi/record/content_local.h"]:
        with open(path) as f:
            found.update(a or b for a, b in DEFINED.findall(f.read()))
    return found | {"Comm_free", "Comm_disconnect"}


def main():
    replay = "--replay" in sys.argv
    folder = sys.argv[1] if not sys.argv[1].startswith("--") else subprocess.run(
        ["pkg-config", "--variable=includedir", "mpich"], capture_output=True, text=True, check=True).stdout.strip()
    own = replayed()
    with open("include/lmpi/mpi_calls.def") as f:
        recorded = {name for name, family in ENTRY.findall(f.read()) if family in RECORDED} | ALSO
    with open("lmpi/record/record_wrap.h") as f:
        recorded |= set(WRAPPED.findall(f.read()))
    recorded |= {"Win_create_c", "Win_allocate_c", "Win_allocate_shared_c"}
    with open("include/lmpi/mpi_large.def") as f:
        recorded |= {f"{name}_c" for name in LARGE.findall(f.read()) if name in recorded}
    text = ""
    for header in ("mpi_proto.h", "mpio.h"):
        with open(f"{folder}/{header}") as f:
            text += re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    if "--check" in sys.argv:
        unknown = [n for n, _ in PROTOTYPE.findall(text)
                   if n not in recorded and not any(known.match(n) for known in (COMMUNICATES, ALONE, LOCAL))]
        print(f"FAIL functions-of-mpi-are-recorded: {' '.join(unknown)}" if unknown else "ok functions-of-mpi-are-recorded")
        return 1 if unknown else 0
    print("#include <mpi.h>\nvoid record_other(const char *name);")
    done = set()
    for name, parameters in PROTOTYPE.findall(text):
        if name in recorded or name in done or "..." in parameters:
            continue
        if not COMMUNICATES.match(name) and not (replay and name not in own and not ALONE.match(name)):
            continue
        done.add(name)
        parameters = " ".join(parameters.split())
        print(f"int MPI_{name}({parameters}) {{\n    record_other(\"{name}\");\n"
              f"    return PMPI_{name}({', '.join(names_of(parameters))});\n}}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
