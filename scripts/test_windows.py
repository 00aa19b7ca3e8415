"""Tries the program for Windows under Wine. scripts/test-windows builds it and runs these tests."""

import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

EXE = os.environ["OUTFLANK_EXE"]
# Longer than anything takes on a busy machine.
TIMEOUT = 120
# Without a browser.
ENVIRONMENT = {**os.environ, "SSH_CONNECTION": "none"}


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


class WindowsTest(unittest.TestCase):
    """A test in a folder with a space in its name."""

    def setUp(self):
        parent = tempfile.TemporaryDirectory()
        self.addCleanup(parent.cleanup)
        self.folder = Path(parent.name, "my class").resolve()
        self.folder.mkdir()

    def write(self, name, text, encoding="utf-8"):
        (self.folder / name).write_bytes(text.encode(encoding))

    def run_command(self, *arguments, stdin="", status=0):
        """Runs the program to its end and returns its output."""
        done = subprocess.run(
            ["wine", EXE, *arguments],
            cwd=self.folder,
            env=ENVIRONMENT,
            input=stdin.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
        )
        output = done.stdout.decode()
        self.assertEqual(done.returncode, status, output)
        return output

    def start_in_console(self, *arguments):
        console = Console(self, ["wine", EXE, *arguments])
        self.addCleanup(console.close)
        return console


class Console:
    """A program in a Wine console, which a Unix terminal shows."""

    def __init__(self, test, command):
        self.test = test
        self.text = ""
        self.is_over = False
        self.changed = threading.Condition()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(test.folder)
            os.execvpe(command[0], command, ENVIRONMENT)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        shown = b""
        while True:
            try:
                chunk = os.read(self.terminal, 4096)
            except OSError:
                chunk = b""
            shown += chunk
            with self.changed:
                self.is_over = not chunk
                self.text = readable(shown.decode(errors="replace"))
                self.changed.notify_all()
            if not chunk:
                return

    def wait_for(self, pattern):
        """Waits until the console has shown this, and returns the match."""
        with self.changed:
            self.changed.wait_for(lambda: self.is_over or re.search(pattern, self.text), TIMEOUT)
            found = re.search(pattern, self.text)
        self.test.assertTrue(found, f"{pattern!r} is not in {self.text!r}")
        return found

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def status(self):
        """Waits for the end of the program."""
        with self.changed:
            self.test.assertTrue(self.changed.wait_for(lambda: self.is_over, TIMEOUT), self.text)
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        self.process = None
        return status

    def close(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)


def readable(shown):
    """The text without escape sequences and line ends, which Wine's console adds to long lines. It moves
    the cursor instead of writing spaces."""
    shown = re.sub("\x1b\\[\\?25[lh]|\x1b\\[K", "", shown)
    shown = re.sub("\x1b\\[(\\d*)C", lambda found: " " * int(found[1] or 1), shown)
    return re.sub("\x1b\\[[0-9;?]*[A-Za-z]|[\r\n]", "", shown)


