#!/usr/bin/env python3
"""run.py - the scripts that other results rest on: counting of tests, reading of cases, comparison of traces, fetching.

Prints an ok or FAIL line for each function test_*.
"""
import argparse
import contextlib
import glob
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
sys.path.insert(0, os.path.join(ROOT, "tests", "property"))
import bench  # noqa: E402
import benchcase  # noqa: E402
import benchrun  # noqa: E402
import bsimcase  # noqa: E402
import check  # noqa: E402
import check_layering  # noqa: E402
import check_links  # noqa: E402
import check_names  # noqa: E402
import check_sizes  # noqa: E402
import comparison  # noqa: E402
import ctokens  # noqa: E402
import dperf  # noqa: E402
import gen_program  # noqa: E402
import hostwatch  # noqa: E402
import lab  # noqa: E402
import labnet  # noqa: E402
import predict  # noqa: E402
import reduce_check  # noqa: E402
import reduce_merge  # noqa: E402
import reduce_passes  # noqa: E402
import reducer  # noqa: E402
import replaystudy  # noqa: E402
import validate  # noqa: E402


def read(text, code=0):
    suite = check.Suite("s", ["true"])
    suite.read(text, code)
    return suite.passed, len(suite.failed), len(suite.skipped)


def lab_network(bandwidth="2MB/s", **more):
    return {"network": {"model": "loggpo", "latency": "6us", "bandwidth": bandwidth, "send_overhead": "8us",
                        "recv_overhead": "0.2us", **more}}


def test_studies_of_replay_are_checked():
    assert replaystudy.find("phantom").endswith("phantom.json") and replaystudy.find("heat2d") is None
    args = argparse.Namespace(build=tempfile.mkdtemp(), check=True)
    study = replaystudy.Study(replaystudy.find("phantom"), args, predict.Prediction)
    for entry in study.study["programs"]:
        bsimcase.load(entry["case"])
        wanted = entry.get("sequences", {"ranks": [], "published": "none"})
        assert len(study.study["published"].get(wanted["published"], [])) == len(wanted["ranks"])
    path = os.path.join(args.build, "own.json")
    for wrong, what in (({"programs": [], "more": 1}, "unknown key 'more'"),
                        ({"programs": [{"case": "cg", "runs": [{"ranks": 2}]}]}, "programs[0].runs[0].ranks is 2; a list is wanted"),
                        ({"programs": [{"case": "cg", "runs": [{"ranks": [0]}]}]}, "a whole number from 1 on is wanted")):
        with open(path, "w") as f:
            json.dump({"schema": "bsim-replay-study/1", **wrong}, f)
        try:
            replaystudy.Study(replaystudy.find(path), args, predict.Prediction)
            raise AssertionError("not refused")
        except bsimcase.CaseError as error:
            assert what in str(error), error
    shutil.rmtree(args.build)


def test_rows_of_the_lab_are_fixed_and_chosen():
    rows = lab.rows_of(["10", "uplink"])
    assert len(rows) == 3 * len(lab.GROUPS["10"]["runs"]) + 2 * len(lab.GROUPS["uplink"]["runs"])
    assert all(r["measured_s"] is None for r in rows)
    assert [(r["program"], r["hosts"]) for r in lab.rows_of(["10"], ["cg"], [8])] == [("cg", 8)]


def test_rows_of_the_lab_have_arguments_or_values():
    assert lab.run_of({"program": "is", "hosts": 8, "args": "{np} W"})[0] == ["8", "W"]
    arguments, values = lab.run_of({"program": "hpl", "hosts": 8, "args": "N=1024 NB=64"})
    assert (arguments, values) == ([], {"N": "1024", "NB": "64", "P": 2, "Q": 4})
    assert lab.grid(16) == (4, 4) and lab.grid(7) == (1, 7)


def test_a_program_of_the_lab_that_cannot_be_fetched_is_left_out():
    with tempfile.TemporaryDirectory() as build:
        programs = lab.Programs(build)
        programs.make = lambda name: programs.skeleton(name) if name == "hpl" else None
        runner = programs.runner("hpl")
        runner.case["fetch"] = "fetch-nothing"  # there is no such script
        programs.runner = lambda name: runner
        with contextlib.redirect_stderr(io.StringIO()) as said:
            lacking = programs.once(["hpl", "patterns"])
        assert list(lacking) == ["hpl"] and "hpl is left out, since its sources cannot be fetched: fetch: " in said.getvalue()
        assert programs.made == {"patterns"}
    assert "hpl is left out" in lab.page({"rows": [], "left_out": list(lacking.values())})


def test_a_row_of_the_lab_whose_runs_all_lost_packets_is_told():
    row = {"group": "10", "program": "cg", "hosts": 8, "args": "", "measured_s": None, "runs_s": [], "bsim_s": 1.0}
    assert "cg on 8 hosts is left out: this host lost packets in each run" in lab.page({"rows": [{**row, "lost_packets": 3}]})
    assert "left out" not in lab.page({"rows": [row]})


def test_a_leaf_of_the_lab_is_a_node_with_a_card():
    across, within = lab_network("6MB/s", card_bandwidth="5MB/s"), lab_network("12MB/s", card_bandwidth="11MB/s")
    flat = lab.platform_of("10", 16, within, within, "cards")
    assert (flat["nodes"], flat["cores_per_node"], "intra_node" in flat) == (16, 1, False)
    assert flat["network"]["card_bandwidth"] == "11MB/s"
    tree = lab.platform_of("uplink", 8, across, within, "cards")
    assert (tree["nodes"], tree["cores_per_node"]) == (4, 2)
    assert (tree["network"]["bandwidth"], tree["network"]["card_bandwidth"]) == ("6MB/s", "5MB/s")
    assert tree["intra_node"]["bandwidth"] == "12MB/s" and "card_bandwidth" not in tree["intra_node"]
    alone = lab.platform_of("10", 4, lab_network(), lab_network(), "cards")  # no card was seen: the link is one
    assert alone["network"]["card_bandwidth"] == "2MB/s"


