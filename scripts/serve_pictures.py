"""Draw the pictures of docs/serve.md: the pages of the workbench at 390 and 1,280 pixels, light and dark. Needs playwright and chromium."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
TEXT = "FIRE: Destroy 2 cards in your hand→ Target 1 on-field minion; destroy it."
TALL = {390: 844, 1280: 820}
PAGES = (
    ("card", 1280, "light"),
    ("card", 390, "light"),
    ("judge", 1280, "light"),
    ("judge", 390, "dark"),
    ("replay", 1280, "light"),
    ("edition", 1280, "dark"),
)


def main() -> None:
    """Open a workbench in an empty folder, ask it something, and draw its pages."""
    sys.path.insert(0, str(ROOT))
    from tests.web.browsing import browser, opened
    from tests.web.serving import serving

    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "work") as bench, browser() as found:
        with opened(found, bench) as page:
            _card(page)
            page.select_option("#card-precision", "2")
            page.click("#card-judge")
            page.wait_for_selector("#runs li.chosen .state.done", timeout=300_000)
        for name, width, scheme in PAGES:
            with opened(found, bench, viewport={"width": width, "height": TALL[width]}, color_scheme=scheme) as page:
                _card(page)
                page.click(f"nav a[href='#{name}']")
                _ready(page, name)
                _draw(page, IMAGES / f"serve-{name}-{width}-{scheme}.png")


def _draw(page: Any, path: Path) -> None:
    """Write what a page shows, in 64 colours: a third of the bytes."""
    from PIL import Image  # matplotlib brings it

    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)


def _card(page: Any) -> None:
    page.fill("#card-name", "Nova")
    page.fill("#card-text", TEXT)
    page.wait_for_function("() => document.getElementById('bill-level').textContent !== '–'")
    page.fill("#word-search", "destroy")


def _ready(page: Any, name: str) -> None:
    """Bring a page into the state that is drawn."""
    if name == "judge":
        page.frame_locator("#answer iframe").locator("h1").wait_for()
    elif name == "edition":
        page.fill("#edit-search", "destroy the targets")
        page.get_by_label("destroy the targets.: level").fill("3*t")
        page.fill("#edit-search", "destroy")
        page.wait_for_selector("#levels tr")
    elif name == "replay":
        page.fill("#replay-game", "7")
        page.click("text=Play it")
        page.wait_for_selector("#replay-view:not([hidden])")
        for _ in range(16):
            page.keyboard.press("PageDown")
        page.keyboard.press("ArrowLeft")
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_timeout(400)


if __name__ == "__main__":
    main()