class TestCommands(WindowsTest):
    def test_a_position_is_solved(self):
        self.assertIn("c4d4d3d2a1b4d1a3a4a2", self.run_command("solve", "--size", "4", "--start"))

    def test_a_game_is_analysed(self):
        self.assertIn("f5", self.run_command("analyse", "f5d6c3d3c4", "--level", "4"))

    def test_pictures_are_written_to_paths_of_windows(self):
        for name, start in [("board.svg", b"<svg"), ("board.png", b"\x89PNG"), ("game.gif", b"GIF8")]:
            self.run_command("render", "f5d6c3d3c4", "-o", windows_path(self.folder / name))
            self.assertTrue((self.folder / name).read_bytes().startswith(start), name)

    def test_records_of_windows_are_read(self):
        records = "f5d6c3\r\nf5f6\r\n"
        for name, encoding in [("plain.txt", "utf-8"), ("marked.txt", "utf-8-sig"), ("shell.txt", "utf-16")]:
            self.write(name, records, encoding)
            self.assertEqual(self.run_command("check", name), f"{name}: 2 records, 2 legal, 0 bad\n")

    def test_wildcards_name_files(self):
        self.write("a.txt", "f5d6")
        self.write("b.txt", "f5f6")
        checked = self.run_command("check", "*.txt")
        self.assertIn("a.txt: legal", checked)
        self.assertIn("b.txt: legal", checked)

    def test_a_game_is_played_through_a_pipe_and_resumed(self):
        data = ("--data", "saved games")
        played = self.run_command("play", "--white", "greedy", *data, stdin="d3\r\nquit\r\n")
        self.assertIn("black (X) plays d3", played)
        self.assertIn("Resuming after move 2", self.run_command("play", "--resume", *data, stdin="quit\r\n"))

    def test_games_are_saved_in_the_local_data_of_the_user(self):
        for folder in self.local_data():
            shutil.rmtree(folder)
        self.run_command("play", "--white", "greedy", stdin="d3\nquit\n")
        [folder] = self.local_data()
        self.assertTrue((folder / "game-1.json").exists())

    def local_data(self):
        return list(Path(os.environ["WINEPREFIX"]).glob("drive_c/users/*/AppData/Local/outflank"))

    def test_hints_are_for_the_shell_of_windows(self):
        self.assertIn('as in "python bot.py"', self.run_command("match", "bot.py", "greedy", status=2))
        self.assertIn(r"this folder is .\bot;", self.run_command("match", "bot", "greedy", status=2))
        new = self.run_command("bot", "new", "--lang", "python", "bots/first")
        self.assertIn("bots\\first\\bot.py\n", new)
        self.assertIn('outflank play --white "python bot.py"\n', new)


class TestConsole(WindowsTest):
    def test_a_full_screen_game_is_played_and_left_with_ctrl_c(self):
        console = self.start_in_console("play", "--white", "greedy", "--data", "saved")
        console.wait_for("q quit")
        console.type("d3")
        console.wait_for("flips")
        console.type("\r")
        console.wait_for("plays d3")
        console.type("\x03")
        console.wait_for("The game is saved")
        self.assertEqual(console.status(), 130)

    def test_ctrl_c_stops_a_search_that_prints_its_result(self):
        console = self.start_in_console("solve", "--start", "--time", "10m")
        console.wait_for("depth 9@")
        console.type("\x03")
        console.wait_for("1 position: [0-9,]+ nodes")
        console.wait_for("interrupted")
        self.assertEqual(console.status(), 130)