def test_links_of_the_lab_are_shared_if_asked_for():
    across, within = lab_network("6MB/s", card_bandwidth="5MB/s", card_gap="1us"), lab_network("12MB/s")
    network = lab.platform_of("uplink", 8, across, within, "pair")["network"]
    assert network["flows"] == "pair" and "flows" not in lab.platform_of("10", 4, within, within, "message")["network"]
    assert network["contention"] == "max-min" and network["topology"]["children"] == [2, 4]
    assert network["link_bandwidth"] == ["12MB/s", "5MB/s"] and network["bandwidth"] == "12MB/s"
    assert "card_bandwidth" not in network and "card_gap" not in network


def test_smpi_gets_the_links_of_the_lab():
    xml = lab.smpi_platform("uplink", 4, lab_network("6MB/s"), lab_network("12MB/s"))
    routes = dict(re.findall(r'<route src="h0" dst="(h[0-9])">(.*)</route>', xml))
    assert re.findall(r'id="(..)" direction="(\w+)"', routes["h1"]) == [("l0", "UP"), ("l1", "DOWN")]
    assert [i for i, _ in re.findall(r'id="(..)" direction="(\w+)"', routes["h2"])] == ["l0", "u0", "u1", "l2"]
    assert xml.count("<host ") == 4 and xml.count("<route ") == 6
    assert '<link id="l0" bandwidth="1.2e+07Bps" latency="3e-06s"' in xml
    shared = lab.smpi_platform("10", 4, lab_network(card_bandwidth="1.9MB/s"), None)
    assert '<link id="l0" bandwidth="1.9e+06Bps"' in shared
    flat = lab.smpi_platform("10", 4, lab_network(), None)
    assert "u0" not in flat
    assert "--cfg=smpi/os:0:8e-06:0" in lab.smpi_options(lab_network()["network"])
    assert "--cfg=smpi/async-small-thresh:4096" in lab.smpi_options(lab_network(eager_limit=4096)["network"])


def test_tables_of_the_lab():
    assert abs(lab.error_percent(1.1, 1.0) - 10) < 1e-9
    row = {"group": "20", "program": "cg", "hosts": 4, "args": "-i 1", "measured_s": 2.0, "spread_percent": 1.0, "cpu_percent": 7.0,
           "bsim_s": 1.9, "bsim_error_percent": -5.0}
    worse = dict(row, bsim_s=2.2, bsim_error_percent=10.0)
    assert lab.summary([row, worse], "bsim") == {"mean": 7.5, "worst": 10.0, "rows": 2}
    assert lab.summary([row], "smpi") is None
    text = lab.page({"rows": [row, dict(row, measured_s=None)]})
    assert "| cg | 4 | `-i 1` | 2.000 s | 1.0 % | 1.900 s (-5.0 %) | – | 7 % |" in text and text.count("| cg |") == 1
    assert "by replay" not in text
    text = lab.page({"rows": [dict(row, replay_s=2.1, replay_error_percent=5.0)]})
    assert "1.900 s (-5.0 %) | 2.100 s (+5.0 %) | – | 7 % |" in text and "\nby replay: 5.0 % in the mean" in text, text


def test_a_link_of_the_lab_lets_a_packet_pass():
    # 1514 bytes of a packet, and what 20 Mbit/s carry in 100 us: 2.5e6 bytes/s * 1e-4 s
    assert labnet.burst(20) == 1514 + 250


def test_the_launcher_of_the_lab_drops_options():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("launch", labnet.LAUNCHER), ("ip", '#!/bin/sh\nprintf "%s|" "$@"\n')):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
            os.chmod(os.path.join(folder, name), 0o755)
        done = subprocess.run([os.path.join(folder, "launch"), "-x", "-q", "10.77.0.3", "proxy", "--usize", "-2"],
                              env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]}, stdout=subprocess.PIPE, text=True)
        assert done.stdout == "netns|exec|h2|sh|-c|proxy --usize -2|", done.stdout


def test_the_lab_says_what_it_lacks():
    path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
    try:
        assert "programs are missing: ip, tc, unshare" in labnet.missing()
    finally:
        os.environ["PATH"] = path


def test_counts_ok_fail_and_skip_lines():
    assert read("ok a\nnoise\nFAIL b: why\nskip c: no\n", 1) == (1, 1, 1)


def test_counts_tap():
    assert read("1..3\nok 1 - one\nnot ok 2 - two\nok 3 - three # SKIP\n", 1) == (1, 1, 1)


def test_a_crash_is_a_failure():
    assert read("ok a\n", -11) == (1, 1, 0)


def test_silence_is_a_failure():
    assert read("", 0) == (0, 1, 0)


def load(case):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.json")
        with open(path, "w") as f:
            f.write(case if isinstance(case, str) else json.dumps(case))
        try:
            return bsimcase.load(path), None
        except bsimcase.CaseError as error:
            return None, str(error)


GOOD = {"schema": "bsim-case/1", "root": ".", "sources": ["*.c"]}


def test_a_small_case_is_read():
    assert load(GOOD)[0]["sources"] == ["*.c"]


def test_case_errors_name_the_place():
    for change, wanted in (({"sorces": []}, "unknown key 'sorces'"), ({"schema": "x"}, "bsim-case/1"),
                           ({"sources": 3}, "sources is 3"), ({"predict": [{"args": ""}]}, "predict[0]: ranks"),
                           ({"full": [{"ranks": 1, "x": 2}]}, "full[0]: unknown key 'x'")):
        case, message = load({**GOOD, **change})
        assert case is None and wanted in message, message


def test_broken_json_names_the_line():
    assert "case.json:2:" in load('{\n"a" 1}')[1]


def test_shipped_cases_are_read():
    names = [os.path.basename(d) for k in ("apps", "cases") for d, _, files in
             os.walk(os.path.join(ROOT, "benchmarks", k)) if "case.json" in files]
    assert len(names) >= 7
    for name in names:
        case = bsimcase.load(name)
        for key in ("benchmark", "compare", "predict", "trace", "full", "memory"):
            for run in case.get(key, []):
                bsimcase.Runner.expand(type("R", (), {"case": case}), dict(run, ranks=4))


