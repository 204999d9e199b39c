"""Checks every page of the built site in a browser, at two widths and in two themes: `python -m docs.tools.browser`.

Reports pages and elements wider than the window, text with less contrast than 4.5 to 1, images and
other files that do not load, requests to other sites, and console messages. Exits with 1 if there are any. With
`--shots FOLDER` it saves a screenshot of each page.
"""

from __future__ import annotations

import argparse
import functools
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
SITE = HERE.parent.parent / "build" / "site"
WIDTHS = (1300, 390)
THEMES = ("light", "dark")
TALLEST = 8000
"""The maximum height of a screenshot."""
SETTLED = 100
"""The duration of animations when a page opens, in milliseconds."""
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder can be read."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def pages() -> list[str]:
    """The addresses of all pages, relative to the site's."""
    return sorted(path.relative_to(SITE).as_posix().removesuffix("index.html") for path in SITE.rglob("*.html"))


def look(browser: Browser, address: str, theme: Any, width: int, shots: Path | None) -> Iterator[str]:
    """The problems of the pages at one width and in one theme."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    events: list[str] = []
    page.on("console", lambda message: events.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: events.append(str(error)))
    page.on("response", lambda answer: events.append(f"{answer.status}: {answer.url}") if answer.status > 399 else None)
    page.on(
        "request", lambda asked: None if asked.url.startswith((address, "data:", "blob:")) else events.append(asked.url)
    )
    script = (HERE / "measure.js").read_text(encoding="utf-8")
    script = script[script.index("() =>") :].rstrip().rstrip(";")
    for name in pages():
        page.goto(address + name)
        page.wait_for_timeout(SETTLED)
        found: list[str] = page.evaluate(script)
        yield from (f"{theme} {width} /{name}: {what}" for what in (*dict.fromkeys(found), *events))
        events.clear()
        if shots:
            file = f"{name.strip('/').replace('/', '_') or 'index'}-{width}-{theme}.png"
            height = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
            page.screenshot(path=shots / file, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
    context.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m docs.tools.browser")
    parser.add_argument("--shots", type=Path, metavar="FOLDER", help="leave a picture of each page here")
    shots: Path | None = parser.parse_args().shots
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("no Chromium on the path: install it, on Debian `apt install chromium`")
    if not SITE.is_dir():
        raise SystemExit("no site in build/site: build it with `nox -s docs`")
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    count = 0
    with sync_playwright() as playwright, served(SITE) as address:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        for theme in THEMES:
            for width in WIDTHS:
                for line in look(browser, address, theme, width, shots):
                    count += 1
                    print(line)
        browser.close()
    print(f"{len(pages())} pages, {len(WIDTHS)} widths, {len(THEMES)} themes: {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
