"""The examples of the documentation run, and the type stubs describe the package."""

import ast
import doctest
import inspect
import pathlib
import unittest

import outflank
import outflank.gym
import outflank.zoo
import outflank_bot
from outflank import _outflank

ROOT = pathlib.Path(__file__).resolve().parents[2]


def members(module):
    """Yields the names and objects of a module and of its classes, without special methods."""
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        yield name, value
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                if not inner.startswith("__"):
                    yield f"{name}.{inner}", member


class Documentation(unittest.TestCase):
    def run_examples(self, name, text, variables):
        test = doctest.DocTestParser().get_doctest(text, dict(variables), name, None, 0)
        output = []
        result = doctest.DocTestRunner().run(test, out=output.append)
        self.assertEqual(result.failed, 0, "".join(output))
        return result.attempted

    def test_docstrings_of_the_rust_half(self):
        attempted = 0
        for name, value in members(_outflank):
            documentation = inspect.getdoc(value)
            with self.subTest(name):
                self.assertTrue(documentation, "has no docstring")
                attempted += self.run_examples(name, documentation, vars(outflank))
        self.assertGreater(attempted, 50)

    def test_docstrings_of_modules(self):
        for module in (outflank, outflank.gym, outflank.zoo):
            with self.subTest(module.__name__):
                self.assertGreater(self.run_examples(module.__name__, module.__doc__, vars(module)), 0)

    def test_documents(self):
        for path in ("docs/tutorial/python.md", "python/README.md"):
            with self.subTest(path):
                text = (ROOT / path).read_text(encoding="utf-8")
                # The end of a block of code is not output.
                self.assertGreater(self.run_examples(path, text.replace("\n```", "\n\n"), {}), 0)

    def test_the_package_for_bots_comes_along(self):
        self.assertIn("state.legal", pathlib.Path(outflank_bot.__file__).with_name("README.md").read_text("utf-8"))

    def test_stubs_name_what_exists(self):
        stub = pathlib.Path(outflank.__file__).with_name("_outflank.pyi").read_text(encoding="utf-8")
        named = set()
        for node in ast.parse(stub).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                named.add(node.name)
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        named.add(f"{node.name}.{member.name}")
                    elif isinstance(member, ast.AnnAssign):
                        named.add(f"{node.name}.{member.target.id}")
        named = {name for name in named if "__" not in name}
        self.assertEqual(named, {name for name, _ in members(_outflank)})


if __name__ == "__main__":
    unittest.main()
