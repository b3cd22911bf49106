"""axes.py - the list of all combinations of all axes."""
import control
import effects
import memory
import texts

AXES = {"effects": effects, "memory": memory, "control": control, "texts": texts}


def combos(only=None):
    return [c for name, axis in AXES.items() if not only or name in only for c in axis.combos()]


def named(name):
    """The combination of this name, even if no turn includes it; None if there is none."""
    axis, *parts = name.split("/")
    try:
        return AXES[axis].combo(*parts) if AXES[axis].valid(*parts) else None
    except (KeyError, TypeError):
        return None