def test_a_folder_with_blanks_is_one_argument():
    runner = type("R", (bsimcase.Runner,), {"case": {"name": "c"}, "root": "/a b", "__init__": lambda self: None})()
    run = {"ranks": 3, "args": "{root}/c {np} 'x y' {n}", "set": {"n": 5}}
    assert runner.expand(run)[0] == ["/a b/c", "3", "x y", "5"]
    assert runner.shown(run) == "c 3 x y 5" and runner.shown({"ranks": 1, "set": {"N": 1, "P": 2}}) == "N=1 P=2"


def test_arguments_of_several_runs_are_a_template():
    assert benchcase.template_of(["-nx 60 -ny 50 {np} a{{", "-nx 60 -ny 70 {np} a{{"]) == ["-nx", "60", "-ny", "{ny}", "{np}", "a{{"]
    assert benchcase.template_of(["16 8", "32 9"]) == ["{arg1}", "{arg2}"]
    assert benchcase.template_of(["-n 1", "-n 1.5e3"]) == ["-n", "{n}"]
    assert benchcase.template_of(["-n 1", "-n S"]) is None
    assert benchcase.template_of(["-n 1", "-n 1 2"]) is None


def test_values_stand_for_names_in_a_template():
    assert benchcase.values_in(["-g", "{a}x{b}", "c{{"], ["-g", "12x5", "c{"]) == {"a": "12", "b": "5"}
    assert benchcase.values_in(["{a}", "{a}"], ["1", "1"]) == {"a": "1"}
    assert benchcase.values_in(["{a}", "{a}"], ["1", "2"]) is None
    assert benchcase.values_in(["-g", "{a}"], ["-h", "1"]) is None
    assert benchcase.values_in(["-g", "{a}"], ["-g"]) is None


def study(**keys):
    return benchcase.Study({**GOOD, **keys}, "case.json")


def test_sizes_of_a_case():
    runs = [{"ranks": 1, "args": "-n 10 -k 3"}, {"ranks": 1, "args": "-n 9 -k 3"}, {"ranks": 2, "args": "-n 200 -k 3"}]
    assert study(benchmark=runs).inputs() == ({"n": "9:200"}, {})
    assert study(benchmark=runs, bench={"args": "-n {n} -k {k}"}).inputs() == ({"n": "9:200"}, {"k": "3"})
    assert study(benchmark=runs, bench={"set": {"n": 7}}).inputs() == ({}, {"n": "7"})
    runs = [{"ranks": 1, "args": f"-f {{root}}/data -n {n}"} for n in (4, 8)]
    assert study(benchmark=runs).inputs() == ({"n": "4:8"}, {}) and study(benchmark=runs).template[1] == "{root}/data"
    runs = [{"ranks": 1, "args": "-n 10 -k 3"}, {"ranks": 1, "args": "-n 9 -k 3"}, {"ranks": 2, "args": "-n 200 -k 3"}]
    assert study(benchmark=runs, predict=[{"ranks": 64, "args": "-n 5000 -k 3"}]).predicted() == {"n": "5000", "np": "64"}
    assert study(benchmark=[{"ranks": 1, "args": "{root}/a.dat -n 5"}, {"ranks": 1, "args": "{root}/a.dat -n 7"}],
                 predict=[{"ranks": 9, "args": "{root}/a.dat -n 6"}]).predicted() == {"n": "6", "np": "9"}
    for name, sizes, fixed in (("heat2d", {"nx", "ny"}, {"steps"}), ("hpl-here", {"N"}, {"NB", "P", "Q"})):
        found = benchcase.Study(bsimcase.load(name), name).inputs()
        assert found[0].keys() == sizes and found[1].keys() == fixed, f"{name}: {found}"


def test_a_prediction_with_other_arguments_is_refused():
    runs = [{"ranks": 1, "args": "-n 10"}, {"ranks": 1, "args": "-n 20"}]
    for args in ("-m 10", "-n 10 -k 3", ""):
        try:
            found = study(benchmark=runs, predict=[{"ranks": 64, "args": args}]).predicted()
        except bsimcase.CaseError as error:
            assert "are not as" in str(error), error
        else:
            raise AssertionError(f"{args!r} gives {found}")
    try:
        found = study(benchmark=[{"ranks": 1, "args": "-n 10"}], predict=[{"ranks": 64, "args": "-n 50"}]).predicted()
    except bsimcase.CaseError as error:
        assert "are not as" in str(error), error
    else:
        raise AssertionError(f"-n 50 is predicted as -n 10: {found}")


def traces(first, second):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("a", first), ("b", second)):
            os.mkdir(os.path.join(folder, name))
            with open(os.path.join(folder, name, "rank-0.tsv"), "w") as f:
                f.write(text)
        return bsimcase.compare_traces(os.path.join(folder, "a"), os.path.join(folder, "b"), 1)


def test_traces():
    assert traces("MPI_Send\t1\t0\t8\tworld\n", "MPI_Send\t1\t0\t8\tworld\n") is None
    assert "call 1" in traces("MPI_Send\t1\t0\t8\tworld\n", "MPI_Send\t1\t0\t9\tworld\n")
    assert "2 calls" in traces("a\nb\n", "a\n")


def test_two_empty_traces_are_no_agreement():
    assert "no rank makes" in traces("", "")


def test_a_missing_trace_is_a_difference():
    with tempfile.TemporaryDirectory() as folder:
        assert "missing" in bsimcase.compare_traces(folder, folder, 1)


def test_messages_of_the_benchmarks():
    # 4 x 4 grid: 3 * 4 messages east and as many south; 16 ranks double 4 times; 6 ranks: 4 * 2, and 2 fold in and out.
    assert bench.messages_of("wavefront", 16, 1) == 24
    assert bench.messages_of("allreduce", 16, 1) == 64
    assert bench.allreduce_messages(6) == 12
    assert bench.messages_of("halo2d", 16, 3) == 192


