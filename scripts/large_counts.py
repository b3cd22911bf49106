#!/usr/bin/env python3
"""large_counts.py: C functions MPI_X_c and LMPI_X_c, which call MPI_X and LMPI_X, of include/lmpi/mpi_large.def.

large_counts.py --trace: those that write a line of the communication trace, for a real MPI. What does not fit goes to PMPI_X_c, without
a line.
large_counts.py --table: include/lmpi/mpi_calls.def with the functions MPI_X_c in place of all others, under the names X.

Each parameter that is an int in mpi_calls.def and wider here is narrowed as lmpi/large/large.h says; what does not fit is refused.
The call of MPI_X comes last and is a tail call, so its call site is the program's.
"""
import re
import sys

ROW = re.compile(r"^MPI_CALL\([\w ]+\*?, ?(\w+), \((.*?)\),\s*\(.*?\), (\w+), \"(\w*)\"\)$", re.M | re.S)
LARGE = re.compile(r"^MPI_LARGE(_TWIN)?\((\w+), \((.*)\)\)$", re.M)
TRACED = ("P2P_SEND", "P2P_RECV", "P2P_SENDRECV", "P2P_ISENDRECV", "P2P_INIT", "MRECV", "COLL", "ICOLL", "COLL_INIT",
          "IO_DATA")
WIDE = ("MPI_Count", "MPI_Aint")


def split(parameters):
    """(type, name, is it an array) of each parameter."""
    out = []
    for p in " ".join(parameters.split()).split(", "):
        kind, name, array = re.fullmatch(r"(.*?[ *])(\w+)(\[\])?", p).groups()
        out.append((kind.replace("const ", "").strip(), name, bool(array)))
    return out


def length(name, list_name, parameters, roles):
    """How many elements a list has, as an expression; 0 where it is not significant."""
    names = [p[1] for p in parameters]
    if "ndims" in names:
        return "ndims"
    if "eighbor" in name:
        return f"lmpi_large_{'destinations' if list_name.startswith('s') else 'sources'}(comm)"
    return f"lmpi_large_{'group' if 'educe' in name else 'members'}(comm)"


def significant(name, list_name, parameters, roles):
    """When a list is read: a condition, or nothing."""
    names = [p[1] for p in parameters]
    if "k" in roles:
        return f"lmpi_large_is_root(comm, {names[roles.index('k')]})"
    if list_name.startswith("s") and "eighbor" not in name and "sendbuf" in names and "all" in name.lower():
        return "sendbuf != MPI_IN_PLACE"
    return ""


def function(prefix, name, parameters, text, narrow, roles):
    own = f"{prefix}MPI_{name}_c"
    names = [p[1] for p in parameters]
    comm = names[roles.index("c")] if "c" in roles else "MPI_COMM_WORLD"
    body, arguments = [], []
    for i, (kind, p, is_list) in enumerate(parameters):
        if p not in narrow:
            arguments.append(p)
        elif is_list:
            n, when = length(name, p, parameters, roles), significant(name, p, parameters, roles)
            call = f"lmpi_large_list({n}, {p})"
            body += [f"const int *int_{p} = {f'{when} ? {call} : NULL' if when else call};",
                     f"if (int_{p} == &lmpi_large_unfit)",
                     f"    return lmpi_large_refuse(\"MPI_{name}_c\", __builtin_return_address(0), {comm}, \"{p}\", "
                     f"lmpi_large_misfit({n}, {p}));"]
            arguments.append(f"int_{p}")
        else:
            of = roles.find("t", i) if i < len(roles) and roles[i] == "n" and "o" not in roles else -1
            body.append(f"if ({p} > INT_MAX)")
            if of >= 0:
                body[-1] += " {"
                body += [f"    {names[of]} = lmpi_type_large({p}, {names[of]});", f"    {p} = 1;", "}"]
            else:
                body.append(f"    return lmpi_large_refuse(\"MPI_{name}_c\", __builtin_return_address(0), {comm}, "
                            f"\"{p}\", {p});")
            arguments.append(f"lmpi_large_count({p})")
    lines = "".join(f"    {line}\n" for line in body)
    return f"int {own}({text}) {{\n{lines}    return {prefix}MPI_{name}({', '.join(arguments)});\n}}\n"


def traced(name, parameters, text, narrow, roles):
    """MPI_X_c that calls the wrapper of MPI_X."""
    names = [p[1] for p in parameters]
    comm = names[roles.index("c")] if "c" in roles else "MPI_COMM_WORLD"
    whole = f"return PMPI_{name}_c({', '.join(names)});"
    body, arguments = [], []
    for _, p, is_list in parameters:
        if p not in narrow:
            arguments.append(p)
        elif is_list:
            when, call = significant(name, p, parameters, roles), f"lmpi_large_list({length(name, p, parameters, roles)}, {p})"
            body += [f"const int *int_{p} = {f'{when} ? {call} : NULL' if when else call};",
                     f"if (int_{p} == &lmpi_large_unfit)", f"    {whole}"]
            arguments.append(f"int_{p}")
        else:
            body += [f"if ({p} > INT_MAX)", f"    {whole}"]
            arguments.append(f"lmpi_large_count({p})")
    lines = "".join(f"    {line}\n" for line in body)
    return f"int MPI_{name}_c({text}) {{\n{lines}    return MPI_{name}({', '.join(arguments)});\n}}\n"


def table(text, large):
    """mpi_calls.def with the twins' parameters; functions without a twin are left out."""
    twins = {name: parameters for twin, name, parameters in large if twin}

    def row(match):
        name, parameters = match.group(1), match.group(2)
        return match.group(0).replace(f"({parameters})", f"({twins[name]})", 1) if name in twins else ""
    return ROW.sub(row, text)


def main():
    if "--table" in sys.argv:
        with open("include/lmpi/mpi_calls.def") as f, open("include/lmpi/mpi_large.def") as g:
            sys.stdout.write(table(f.read(), LARGE.findall(g.read())))
        return
    with open("include/lmpi/mpi_calls.def") as f:
        rows = {name: (p, roles, family) for name, p, family, roles in ROW.findall(f.read())}
    with open("include/lmpi/mpi_large.def") as f:
        large = LARGE.findall(f.read())
    trace = "--trace" in sys.argv
    if trace:
        print('/* Made by scripts/large_counts.py. */\n#include <stddef.h>\n\n#include "lmpi/large/large.h"\n')
    else:
        print('/* Made by scripts/large_counts.py. */\n#include "lmpi/core/datatype.h"\n#include "lmpi/large/large.h"\n#include "lmpi/lmpi.h"\n')
    for twin, name, text in large:
        if name not in rows:
            sys.exit(f"large_counts.py: include/lmpi/mpi_calls.def has no {name}")
        parameters, roles = split(text), rows[name][1]
        narrow = {p for (kind, p, _), (base, _, _) in zip(parameters, split(rows[name][0])) if kind in WIDE and base == "int"}
        if trace:
            if rows[name][2] in TRACED:
                print(traced(name, parameters, text, narrow, roles))
            continue
        for prefix in ("", "L") if twin else ("",):
            print(function(prefix, name, parameters, text, narrow, roles))


if __name__ == "__main__":
    main()
