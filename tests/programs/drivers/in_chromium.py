"""Reads names as lines of JSON and writes the host of each as `new URL()` of a page has it, in Chromium.

One chromedriver and one page serve all names. WebDriver is JSON over HTTP on the loopback interface.
"""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from typing import Any

AT_ONCE = 5_000
OPTIONS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SCRIPT = """return arguments[0].map(name => {
    try { return ['host', new URL(`http://${name}/`).hostname]; } catch (error) { return ['refused', error.name]; }
});"""


def call(address: str, body: object = None, method: str = "POST") -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as reply:
        return json.load(reply)["value"]


def main() -> None:
    names = [json.loads(line) for line in sys.stdin]
    driver = subprocess.Popen([shutil.which("chromedriver") or "chromedriver", "--port=0"], stdout=subprocess.PIPE,
                              text=True)  # fmt: skip
    assert driver.stdout is not None
    try:
        port = next(found[1] for line in driver.stdout if (found := re.search(r"started.* on port ([0-9]+)", line)))
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": OPTIONS}}
        address = f"http://127.0.0.1:{port}/session"
        session = call(address, {"capabilities": {"alwaysMatch": wanted}})
        page = f"{address}/{session['sessionId']}"
        for start in range(0, len(names), AT_ONCE):
            body = {"script": SCRIPT, "args": [names[start : start + AT_ONCE]]}
            for row in call(f"{page}/execute/sync", body):
                print(json.dumps(row))
        call(page, method="DELETE")
    finally:
        driver.terminate()
        driver.wait(30)


if __name__ == "__main__":
    main()