def lives(pid):
    """Whether a process is there and is not only waiting to be buried."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_benchmark_s_run_ends_all_that_it_has_started_at_its_limit():
    assert benchrun.run(["sh", "-c", "echo here"], "/", 60)[0] == "here\n"
    try:
        benchrun.run(["sh", "-c", "echo why >&2; exit 3"], "/", 60)
        raise AssertionError("an exit code of 3 counts as an end")
    except SystemExit as error:
        assert "exit 3" in str(error) and "why" in str(error), error
    with tempfile.TemporaryDirectory() as folder:
        started = os.path.join(folder, "started")
        for limit_s in (0.2, 1, 5, 25):  # until the host is fast enough to start two processes
            assert benchrun.run(["sh", "-c", f"sleep 600 & echo $! >{started}.new; mv {started}.new {started}; wait"], "/", limit_s) is None
            if os.path.exists(started):
                break
        with open(started, encoding="utf-8") as f:
            pid = int(f.read())
        for _ in range(200):  # a killed process may take a moment to go
            if not lives(pid):
                return
            time.sleep(0.05)
        raise AssertionError(f"process {pid} goes on")


def test_link_parameters_are_those_of_schema_and_page():
    with open(os.path.join(ROOT, "bsim/platform/link_parameters.def"), encoding="utf-8") as f:
        listed = re.findall(r"(?m)^(LINK|NETWORK)_PARAMETER\(\w+, \w+, (\w+),", f.read())
    both, all_keys = {key for kind, key in listed if kind == "LINK"}, {key for _, key in listed}
    with open(os.path.join(ROOT, "models/schema/platform.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)["properties"]
    assert schema["network"]["properties"].keys() == all_keys | {
        "model", "topology", "contention", "packet", "tcp_window", "link_burst", "flows", "cards", "card_choice", "rails", "scheme", "transport", "pieces", "noise", "loss",
        "first_messages", "comment"}, schema["network"]
    assert schema["intra_node"]["properties"].keys() == both | {"pieces", "noise", "loss", "shared_bandwidth", "first_messages", "comment"}, schema["intra_node"]
    pages = glob.glob(os.path.join(ROOT, "docs/**/platform.md"), recursive=True)
    with open(pages[0], encoding="utf-8") as f:
        rows = {key for row in re.findall(r"(?m)^\| (`.*?) \|", f.read()) for key in re.findall(r"`(\w+)`", row)}
    assert len(all_keys) == 11 and all_keys <= rows, all_keys - rows


def test_algorithms_are_those_of_schema_and_page():
    with open(os.path.join(ROOT, "bsim/platform/collective_algorithms.def"), encoding="utf-8") as f:
        listed = re.findall(r"(?m)^COLLECTIVE_ALGORITHM\((\w+), (\w+),", f.read())
    collectives = {c for c, _ in listed}
    with open(os.path.join(ROOT, "models/schema/platform.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)["properties"]["collectives"]["anyOf"][1]["properties"]
    assert schema.keys() == collectives | {"preset", "comment"}, schema.keys() ^ collectives
    with open(os.path.join(ROOT, "docs/explanation/collectives.md"), encoding="utf-8") as f:
        rows = re.findall(r"(?m)^\| (`[^|]*) \| (`[^|]*) \|", f.read())
    page = {(c, a) for names, rest in rows for c in re.findall(r"`(\w+)`", names) for a in re.findall(r"`(\w+)`", rest)}
    for c, a in listed:
        assert (c, a) in page, f"the page has no {a} of {c}"
        assert a in schema[c]["$comment"].split(", "), f"the schema has no {a} of {c}"
    assert len(listed) > 80


def test_layering_sees_code_not_comments():
    code = check_layering.code('/* malloc(3) */ x("free(malloc(1))"); // malloc(2)\n')
    assert not check_layering.MALLOC.search(code)
    assert check_layering.MALLOC.search("p = malloc(3);")
    assert not check_layering.MALLOC.search("bsim_malloc(3)")


def test_unused_functions_are_found():
    header = "int used(int x);\nint unused(int x);\nstatic inline int small(void) {\n    return used(1);\n}\n"
    source = "/* unused */\nint used(int x) {\n    return x;\n}\nint unused(int x) {\n    return used(x);\n}\n"
    found = list(check_layering.unused({"bsim/a.h": header, "bsim/a.c": source}))
    assert found == ["bsim/a.h:3:small", "bsim/a.c:5:unused"], found
    assert list(check_layering.unused({"bsim/a.h": header, "bsim/a.c": source}, "small unused")) == []


def test_names_of_code_that_is_gone_are_found():
    sources = {"lmpi/p2p/p2p.c": "static int take_posted(void);"}
    page = "`take_posted` in `p2p/p2p.c` and `lmpi/p2p/`,\nthen `gone(n)` in `p2p/gone.c`"
    assert list(check_links.lost_names(page, sources)) == [(2, "gone"), (2, "n"), (2, "p2p/gone.c")]


def test_sources_in_comments_that_are_gone_are_found():
    text = '/* see there.c, and gone.c */ f("text.c"); // of x/away.cpp'
    assert list(check_links.lost_sources("a.c", text, ["bsim/there.c"])) == ["a.c names gone.c", "a.c names x/away.cpp"]


def planted(file, code):
    """What check_names.py says of the sources with a line more in one of them, and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("skeletonizer", "include"):
            shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part))
        with open(os.path.join(folder, "skeletonizer", file), "a") as f:
            f.write(code + "\n")
        done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "check_names.py"), folder],
                              capture_output=True, text=True, check=False)
        return done.stdout, done.returncode


def test_names_of_functions_are_found():
    assert planted("slice/Slicer.cpp", "// \"malloc\" 'x' /* \"MPI_Send\" */ auto A = \"calls malloc\";")[1] == 0
    for kind, literal in (("mpi", '"MPI_Send"'), ("mpi", '"PMPI_Bcast"'), ("library", '"malloc"'), ("library", '"sqrtf"'),
                          ("library", '"pread64"')):
        text, code = planted("slice/Slicer.cpp", f"static bool f(StringRef N) {{ return N == {literal}; }}")
        assert code == 1 and re.search(f"FAIL {kind}-names.*slice/Slicer.cpp:\\d+:{literal}", text), text
    for part in ('contains("scanf")', 'ends_with("_errhandler")', 'starts_with("MPI_Type_")'):
        text, code = planted("memory/ModRef.h", f"static bool f(StringRef Name) {{ return Name.{part}; }}")
        assert code == 1 and "memory/ModRef.h" in text, text
    names = {"qsort"}
    assert list(check_names.findings('a("qsort");\nR"(b("qsort"))";\nc("qsort 1", \'"\', "qsort");\n', names)) == [
        ("qsort", 1), ("qsort", 3)]


