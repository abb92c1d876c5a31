"""The built Python package, for tests of it, and what they share: `from lib.module import keystone`."""
import sys

from lib.keystone import BIN_DIR, check

sys.path.insert(0, str(BIN_DIR.parent / "python"))

import keystone  # noqa: E402


def error_of(action):
    """The one line of the keystone.Error that an action ends with; '' where there is none."""
    try:
        action()
    except keystone.Error as error:
        check("\n" not in str(error), f"one line: {error}")
        return str(error)
    return ""


def refuses(what, action, *mentions):
    line = error_of(action)
    check(line and all(mention in line for mention in mentions), f"{what}: {line!r} names {mentions}")


def raises_type_error(what, action):
    try:
        action()
        check(False, f"{what}: found no TypeError")
    except TypeError:
        check(True, what)
