"""Chromium and Firefox without a window, driven by WebDriver BiDi: JSON over a WebSocket."""

import base64
import json
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

# The names of the programs: of Debian, and of others.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
SECONDS = 180
# Where nobody listens: the network is off.
NOBODY = "127.0.0.1:9"


def program(names: tuple[str, ...]) -> str | None:
    """Where the first of these programs is."""
    return next((found for name in names if (found := shutil.which(name))), None)


class Browser:
    """One browser with one page."""

    def __init__(self, name: str, connection: ClientConnection, colours: Callable[[bool], None]) -> None:
        self.name = name
        self._connection = connection
        self._number = 0
        self.requests: list[str] = []
        self.colours = colours
        """Called with whether the page is to be dark."""

    def command(self, method: str, **parameters: object) -> Any:
        """Run a command of WebDriver BiDi, and return its result."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=SECONDS))
            if answer.get("method") == "network.beforeRequestSent":
                self.requests.append(answer["params"]["request"]["url"])
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def begin(self) -> None:
        """Take the first page, and listen to what it asks the network for."""
        (tree,) = self.command("browsingContext.getTree")["contexts"]
        self.context = tree["context"]
        self.command("session.subscribe", events=["network.beforeRequestSent"])

    def open(self, address: str) -> None:
        """Load an address and wait for it."""
        self.command("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        """Give the page a size in CSS pixels."""
        viewport = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=self.context, viewport=viewport, devicePixelRatio=1)

    def run(self, script: str) -> Any:
        """The value of an expression of JavaScript, which may be a promise."""
        expression = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        options = {"expression": expression, "target": {"context": self.context}, "awaitPromise": True}
        answer = self.command("script.evaluate", **options)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait(self, script: str) -> None:
        """Wait until an expression of JavaScript is true."""
        end = time.monotonic() + SECONDS
        while not self.run(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as a keyboard does."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.command("input.performActions", context=self.context, actions=[source])

    def picture(self) -> bytes:
        """The whole page as PNG."""
        answer = self.command("browsingContext.captureScreenshot", context=self.context, origin="document")
        return base64.b64decode(answer["data"])


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def posted(address: str, **parameters: object) -> Any:
    """The answer of a driver to a command of WebDriver."""
    request = urllib.request.Request(address, json.dumps(parameters).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)["value"]


@contextmanager
def running(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, ended at the end."""
    with subprocess.Popen(command, encoding="utf-8", **options) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    """Chromium, by its driver. The sandbox needs rights that containers do not give."""
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(str(shutil.which("chromedriver")), f"--port={port}", **quiet):
        address = f"http://127.0.0.1:{port}/session"
        arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--proxy-server={NOBODY}",
            f"--user-data-dir={folder}",
        ]
        chrome = {"binary": program(CHROMIUM), "args": arguments}
        wanted = {"webSocketUrl": True, "goog:chromeOptions": chrome}
        session = first_answer(lambda: posted(address, capabilities={"alwaysMatch": wanted}))

        def colours(is_dark: bool) -> None:
            feature = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
            command = f"{address}/{session['sessionId']}/goog/cdp/execute"
            posted(command, cmd="Emulation.setEmulatedMedia", params={"features": [feature]})

        with connect(session["capabilities"]["webSocketUrl"], max_size=None) as connection:
            browser = Browser("chromium", connection, colours)
            browser.begin()
            yield browser
            with suppress(Exception):
                browser.command("browser.close")


def first_answer(ask: Callable[[], Any]) -> Any:
    """Return what a program answers as soon as it listens."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            return ask()
        except ConnectionError:
            assert time.monotonic() < end
            time.sleep(0.05)
        except OSError as error:
            # `urllib` wraps it.
            assert time.monotonic() < end, error
            time.sleep(0.05)


@contextmanager
def firefox(folder: Path, *, is_dark: bool = False) -> Iterator[Browser]:
    """Firefox, which speaks BiDi by itself. Its colours are chosen when it starts."""
    settings: dict[str, str | int | bool] = {
        "layout.css.prefers-color-scheme.content-override": 0 if is_dark else 1,
        "app.update.enabled": False,
    }
    host, port = NOBODY.split(":")
    settings |= {"network.proxy.type": 1, "network.proxy.share_proxy_settings": True}
    settings |= {f"network.proxy.{kind}": host for kind in ("http", "ssl")}
    settings |= {f"network.proxy.{kind}_port": int(port) for kind in ("http", "ssl")}
    lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in settings.items()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "user.js").write_text("".join(lines), "utf-8")
    options = ("--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0")
    with running(str(program(FIREFOX)), *options, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        place = next(match[1] for line in process.stderr if (match := re.search(r"BiDi listening on (ws://\S+)", line)))
        with connect(f"{place}/session", max_size=None) as connection:
            browser = Browser("firefox", connection, lambda _: None)
            browser.command("session.new", capabilities={})
            browser.begin()
            yield browser
            with suppress(Exception):
                browser.command("browser.close")