def sizes(text):
    return [(kind, name, lines) for kind, name, _, lines in check_sizes.bodies(text)]


def test_functions_and_classes_are_measured():
    assert sizes("static int f(int x) {\n    if (x) {\n    }\n    return 0;\n}\nint a[] = {1, 2};\n") == [("function", "f", 5)]
    assert sizes("template <class T>\nT g(T x = {}, int y = 1) {\n  return x;\n}\n") == [("function", "g", 4)]
    assert sizes("namespace n {\nclass A final : public B {\npublic:\n  A() : b{1}, c(2) {\n  }\n  int b, c;\n};\n}\n") == [
        ("function", "A", 2), ("class", "A", 6)]
    assert sizes("struct s f(void)\n{\n}\nstruct s {\n    int x;\n};\nenum e { X };\n") == [("function", "f", 3), ("class", "s", 3)]
    assert sizes("// class X {\nconst char *t = \"f() {\"; /* { */\nvoid h() {\n  auto l = [] {\n  };\n}\n") == [("function", "h", 4)]


def test_each_alternative_of_conditional_code_is_measured():
    assert sizes("#if A\nint f(void) {\n}\n#else\nint f(void) {\n\n}\n#endif\nint g(void) {\n#if A\n    if (x) {\n#else\n"
                 "    if (y) {\n#endif\n    }\n}\n") == [("function", "f", 2), ("function", "f", 3), ("function", "g", 8)]


def test_long_functions_and_classes_are_found():
    def check(functions, members):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "bsim"))
            with open(os.path.join(folder, "bsim", "a.h"), "w") as f:
                f.write("int f(void) {\n" + "\n" * (functions - 2) + "}\nstruct s {\n" + "    int x;\n" * (members - 2) + "};\n")
            done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "check_sizes.py"), folder],
                                  stdout=subprocess.PIPE, universal_newlines=True)
            return done.returncode, done.stdout
    assert check(80, 300)[0] == 0
    code, text = check(81, 301)
    assert code == 1 and "bsim/a.h:1:f:81" in text and "bsim/a.h:82:s:301" in text, text