class TestServer(WindowsTest):
    def start(self, *arguments):
        console = self.start_in_console(*arguments)
        self.address = console.wait_for(r"Outflank is at (http://127.0.0.1:\d+/)")[1]
        return console

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=TIMEOUT) as reply:
            return reply.read().decode()

    def test_the_program_without_arguments_serves_the_page(self):
        console = self.start()
        page = self.get("")
        module = re.search(r'<script type="module" src="/([^"]+)"', page)
        self.assertTrue(module, page)
        self.assertIn("import", self.get(module[1]))
        self.assertIn("level", self.get("api/options"))
        console.type("\x03")
        self.assertEqual(console.status(), 0)

    def test_games_survive_ctrl_c(self):
        arguments = ("serve", "--no-open", "--port", "0", "--data", "data of the class")
        console = self.start(*arguments)
        request = urllib.request.Request(
            self.address + "api/games", b'{"white": "human"}', {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
            game = json.load(reply)["id"]
        console.type("\x03")
        self.assertEqual(console.status(), 0)
        self.start(*arguments)
        self.assertIn("GM[Othello]", self.get(f"api/games/{game}/record?format=ggf"))

    def test_a_second_server_needs_another_port(self):
        self.start("serve", "--no-open", "--port", "0", "--in-memory")
        port = re.search(r":(\d+)/", self.address)[1]
        refused = self.run_command("serve", "--no-open", "--in-memory", "--port", port, status=1)
        self.assertIn(f"port {port} is taken by another program", refused)


class TestBots(WindowsTest):
    def write_bot(self, name, *lines):
        self.write(name, "".join(f"@{line}\r\n" for line in lines))

    def test_batch_files_play_a_match(self):
        self.write_bot("ann.bat", f'"{windows_path(EXE)}" bot greedy')
        self.write_bot("bob.bat", f'"{windows_path(EXE)}" bot random')
        table = self.run_command("match", r".\ann.bat", r".\bob.bat", "--games", "4", "--no-save")
        self.assertIn("played   4 games", table)
        self.assertIn("17 passed, 0 failed", self.run_command("bot", "check", r".\ann.bat"))

    def test_a_program_plays_through_gtp(self):
        command = f'gtp:"{windows_path(EXE)}" gtp --level 1'
        self.assertIn("played   2 games", self.run_command("match", command, "random", "--games", "2", "--no-save"))

    def test_fouls_name_files_and_commands_of_windows(self):
        self.write_bot("bad bot.bat", "exit 3")
        output = self.run_command("match", r"'.\bad bot.bat'", "random", "--games", "2", "--output", "run 1", status=1)
        for text in [
            "exit code: 3",
            r"its messages: run 1\logs\000001.log",
            'resume with: outflank match --resume "run 1"',
            r"""run  outflank bot check "'.\bad bot.bat'" """.strip(),
        ]:
            self.assertIn(text, output)

    def test_a_hint_with_both_kinds_of_quotes_can_be_pasted(self):
        self.write_bot("Ann's bot.bat", "exit 3")
        output = self.run_command("match", '".\\Ann\'s bot.bat"', "random", "--games", "2", "--no-save", status=1)
        hint = re.search("run  outflank (bot check .*)", output)
        self.assertTrue(hint, output)
        self.write_bot("paste.bat", f'"{windows_path(EXE)}" {hint[1]}')
        pasted = subprocess.run(
            ["wine", "cmd", "/c", "paste.bat"], cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.PIPE, timeout=TIMEOUT
        )
        self.assertIn("exit code: 3", pasted.stdout.decode())

    def write_bot_with_a_grandchild(self):
        """The bot starts a server, which ignores the end of its input, and waits for the file go."""
        self.write_bot(
            "bot.bat",
            f'start "" /b "{windows_path(EXE)}" serve --in-memory --no-open --port 0 > server.txt 2>&1',
            ":wait",
            "if not exist go goto wait",
            f'"{windows_path(EXE)}" bot greedy',
        )
        return ("match", r".\bot.bat", "random", "--games", "2", "--no-save", "--concurrency", "1")

    def start_match_with_a_grandchild(self):
        """Starts it without a console, whose end would end the server too."""
        arguments = self.write_bot_with_a_grandchild()
        runner = subprocess.Popen(
            ["wine", EXE, *arguments],
            cwd=self.folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(runner.wait)
        self.addCleanup(runner.kill)
        self.wait_until(self.has_grandchild)
        return runner

    def has_grandchild(self):
        printed = self.folder / "server.txt"
        found = re.search(r"Outflank is at http://127.0.0.1:(\d+)/", printed.read_text() if printed.exists() else "")
        self.port = found and int(found[1])
        return found

    def is_grandchild_dead(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) != 0

    def wait_until(self, is_so):
        never = threading.Event()
        for _ in range(TIMEOUT * 10):
            if is_so():
                return
            never.wait(0.1)
        self.fail(f"{is_so.__name__} is still false")

    def test_what_a_bot_started_ends_with_the_match(self):
        runner = self.start_match_with_a_grandchild()
        self.write("go", "")
        self.assertEqual(runner.wait(TIMEOUT), 0)
        self.wait_until(self.is_grandchild_dead)

    def test_what_a_bot_started_ends_with_a_runner_that_is_killed(self):
        self.start_match_with_a_grandchild().kill()
        self.wait_until(self.is_grandchild_dead)

    def test_ctrl_c_ends_a_match_with_a_bot_that_does_not_answer(self):
        console = self.start_in_console(*self.write_bot_with_a_grandchild())
        self.wait_until(self.has_grandchild)
        console.type("\x03")
        console.wait_for("interrupted")
        self.assertEqual(console.status(), 130)


if __name__ == "__main__":
    unittest.main()
