#!/usr/bin/python3
"""Runs the examples of docs/python.md, in their order and in one session, and compares what they print.

Usage: python_doc.py BIN_DIR SOURCE_DIR
"""
import doctest
import re

from lib.keystone import SOURCE_DIR, check, finish
from lib.module import keystone

text = (SOURCE_DIR / "docs" / "python.md").read_text()
parser, names = doctest.DocTestParser(), {}
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
examples = 0
for block in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
    line = text[: block.start()].count("\n") + 1
    test = parser.get_doctest(block.group(1), names, "docs/python.md", "docs/python.md", line)
    check(test.examples, f"docs/python.md:{line}: a block without an example")
    examples += len(test.examples)
    runner.run(test, clear_globs=False)
    names = test.globs
check(runner.failures == 0, f"{runner.failures} of {examples} examples print something else")
check(examples > 40, "the tutorial has examples")
check(all(name in text for name in ("solve", "compare", "history", "residual", "analyze", "load_problem")),
      "and shows each function")
check("keystone" in names and names["keystone"] is keystone, "of the module that was built")
finish()