def test_fetch_says_what_to_do_without_a_network():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([os.path.join(ROOT, "scripts", "fetch-source"), "no-such-package-of-debian", folder],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "apt-get source" in done.stderr and "unpack" in done.stderr, done


def test_the_original_runs_until_its_median_is_known():
    unsure = predict.Prediction.unsure
    assert not unsure([1.0]) and not unsure([1.0, 1.01, 1.02])
    assert unsure([1.0, 1.2, 1.4]) and not unsure([1.0, 1.005, 1.01, 1.0, 3.0, 1.01, 1.0])


def test_all_rows_are_outside_of_the_fit():
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as f:
        names = re.search(r"(?m)^VALIDATE \?= (.*)$", f.read())[1].split()
    assert len(names) >= 8
    with tempfile.TemporaryDirectory() as build:
        for name in names:
            case = bsimcase.load(name)
            rows = validate.rows_of(bsimcase.Runner(case, build))  # raises for a run that is in "benchmark" too
            assert len([r for r in case["compare"] if r["ranks"] <= 2]) >= 4, name
            assert {r["ranks"] for r in rows} <= {1, 2} and {r["ranks"] for r in case["compare"]} == {1, 2}, name
        case = load({**GOOD, "benchmark": [{"ranks": 2, "args": "-n  4"}], "compare": [{"ranks": 2, "args": "-n 4"}]})[0]
        try:
            validate.rows_of(bsimcase.Runner(case, build))
            raise AssertionError("a run of the fit is a row")
        except bsimcase.CaseError as error:
            assert '"benchmark" has too, with 2 ranks: -n 4' in str(error), error
        case["compare"] = [{"ranks": 1, "args": "-n 4"}, {"ranks": 2, "args": "-n 5"}, {"ranks": 10**6, "args": "-n 6"}]
        assert [r["ranks"] for r in validate.rows_of(bsimcase.Runner(case, build)) if r["ranks"] > 2] == []


class Told:
    """A watch that says of each measurement what it was given."""

    def __init__(self, *said):
        self.said = list(said)

    def begin(self):
        pass

    def end(self):
        return self.said.pop(0) if self.said else ""


def ran(count, *said, in_time=lambda: 1, **options):
    """Items after measurement of which a watch says so, and the order in which they ran."""
    order = []
    items = [validate.Item(lambda k, i=i: order.append((i, k)) or 10 * i + k, **options) for i in range(count)]
    validate.measure(items, Told(*said), in_time)
    return items, order


def test_originals_run_between_the_measurements_of_blocks():
    assert validate.interleaved(list("abcdef"), [1, 2]) == ["a", "b", 1, "c", "d", "e", 2, "f"]
    assert validate.interleaved(["a"], []) == ["a"]


def test_each_input_is_measured_five_times_in_turn():
    items, order = ran(2)
    assert order == [(i, k) for k in range(5) for i in range(2)] and items[1].kept() == [10, 11, 12, 13, 14], order


def test_disturbed_runs_are_repeated_and_do_not_count():
    items, order = ran(2, "", "others", "", "", "others")
    assert [i for i, _ in order].count(0) == 6 and items[0].kept() == [0, 1, 3, 4, 5] and items[1].kept() == [11, 12, 13, 14, 15]
    assert items[0].disturbed() == 0
    assert validate.notes_on(items) == ["2 of 12 runs were disturbed (such as: others); none of them counts"]


def test_a_host_that_is_never_quiet_comes_to_an_end():
    items, order = ran(1, *["others"] * 99)
    assert len(order) == validate.MOST and items[0].disturbed() == validate.MOST and len(items[0].kept()) == validate.MOST
    assert "10 of them count, for want of undisturbed ones" in validate.notes_on(items)[0]
    assert len(ran(1, *["others"] * 99, in_time=lambda: 0)[1]) == validate.LEAST


def test_an_original_whose_median_is_not_known_runs_longer():
    assert len(ran(1, unsure=lambda results: True)[1]) == validate.MOST_SURE
    assert len(ran(1, limit_s=-1)[1]) == validate.LEAST
    assert len(ran(1, wanted=3)[1]) == 3 and len(ran(1, *["others"] * 2, wanted=3)[1]) == 5


def test_disturbances_are_told():
    assert hostwatch.verdict(0.02, 0.02, 0.05, 0.05) == ""  # less than /proc/stat can tell
    assert hostwatch.verdict(0.1, 0, 1, 0) == "" and hostwatch.verdict(0.2, 0, 1, 0) == "other processes used 0.2 processors"
    assert hostwatch.verdict(0, 0.05, 1, 0.1) == "the hypervisor took 0.05 processors; a core was 10 % slower"
    watch = hostwatch.Watch()
    watch.begin()
    watch.best = {core: seconds / 2 for core, seconds in watch.best.items()}
    assert "% slower" in watch.end()


def row(error, interval, **more):
    return {"case": "a", "measured_s": 1.0, "predicted_s": 1 + error / 100, "error_percent": error, "interval_s": interval, **more}


def test_goals_are_judged_over_all_rows():
    rows = [row(2.0, [0.9, 1.1])] * 9 + [row(-4.0, [0.94, 0.99])]
    values = validate.found(rows)
    assert abs(values["mean"] - 2.2) < 1e-9 and values["worst"] == 4 and values["inside"] == 90, values
    assert validate.missed(values) == ["width"]  # 0.2 of 1.02
    assert validate.missed(validate.found([row(9.0, None)])) == ["mean", "worst", "inside", "width"]  # no interval has nothing in it


def test_the_interval_has_models_and_noise():
    def result(time, seeds, interval=(0.9, 1.2)):
        return {"predicted_time_s": time, "interval": interval and {"low_s": interval[0], "high_s": interval[1]},
                "scenarios": [{"predicted_time_s": t, "diverged": d, "rerun": r} for t, d, r in seeds]}
    assert comparison.interval_of([result(1.0, [(1.0, False, False)])]) == [0.9, 1.2]
    one = result(1.0, [(1.0, False, False), (2.0, False, False), (3.0, True, True), (9.0, True, False)])  # 9 has no valid time
    low, high = comparison.interval_of([one])
    assert comparison.times_of([one]) == [1.0, 2.0, 3.0]
    assert abs(low - (2 - (0.2**2 + 1.645**2)**0.5)) < 1e-9 and abs(high - (2 + (0.4**2 + 1.645**2)**0.5)) < 1e-9, (low, high)
    assert comparison.interval_of([result(1.0, [(1.0, False, False)], None)]) is None


def test_a_page_is_made_of_what_was_validated():
    text = validate.page({"goals": validate.GOALS, "found": validate.found([row(2.0, [0.9, 1.1])]), "cases": [{
        "name": "a", "notes": ["was loud"], "rows": [row(2.0, [0.9, 1.1], ranks=2, args="-n 4", spread_percent=1.25)]}]})
    assert "| a | 2 | `-n 4` | 1 s | 1.2 % | 1.02 s | +2.0 % | - | 900 ms to 1.1 s |" in text, text
    assert "| largest error | 2.0 % | at most 8 % |" in text and text.endswith("- a: was loud.\n")


def test_a_row_says_that_the_node_was_busy():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "models.json", '{"blocks": {}}')
        study = argparse.Namespace(
            compared=[{"ranks": 2, "note": "first"}], measured=[[1.0]], disturbed=True, local=lambda ranks: "",
            path=lambda *names: os.path.join(folder, *names), run=argparse.Namespace(progress=lambda text: None, shown=lambda run: ""),
            simulate=lambda *_: ("", {"scenarios": [{"predicted_time_s": 1.0, "diverged": False}], "interval": None}))
        assert comparison.row(study, 0)["note"] == "first; measured on a busy node"
        study.disturbed = False
        assert comparison.row(study, 0)["note"] == "first"


def test_rows_have_what_replays_predict():
    rows = [row(2.0, None, replayed_error_percent=e, ranks=2, args="", spread_percent=1.0) for e in (-4.0, 1.0, None)]
    assert validate.by_replay(rows) == "2.5 % in the mean, 4.0 % at most, 2 rows" and validate.by_replay(rows[2:]) == ""
    text = validate.page({"found": None, "cases": [{"name": "a", "notes": [], "rows": rows}]})
    assert "| +2.0 % | -4.0 % |" in text and "| +2.0 % | - |" in text and "| errors by replay | 2.5 %" in text, text


def test_c_is_read_as_statements():
    source = ctokens.Source(ctokens.read("#define A 1 \\\n + 2\nint f(int x) { if (x) { g(); } else h(); do x--; while (x); l: return x; }\nint a = {1};"))
    assert [len(source.level(depth)) for depth in range(3)] == [3, 4, 1], [source.level(d) for d in range(3)]
    assert source.definitions().keys() == {"f"}


def test_c_is_written_as_it_was_read():
    with tempfile.TemporaryDirectory() as folder:
        gen_program.write(5, folder)
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                tokens = ctokens.read(f.read())
            for write in (ctokens.write, ctokens.write_as_read):
                assert ctokens.read(write(tokens)) == tokens, name


def test_generator_has_its_constructs():
    counts = gen_program.counts(range(1, 301))
    assert len(counts) >= 100 and sum(n > 0 for n in counts.values()) > 0.9 * len(counts)
    assert not [n for n in counts if not n.strip() or "," in n and n.endswith(",")]


def plain(text):
    """C as the reducer writes it."""
    return ctokens.write(ctokens.read(text))


def after(text, list_edits, *arguments):
    """What the text becomes by each edit that a pass lists, alone."""
    source = ctokens.Source(ctokens.read(text))
    return [ctokens.write(reduce_passes.apply(source.tokens, [edit])) for edit in list_edits(source, *arguments)]


