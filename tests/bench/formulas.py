"""formulas.py - the time that a model of models.json gives, for tests."""
import math


def time_of(model, values):
    """Seconds for values of the model's variables."""
    names = {"sqrt": math.sqrt, "log2": math.log2, "min": min, "max": max, **values}

    def value(formula):
        return float(eval(str(formula).replace("^", "**"), names))  # pylint: disable=eval-used
    for i, piece in enumerate(model["pieces"]):
        passing = piece.get("transition")
        if passing and passing["from"] < value(passing["of"]) < passing["to"]:
            part = math.log(value(passing["of"]) / passing["from"]) / math.log(passing["to"] / passing["from"])
            return value(piece["time"]) ** (1 - part) * value(model["pieces"][i + 1]["time"]) ** part
        if "when" not in piece or value(piece["when"]):
            return value(piece["time"])
    raise AssertionError("no piece applies")
