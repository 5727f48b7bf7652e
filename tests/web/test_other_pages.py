"""Status, API description and listening test."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import numpy as np

from koe.bench.blind_test import SpokenPair, read_answers, sign_test, write_test
from web.conftest import Opens

PAIRS = [
    SpokenPair(f"Sentence {number}.", "en-us", np.full(2400, 0.1, np.float32), np.full(2400, -0.1, np.float32))
    for number in range(4)
]


def test_the_status_page_shows_what_status_says(open_page: Opens, web_server: str) -> None:
    body = {"input": "Hello there.", "response_format": "pcm"}
    httpx.post(f"{web_server}/v1/audio/speech", json=body).raise_for_status()
    status = httpx.get(f"{web_server}/status").json()
    with open_page("/status/view") as one:
        one.page.wait_for_selector("#quantiles tbody tr")
        rows = dict(
            one.page.eval_on_selector_all(
                "#quantiles tbody tr", "rows => rows.map(row => [row.cells[0].textContent, row.cells[1].textContent])"
            )
        )
        window = status["windows"]["5m"]
        assert rows["TTFA, warm"] == str(window["warm"]["answers"] if window["warm"]["ttfa_s"] else 0)
        assert rows["RTF, warm"] == str(window["warm"]["rtf"]["count"])
        assert one.page.inner_text("#ready") == "ready"
        stages = one.page.eval_on_selector_all("#stages tbody tr", "rows => rows.map(row => row.cells[1].textContent)")
        assert stages == [stage["stage"] for build in status["builds"] for stage in build["stages"]]
        assert one.page.locator("#slos .slo").count() == len(status["slos"])
        assert one.page.locator("#ttfa-chart path, #rtf-chart path").count() >= 2
        one.page.click("[data-window=start]")
        assert one.page.get_attribute("[data-window=start]", "aria-pressed") == "true"


def test_a_breached_objective_names_its_remedy(open_page: Opens, web_server: str) -> None:
    status = httpx.get(f"{web_server}/status").json()
    status["slos"]["rtf"] |= {"is_breached": True, "burn_5m": 3.0}
    with open_page() as one:
        one.page.route("**/status", lambda route: route.fulfill(json=status))
        one.page.click("nav a[href='/status/view']")
        one.page.wait_for_selector(".light.bad")
        assert "KOKORO_BUILD" in one.page.inner_text(".slo:has(.light.bad)")


def test_the_api_page_shows_every_operation_and_its_fields(open_page: Opens, web_server: str) -> None:
    paths = httpx.get(f"{web_server}/openapi.json").json()["paths"]
    with open_page("/docs") as one:
        one.page.wait_for_selector(".operation")
        shown = one.page.eval_on_selector_all(".operation summary > code", "all => all.map(one => one.textContent)")
        assert sorted(shown) == sorted(path for path, methods in paths.items() for _ in methods)
        one.page.fill("#search", "/v1/audio/captions")
        assert one.page.locator(".operation:visible").count() == 1
        one.page.click(".operation:visible summary")
        one.page.wait_for_selector(".operation[open] table")
        fields = one.page.locator(".operation:visible th code").all_inner_texts()
        assert {"input", "caption_format", "audio", "text_start"} <= set(fields)


def test_a_listening_test_is_opened_answered_and_counted(open_page: Opens, tmp_path: Path) -> None:
    page = write_test(tmp_path / "test", PAIRS, "slim", "exact", seed=3)
    with open_page("/listening-test") as one:
        one.page.set_input_files("#folder", tmp_path / "test")
        one.page.wait_for_selector("#test:not([hidden])")
        assert one.page.is_disabled("[data-choice=a]")  # nothing was heard yet
        for choice in ("a", "a", "same"):
            one.page.keyboard.press("1")
            one.page.click("#play-b")
            one.page.click(f"[data-choice={choice}]")
            one.page.click("#next")
        one.page.click("#finish")
        rows = dict(
            one.page.eval_on_selector_all(
                "#result tr", "rows => rows.map(row => [row.cells[0].textContent, row.cells[1].textContent])"
            )
        )
        with one.page.expect_download() as download:
            one.page.click("#result button")
        download.value.save_as(tmp_path / "answers.json")
    assert page.exists()
    counted = read_answers([tmp_path / "answers.json"])
    assert rows["no answer"] == "1"
    assert (rows["slim sounds better"], rows["exact sounds better"], rows["no difference"]) == (
        str(counted.build_preferred),
        str(counted.reference_preferred),
        str(counted.same),
    )
    assert rows["binomial test, p"] == f"{counted.p:.3f}"
    assert json.loads((tmp_path / "answers.json").read_text())["build"] == "slim"


def test_the_page_counts_as_koe_does(open_page: Opens) -> None:
    with open_page("/listening-test") as one:
        for wins, losses in ((0, 0), (5, 0), (7, 3), (12, 12), (30, 11)):
            p = one.page.evaluate(
                f"import('/web/js/sign_test.js').then(({{ signTest }}) => signTest({wins}, {losses}))"
            )
            assert abs(p - sign_test(wins, losses)) < 1e-9


def test_files_that_are_no_test_are_refused(open_page: Opens, tmp_path: Path) -> None:
    write_test(tmp_path / "test", PAIRS, "slim", "exact", seed=3)
    next((tmp_path / "test").glob("*.wav")).unlink()
    with open_page("/listening-test") as one:
        one.page.set_input_files("#folder", tmp_path / "test")
        one.page.wait_for_selector(".notice.bad")
        assert "1 WAV files of the test are missing" in one.page.inner_text(".notice.bad")