def test_a_declaration_goes_with_what_names_it():
    text = "struct s { int a; int b; };\nint f(struct s *x) { int a = 1; x->a = 2; return x->b; }\nint main(void) { g(f(0)); h(); }"
    assert plain("int main(void) { h(); }") in after(text, reduce_passes.statements, 0), after(text, reduce_passes.statements, 0)
    fields = after(text, reduce_passes.statements, 1)
    assert plain(text.replace("int a; ", "").replace("x->a = 2; ", "")) in fields, fields
    assert plain(text.replace("int a = 1; ", "")) in fields, fields
    assert all("main" in t for t in after(text, reduce_passes.statements, 0))


def test_statements_inside_each_other_go_together():
    tokens = ctokens.read("if (a) { b(); c(); } d();")
    source = ctokens.Source(tokens)
    edits = reduce_passes.plain_statements(source, 1) + reduce_passes.plain_statements(source, 0)[1:]
    assert ctokens.write(reduce_passes.apply(tokens, edits)) == "d();\n"


def test_what_main_cannot_reach_is_found():
    text = "#define A B\nenum e { X, Y };\nstatic int u = 1;\nint v = X;\nint f(void) { return v; }\nint g(void) { return u; }\nint main(void) { return f(); }"
    source = ctokens.Source(ctokens.read(text))
    gone = [source.tokens[e.parts[0][0]:e.parts[0][1]] for e in reduce_passes.unused(source, set())]
    assert [str(w) for part in gone for w in part if w in ("u", "g", "v", "f", "e", "main")] == ["u", "g", "u"], gone
    assert len(reduce_passes.unused(source, {"g"})) == 1


def test_functions_lose_their_bodies_or_go():
    text = "void p(int a) { x = a; }\nint f(void) { p(1); return 2; }\nint main(void) { int y = f() + 1; p(y); }"
    assert plain(text.replace("x = a; ", "")) in after(text, reduce_passes.hollow)
    assert plain(text.replace("p(1); return 2;", "return 0;")) in after(text, reduce_passes.hollow)
    gone = after(text, reduce_passes.without_function)
    assert plain("void p(int a) { x = a; } int main(void) { int y = 0 + 1; p(y); }") in gone, gone
    assert plain("int f(void) { return 2; } int main(void) { int y = f() + 1; }") in gone, gone


def test_a_function_goes_into_its_caller():
    def inlined(text):
        return plain("".join(after(text, lambda source: [reduce_passes.inlined(source, "f")])))
    text = "int f(int a); int f(int a) { int b = a; g(b); return b + c; } int main(void) { int b = 1; %s }"
    assert inlined(text % "int x = f(b) * 2;") == plain(
        "int main(void) { int b = 1; int x; { int a_ = b; int b_ = a_; g(b_); x = (b_ + c) * 2; } }")
    assert inlined(text % "return f(3);") == plain(
        "int main(void) { int b = 1; { int a_ = 3; int b_ = a_; g(b_); return (b_ + c); } }")
    assert inlined("void f(void) { g(); } int main(void) { if (a) f(); }") == plain("int main(void) { if (a) { g(); } }")


def test_files_are_merged_with_names_of_their_own():
    files = {"a.c": "static int n = 1;\nint a(void) { return n; }", "main.c": "static int n = 2;\nint a(void);\nint main(void) { return a() + s.n; }"}
    found = list(reduce_merge.candidates({name: ctokens.read(text) for name, text in files.items()}))
    texts = [ctokens.write(tokens) for one in found for tokens in one.values() if len(one) == 1]
    assert plain("static int n = 1; int a(void) { return n; } static int n_1 = 2; int a(void); int main(void) { return a() + s.n; }") in texts, texts


class Words:
    """A check: a program fails if it has the words; it is in order if it has those others, too."""
    why = "a word is missing"

    def __init__(self, words, order=()):
        self.words, self.order = words, order

    def has(self, folder, words):
        text = "".join(reduce_check.read(folder, name) for name in os.listdir(folder))
        return all(text.count(a) == text.count(b) for a, b in ("{}", "()")) and all(w in text for w in words)

    def again(self, folder):
        return self.has(folder, self.words)

    def in_order(self, folder):
        return self.has(folder, self.order)


def reduced_by(check, files, jobs=1):
    texts = reducer.Reducer(files, check, lambda what: None, jobs).run()
    return "".join(texts[name] for name in sorted(texts))


def test_reducer_goes_back_to_what_is_in_order():
    text = "int a;\nint guard = 1;\nint main(void) {\n    a = 2;\n    if (guard)\n        bad(a);\n    return 0;\n}\n"
    assert "guard" not in reduced_by(Words(["bad("]), {"main.c": text})
    found = reduced_by(Words(["bad("], ["guard"]), {"main.c": text})
    assert "guard" in found and "bad" in found and len(found.splitlines()) < 5, found
    assert "guard" not in reduced_by(Words(["bad("], ["never"]), {"main.c": text})


def test_reducer_ends_the_same_however_many_it_tries_at_once():
    with tempfile.TemporaryDirectory() as folder:
        gen_program.write(9, folder)  # as many opening as closing braces, which Words looks at, also in its texts and macros
        files = {name: reduce_check.read(folder, name) for name in sorted(os.listdir(folder)) if name.endswith((".c", ".h"))}
    one, two = (reduced_by(Words(["MPI_Sendrecv", "int main("]), files, jobs) for jobs in (1, 2))
    assert one == two and len(one.splitlines()) < 10, one


def test_failures_have_a_class():
    classify = reduce_check.classify
    assert classify(1, "verify: traces differ with 2 ranks: rank 0") == "traces differ"
    assert classify(2, "verify: the original has not ended with 2") != classify(2, "verify: the skeleton has not ended with 2")
    assert classify(2, "verify: the skeleton fails with 2 ranks (exit code 4):\n a.c:3: error 7 in 'f'") == classify(
        2, "verify: the skeleton fails with 2 ranks (exit code 4):\n main.c:9: error 8 in 'g'")
    signal = "verify: the skeleton fails with 2 ranks (exit code 5):\n bsim: rank {} s: signal 11 (Segmentation fault) at address {}"
    assert classify(2, signal.format("0 at 0", "(nil)")) == classify(2, signal.format("1 at 1.25e-06", "0x7fa0"))
    assert classify(-6, "") == "skeletonize ends by signal 6" and classify(None, "") == "skeletonize has not ended"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(os.path.join(folder, name), 0o755)


