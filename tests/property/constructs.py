"""constructs.py - the table of constructs of C and MPI for random programs, by name.

A construct moves a number through some form of C: from $x (and $y), integers in 0 .. 1008, to the lvalue $to. There are three
classes. `any`: the values may be uniform (equal on all ranks) or local. `uniform`: takes and gives uniform values, because the
construct contains collective calls. `local`: gives values that may differ between ranks.

In the texts, `@` is a number that is unique for each use, $n a small number, $w a statement of dead computation, $comm a
communicator, $right and $left ranks of a ring. `c` is the program's context (struct ctx *). Must not know how a program is put
together.
"""
ANY, UNIFORM, LOCAL = "any", "uniform", "local"


class Construct:
    """body: statements, in a block; top: text at file scope before the function; head: text in the program's header; other:
    text of another file; files: name -> text of further files; libs: libraries of helpers that it needs; inline: the body must
    (or must not) be in the caller itself; gives: the class of the result."""

    def __init__(self, body, top="", head="", other="", files=None, libs=(), kind=ANY, inline=None):
        self.body, self.top, self.head, self.other = body, top, head, other
        self.files, self.libs, self.kind, self.inline = files or {}, libs, kind, inline
        self.name = ""


def table():
    """name -> Construct, of all modules."""
    # pylint: disable=import-outside-toplevel
    import constructs_calls
    import constructs_control
    import constructs_library
    import constructs_memory
    import constructs_mpi
    import constructs_text
    found = {}
    for module in (constructs_calls, constructs_control, constructs_memory, constructs_text, constructs_mpi, constructs_library):
        for name, construct in module.CONSTRUCTS.items():
            assert name not in found, name
            construct.name = name
            found[name] = construct
    return found
