#!/usr/bin/python3
"""The type stubs of the Python package against the module: the same public names, properties and signatures in both.

Usage: python_stubs.py BIN_DIR SOURCE_DIR
"""
import ast
import inspect
import re
import sys
import textwrap

from lib.keystone import SOURCE_DIR, check, finish
from lib.module import keystone

STUB = ast.parse((SOURCE_DIR / "python" / "keystone" / "__init__.pyi").read_text())
# What every object has, and what pickle and repr go by: no part of the interface.
UNLISTED = {"__doc__", "__module__", "__repr__", "__getstate__", "__setstate__", "__init__", "__dict__", "__new__",
            "__weakref__"}
# Special methods that the stub must name where the module has them.
SPECIAL = {"__init__", "__float__", "__bool__", "__copy__", "__deepcopy__", "__getitem__"}


def is_public(name):
    return not name.startswith("_") or name == "__version__"


def members(body):
    """Name -> its node, of a module or class in the stub; the getter of a property."""
    found = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return found


def is_property(node):
    return isinstance(node, ast.AnnAssign) or any(
        isinstance(mark, ast.Name) and mark.id == "property" for mark in getattr(node, "decorator_list", []))


def settable(body, name):
    """Whether the stub lets a name be assigned."""
    return any(isinstance(node, ast.AnnAssign) and node.target.id == name or
               isinstance(node, ast.FunctionDef) and node.name == name and any(
                   isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in node.decorator_list)
               for node in body)


def arguments(node):
    """[(name, kind, default)] of a function in either source."""
    args = node.args
    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    rows = [(arg.arg, "plain", value) for arg, value in zip(plain, defaults)]
    rows += [(arg.arg, "keyword", value) for arg, value in zip(args.kwonlyargs, args.kw_defaults)]
    return [(name, kind, None if value is None else ast.literal_eval(value))
            for name, kind, value in rows if name not in ("self", "arg0")]


def signature_in(text, what):
    """pybind11 writes the signature into the first line of the docstring; types with dots are no part of it here."""
    line = text.splitlines()[0]
    line = re.sub(r"<[^>]*>", "object", line)
    return ast.parse(f"def {line}: ...").body[0] if line.startswith(what + "(") else None


def compare_function(path, node, function):
    text = function.__doc__ or ""
    if inspect.isfunction(function):  # of the part that is Python
        written = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    else:
        written = signature_in(text, node.name)
    check(written is not None, f"{path}: its docstring begins with its signature: {text[:60]!r}")
    if written is None:
        return
    check(arguments(written) == arguments(node), f"{path}: module {arguments(written)}, stub {arguments(node)}")
    check(node.returns is not None, f"{path}: the stub says what it returns")
    if is_public(node.name):
        check(len(text.strip().splitlines()) > 2, f"{path}: has a docstring")


def compare_class(path, node, cls):
    stub = members(node.body)
    own = {name for name in vars(cls) if is_public(name) or name in SPECIAL}
    if "__init__" not in stub:
        own.discard("__init__")  # pybind11's own, which refuses
    names = {name for name in stub if is_public(name) or name in SPECIAL}
    check(own == names, f"{path}: only in the module {sorted(own - names)}, only in the stub {sorted(names - own)}")
    check(bool((cls.__doc__ or "").strip()), f"{path}: has a docstring")
    for name in sorted(own & names):
        compare_member(f"{path}.{name}", node.body, stub[name], vars(cls)[name])


def compare_member(path, body, node, member):
    if isinstance(node, ast.ClassDef):
        compare_class(path, node, member)
    elif is_property(node):
        check(isinstance(member, property), f"{path}: a property in both")
        check(bool((member.__doc__ or "").strip()), f"{path}: has a docstring")
        name = path.rsplit(".", 1)[1]
        check((member.fset is not None) == settable(body, name), f"{path}: settable in both or neither")
    else:
        compare_function(path, node, member)


def main():
    stub = {name: node for name, node in members(STUB.body).items() if is_public(name)}
    module = set(keystone.__all__) | {"__version__"}
    check(set(stub) == module,
          f"only in the module {sorted(module - set(stub))}, only in the stub {sorted(set(stub) - module)}")
    loose = {name for name in vars(keystone) if not name.startswith("_")} - module
    check(not loose, f"names beside __all__: {sorted(loose)}")
    for name in sorted(set(stub) & module):
        node, thing = stub[name], getattr(keystone, name)
        if name == "Error":
            check(issubclass(thing, ValueError) and bool(thing.__doc__), "Error is a ValueError with a docstring")
        elif isinstance(node, ast.ClassDef):
            compare_class(name, node, thing)
        elif isinstance(node, ast.FunctionDef):
            compare_function(name, node, thing)
    marker = SOURCE_DIR / "python" / "keystone" / "py.typed"
    check(marker.exists(), "py.typed says that the package has types")
    finish()


if __name__ == "__main__":
    sys.exit(main())