def test_verify_takes_one_number_of_ranks_and_one_class():
    with tempfile.TemporaryDirectory() as build, tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(build, "bin"))
        write(build, "bin/bsimcc", '#!/bin/sh\necho cc "$@"\n')
        write(build, "bin/skeletonize", """#!/bin/sh
case "$*" in *"--verify "*,*" --verify-limit"* | *"--verify 3 "*) ;; *) exit 0 ;; esac
grep -q bad main.c && echo "verify: traces differ with 3 ranks: rank 0" && exit 1
grep -q worse main.c && echo "verify: the skeleton fails with 3 ranks" && exit 2
exit 0
""")
        verify = reduce_check.Verify("1,2,3,4", ["-O1"], real=False)
        saved, reduce_check.BUILD = reduce_check.BUILD, build
        try:
            answers = []
            for text in ("int bad; int main(void) { return 0; }", "int bad;", "int bad", "int worse;", "int good;",
                         "int bad; int f(void) { }"):
                write(folder, "main.c", text)
                answers.append(verify.again(folder) if verify.kind else verify.first(folder))
        finally:
            reduce_check.BUILD = saved
        assert answers == ["traces differ", True, False, False, False, False] and verify.ranks == "3", answers


def reduced(extra, behind, command):
    """Lines of what becomes of a generated program with statements more behind a text; and its text."""
    with tempfile.TemporaryDirectory() as folder:
        src = os.path.join(folder, "src")
        gen_program.write(3, src)
        for name in os.listdir(src):
            with open(os.path.join(src, name), encoding="utf-8") as f:
                text = f.read()
            with open(os.path.join(src, name), "w", encoding="utf-8") as f:
                f.write(text.replace(behind, f"{behind}\n    {extra}", 1))
        with open(os.path.join(src, "flags"), "w", encoding="utf-8") as f:
            f.write(" ".join(gen_program.FLAGS))
        done = subprocess.run([os.path.join(ROOT, "tests/property/reduce"), src, *command], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, text=True)
        assert done.returncode == 0, done.stdout
        out = src + ".reduced"
        found = {}
        for name in sorted(os.listdir(out)):
            with open(os.path.join(out, name), encoding="utf-8") as f:
                found[name] = f.read()
        return sum(len(t.splitlines()) for t in found.values()), "".join(found.values())


def test_reducer_makes_a_program_small():
    lines, text = reduced("if (value > 3)\n        value = *to * 77;", "*to = value;", ["--", "grep", "-q", "77", "{}"])
    assert lines < 10 and "77" in text, text


def test_reducer_finds_a_refusal():
    if not os.environ.get("BSIM_LONG"):
        return
    lines, text = reduced('MPI_File file;\n    MPI_File_open(MPI_COMM_SELF, "x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);',
                          "MPI_Init(&argc, &argv);", [])
    assert lines < 40 and "MPI_File_open" in text, text


def test_dperf_slowdown_and_gain():
    # Two processes of 3 s each, of which a tenth was run, and a simulation of 0.6 s: (0.6 + 0.6) / 6.
    assert abs(dperf.slowdown(0.6, 0.6, 3.0, 2) - 0.2) < 1e-12
    assert (dperf.form_name(None), dperf.form_name(0.02)) == ("simple", "threshold 2 %")


def test_dperf_on_networks():
    """Two predictions of 4 s for 2 ranks, from 0.6 s of traces and 0.2 s of simulation: a tenth of a run."""
    found = [{"predicted_s": 4.0, "simulation_s": 0.1}, {"predicted_s": 4.0, "simulation_s": 0.3}]
    row = dperf.on_network("peers", found, {"traces_s": 0.6, "ranks": 2})
    assert (row["platform"], row["predicted_s"]) == ("peers", 4.0)
    assert abs(row["slowdown"] - 0.1) < 1e-12 and abs(row["gain"] - 10) < 1e-12


def test_dperf_reads_runs():
    loop = "# loop: a.c:3\t1\t1\t{}\t{}\n"
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"s.rank{r}") for r in (0, 1)]
        for path, since in zip(paths, (10, 14)):
            with open(path, "w") as f:
                f.write("# ran: 1.5 s\n" + loop.format(31, since))
        assert dperf.read_samples(paths) == (3.0, 31, 14)
        with open(paths[1], "a") as f:  # a second loop, whose mean has not settled
            f.write(loop.format(20, 0))
        assert dperf.read_samples(paths) == (3.0, 51, None)
        with open(paths[0], "w") as f:
            f.write("block\n")
        try:
            dperf.read_samples(paths)
            raise AssertionError("a run without its time was read")
        except bsimcase.CaseError as error:
            assert paths[0] in str(error)


def test_case_errors_of_dperf():
    plan = {"levels": ["-O2"], "shares": [{"share": 0.02}], "runs": [{"ranks": 1}]}
    assert load({**GOOD, "dperf": plan, "threshold": 0.1})[0]["dperf"] == plan
    for change, wanted in (({"levels": ["O2"]}, "dperf.levels[0] is 'O2'"), ({"shares": [{}]}, "dperf.shares[0]: share is missing"),
                           ({"shares": [{"share": 2}]}, "dperf.shares[0].share is 2"), ({"runs": [{}]}, "dperf.runs[0]: ranks")):
        case, message = load({**GOOD, "dperf": {**plan, **change}})
        assert case is None and wanted in message, message


def main():
    bad = 0
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            try:
                test()
                print(f"ok {name[5:]}")
            except Exception as error:  # a test may fail in any way, and the others still run
                print(f"FAIL {name[5:]}: {error or ''} {traceback.extract_tb(error.__traceback__)[-1].line}")
                bad = 1
    return bad


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
