#!/usr/bin/env python3
"""generate.py FOLDER: writes the programs of the check suite, each with what MPI's rules make of it: correct, or a category.

The expectation comes from the standard, named in each program's comment; nothing here knows what bsim check says. The categories are
those of the MPI Bugs Initiative.
"""
import os
import sys

import programs as P
from arguments import arguments
from errors_calls import call_ordering, message_races
from errors_local import invalid_collectives, invalid_messages, leaks, local_concurrency, request_lifecycle
from errors_matching import parameter_matching
from constructing import constructing
from correct import correct
from file_uses import file_uses
from files import files
from handles import handles
from memory import memory
from more_collectives import more_collectives
from one_sided import one_sided
from orders import orders
from packed_ways import packed_ways
from packing import packing
from watched import watched
from windows import windows


def text_of(program):
    head = P.HEAD.format(expect=program["expect"], ranks=program.get("ranks", 2), family=program["family"], why=program["why"])
    if "whole" in program:
        return head + program["whole"].strip() + "\n"
    main = P.MAIN.format(variables=P.lines(program["variables"]), body=P.lines(program["body"]))
    return head + program.get("before", "") + main


def all_programs():
    """name -> program, in a fixed order. A name has its number, so that names differ."""
    programs = []
    for part in (correct, invalid_messages, invalid_collectives, leaks, request_lifecycle, local_concurrency, parameter_matching,
                 message_races, call_ordering, windows, more_collectives, memory, handles, arguments,
                 files, watched, packing, packed_ways, file_uses,
                 constructing, one_sided, orders):
        programs += part()
    return {f"{i:04d}-{p['expect']}-{p['family']}": p for i, p in enumerate(programs)}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for old in os.listdir(folder):
        if old.endswith(".c"):
            os.remove(os.path.join(folder, old))
    programs = all_programs()
    for name, program in programs.items():
        with open(os.path.join(folder, name + ".c"), "w") as f:
            f.write(text_of(program))
    print(f"{len(programs)} programs, {sum(p['expect'] == 'correct' for p in programs.values())} of them correct")


if __name__ == "__main__":
    main()
