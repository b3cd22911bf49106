"""constructs.py - the constructs of C and MPI that random programs are woven of: one table, by name.

A construct moves a number: it takes $x (and $y), integers within 0 .. 1008, through some form of C, and puts the result
into the lvalue $to. `any` ones do so for uniform values (the same on all ranks) and for local ones; `uniform` ones take
and give uniform values, because they hold collective calls; `local` ones give values that may differ between ranks.

In their texts `@` is a number of its own for each use, $n a small number, $w a statement of dead computation, $comm a
communicator, $right and $left ranks of a ring. `c` is the program's context (struct ctx *). Must not know how a program
is put together.
"""
ANY, UNIFORM, LOCAL = "any", "uniform", "local"


class Construct:
    """body: statements in a block of their own; top: text at file scope ahead; head: text in the program's header; other:
    text of another file; files: name -> text of further files; libs: libraries of helpers that it needs; inline: its
    body must stand in the caller (or must not); gives: the class of the result."""

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
